package tiertest

import (
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// Requests wait a bounded time, end at any moment, and their ids return.
var requestCases = []conform{
	{name: "an ask ends at its deadline", check: func(s *scene) {
		s.faults().Plan(Fault[string]{Op: OpProbe, Hung: true})
		h, began := s.begin(), time.Now()
		for s.hears(h, "a") == lookup.VerdictRetry {
			if time.Since(began) > s.opening.AskDeadline+time.Second {
				s.Fatalf("a request waits longer than %v", s.opening.AskDeadline)
			}
			time.Sleep(tick)
			s.step()
		}
		if took := time.Since(began); took < s.opening.AskDeadline {
			s.Errorf("a request is told miss after %v, before its deadline", took)
		}
		s.faulty.Heal()
		s.faulty.Release()
		s.step()
		s.ask(h, lookup.VerdictMiss, "a")
	}},
	{name: "requests that share a key share its probe", check: func(s *scene) {
		s.store("a")
		before := s.faults().Calls(OpProbe).Begun
		requests := make([]lookup.Handle, 20)
		for i := range requests {
			requests[i] = s.begin()
			s.hears(requests[i], "a")
		}
		for _, h := range requests {
			s.ask(h, lookup.VerdictHit, "a")
		}
		if n := s.faulty.Calls(OpProbe).Begun - before; n != 1 {
			s.Errorf("%d probes for one key", n)
		}
	}},
	{name: "a request that ends anywhere leaves nothing", check: func(s *scene) {
		for point := range len(life) + 1 {
			s.lives(point, false)
		}
	}},
	{name: "a request that ends anywhere leaves nothing, also when all fails", check: func(s *scene) {
		for point := range len(life) + 1 {
			s.lives(point, true)
		}
	}},
	{name: "an id that returns is a new request", check: func(s *scene) {
		s.store("a", "b")
		old := s.beginAs(7)
		s.ask(old, lookup.VerdictHit, "a")
		s.faults().Plan(Fault[string]{Op: OpLoad, Keys: []string{"a"}, Nth: 1, Hung: true, Err: errIO})
		job := s.submitLoad(old, 0, "a")
		s.step()
		s.finish(old)
		again := s.beginAs(7)
		if again == old {
			s.Fatal("a handle names two requests")
		}
		if _, err := s.tier.Lookup(old, "a"); !errors.Is(err, lookup.ErrHandle) {
			s.Errorf("a lookup for a request that has ended: %v, want lookup.ErrHandle", err)
		}
		if _, err := s.tier.SubmitLoad(old, blocks(1, "a")); !errors.Is(err, lookup.ErrHandle) {
			s.Errorf("a load for a request that has ended: %v, want lookup.ErrHandle", err)
		}
		if err := s.tier.Finish(old); !errors.Is(err, lookup.ErrHandle) {
			s.Errorf("the second end of a request: %v, want lookup.ErrHandle", err)
		}
		s.ask(again, lookup.VerdictHit, "b")
		s.faulty.Release()
		s.fails(job)
		s.loads(again, "b")
		s.ask(again, lookup.VerdictHit, "a") // it was the old one's load that failed
	}},
	{name: "a request is begun once", check: func(s *scene) {
		s.beginAs(7)
		if _, err := s.tier.Begin(7); !errors.Is(err, lookup.ErrBegun) {
			s.Errorf("a second Begin of an id: %v, want lookup.ErrBegun", err)
		}
	}},
}

// life is what a request does. Each act is followed by a step.
var life = []func(*scene, *mortal){
	func(s *scene, m *mortal) { s.hears(m.h, m.keys[0]) },
	func(s *scene, m *mortal) { s.hears(m.h, m.keys[0]); s.hears(m.h, m.keys[1]) },
	func(s *scene, m *mortal) { s.hears(m.h, m.keys[1]) },
	func(s *scene, m *mortal) { m.load(s, 0) },
	func(s *scene, m *mortal) { m.load(s, 1) },
	func(s *scene, m *mortal) { s.hears(m.h, m.keys[0]); s.hears(m.h, m.keys[1]) },
}

// A mortal is a request that ends somewhere.
type mortal struct {
	h    lookup.Handle
	keys []string
	slot int
}

func (m *mortal) load(s *scene, i int) {
	if s.hears(m.h, m.keys[i]) != lookup.VerdictHit {
		return
	}
	job, err := s.tier.SubmitLoad(m.h, blocks(m.slot+i, m.keys[i]))
	s.submitted(job, err, 1)
}

// lives lets requests live, all of which end before an act, some just before a step and some just after it. Half of their
// keys they share. Where the storage fails, it does so slowly.
func (s *scene) lives(point int, fails bool) {
	s.Helper()
	s.store("shared", "also shared")
	if fails {
		for _, op := range []Op{OpProbe, OpLoad} {
			s.faults().Plan(Fault[string]{Op: op, Nth: 2, Slow: time.Second, Err: errIO}, Fault[string]{Op: op, Slow: time.Second})
		}
	}
	all := make([]mortal, 12)
	for i := range all {
		all[i] = mortal{s.begin(), []string{"shared", fmt.Sprint("own ", i)}, 2 * i}
		if i%2 == 0 {
			all[i].keys[1] = "also shared"
		}
	}
	for n, act := range life[:point] {
		for i := range all {
			act(s, &all[i])
			if n == point-1 && i%3 == 0 {
				s.finish(all[i].h)
			}
		}
		s.step()
	}
	for i := range all {
		if s.live[all[i].h] {
			s.finish(all[i].h)
		}
	}
	s.pass(5 * time.Second)
	if !s.quiet() {
		s.Errorf("requests that ended before act %d leave jobs", point)
	}
	s.empty()
	if s.faulty != nil {
		s.faulty.Heal()
	}
}
