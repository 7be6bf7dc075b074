package tiertest

import (
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A job is reported once, and its slots are its own until no copy touches them any more.
var jobCases = []conform{
	{name: "each job is reported once", check: func(s *scene) {
		var keys []string
		for i := range 40 {
			keys = append(keys, fmt.Sprint("stored ", i))
			s.submitStore(i, keys[i])
			if i%7 == 0 {
				s.step()
			}
		}
		s.until("all stores are over", s.quiet)
		h := s.asks(lookup.VerdictHit, keys...)
		for i, key := range keys {
			s.submitLoad(h, slots/2+i, key)
			s.submitStore(i, fmt.Sprint("stored beside ", i))
		}
		s.until("all jobs are over", s.quiet)
		for i, b := range blocks(slots/2, keys...) {
			s.holds(b)
			s.asks(lookup.VerdictHit, fmt.Sprint("stored beside ", i))
		}
	}},
	{name: "one failed block of three fails alone", check: func(s *scene) {
		s.store("a", "b", "c")
		s.faults().Plan(Fault[string]{Op: OpLoad, Keys: []string{"b"}, Err: errors.New("input/output error")})
		s.middleFails()
		s.faulty.Heal()
		s.asks(lookup.VerdictHit, "b")
	}},
	{name: "one missing block of three fails alone", needs: loses, check: func(s *scene) {
		s.store("a", "b", "c")
		h := s.begin()
		s.ask(h, lookup.VerdictHit, "a", "b", "c")
		s.harness.Lose(s.T, s.opening, "b")
		s.middleFailsFor(h)
		s.asks(lookup.VerdictMiss, "b")
	}},
	{name: "a job that is given up keeps its slots while it runs", limits: oneWorker, check: func(s *scene) {
		s.store("a", "b")
		h := s.asks(lookup.VerdictHit, "a", "b")
		s.faults().Plan(Fault[string]{Op: OpLoad, Hung: true})
		runs, queued := s.submitLoad(h, 0, "a"), s.submitLoad(h, 1, "b")
		s.until("a copy runs", func() bool { return s.faulty.Calls(OpLoad).Running == 1 })
		s.giveUp(runs)
		s.giveUp(queued)
		r := s.reported(queued)
		if r.Held || r.Outcomes[0] != tiers.Untried || !errors.Is(r.Err, tiers.ErrGivenUp) {
			s.Errorf("given up while it waited, a job ends %v, held %v: %v", r.Outcomes, r.Held, r.Err)
		}
		s.hears(h, "b") // nothing was learnt about it
		if !s.owns(runs) {
			s.Error("given up while a copy ran, a job has lost its slot to whoever takes it")
		}
		s.faulty.Heal()
		s.faulty.Release()
		s.until("the copy is over", s.quiet)
		s.ask(h, lookup.VerdictHit, "b")
	}},
	{name: "a job past its deadline is held", limits: oneWorker, check: func(s *scene) {
		s.store("a", "b")
		h := s.asks(lookup.VerdictHit, "a", "b")
		s.faults().Plan(Fault[string]{Op: OpLoad, Keys: []string{"a"}, Hung: true})
		runs := s.submitLoad(h, 0, "a")
		s.until("a copy runs", func() bool { return s.faulty.Calls(OpLoad).Running == 1 })
		s.pass(s.opening.JobDeadline)
		r := s.fails(runs)
		if !r.Held || !errors.Is(r.Err, tiers.ErrExpired) {
			s.Errorf("past its deadline a job that runs is reported with %v, held %v", r.Err, r.Held)
		}
		s.ask(h, lookup.VerdictMiss, "a")
		s.loads(h, "b") // nobody waits for the copy that hangs
		if !s.owns(runs) {
			s.Error("the slot of a copy that runs is released")
		}
		s.faulty.Heal()
		s.faulty.Release()
		s.until("the copy is over", s.quiet)
		s.ask(h, lookup.VerdictMiss, "a") // late bytes are nobody's
		s.untouched(0)
	}},
	{name: "a job that waits past its deadline was never tried", limits: lastWorker, check: func(s *scene) {
		s.store("a", "b", "c")
		h := s.asks(lookup.VerdictHit, "a", "b", "c")
		s.faults().Plan(Fault[string]{Op: OpLoad, Hung: true})
		s.submitLoad(h, 0, "a")
		s.submitLoad(h, 1, "b") // may hang on the worker that replaces the first one
		waits := s.submitLoad(h, 2, "c")
		s.until("a copy runs", func() bool { return s.faulty.Calls(OpLoad).Running > 0 })
		s.pass(s.opening.JobDeadline)
		if r := s.reported(waits); r.Held || r.Outcomes[0] != tiers.Untried || !errors.Is(r.Err, tiers.ErrExpired) {
			s.Errorf("past its deadline a job that waits is reported with %v, %v, held %v", r.Outcomes, r.Err, r.Held)
		}
		s.pass(s.opening.JobDeadline)
		if n := s.faulty.Calls(OpLoad).Begun; n > 2 {
			s.Errorf("with room for one call that hangs %d were started", n)
		}
	}},
}

func oneWorker(l *Limits)  { l.Workers = 1 }
func lastWorker(l *Limits) { l.Workers, l.Stuck = 1, 1 }

// pass lets time pass, in steps.
func (s *scene) pass(d time.Duration) {
	s.Helper()
	for range 20 {
		time.Sleep(d/20 + 1)
		s.step()
	}
}

func (s *scene) giveUp(job tiers.JobID) {
	s.Helper()
	if err := s.tier.GiveUp(job); err != nil {
		s.Errorf("giving up %v: %v", job, err)
	}
}

func (s *scene) middleFails() { s.middleFailsFor(s.asks(lookup.VerdictHit, "a", "b", "c")) }

// middleFailsFor loads a, b and c, of which b has to fail.
func (s *scene) middleFailsFor(h lookup.Handle) {
	s.Helper()
	job := s.submitLoad(h, 0, "a", "b", "c")
	r := s.reported(job)
	if r.Outcomes[0] != tiers.Arrived || r.Outcomes[1] != tiers.Failed || r.Outcomes[2] == tiers.Failed {
		s.Fatalf("the load of a, b and c, of which b fails, ends %v: %v", r.Outcomes, r.Err)
	}
	for i, b := range r.Blocks {
		if r.Outcomes[i] == tiers.Arrived {
			s.holds(b)
		}
	}
	probes := s.probes()
	s.ask(h, lookup.VerdictHit, "a", "c")
	s.ask(h, lookup.VerdictMiss, "b")
	if s.probes() != probes {
		s.Error("the request that loads is answered by a new probe")
	}
}

// probes is how many there were.
func (s *scene) probes() int {
	if s.faulty == nil {
		return 0
	}
	return s.faulty.Calls(OpProbe).Begun
}

// untouched fails if something writes to a slot that nobody owns.
func (s *scene) untouched(slot int) {
	s.Helper()
	const note = "nobody's"
	fill(s.memory.Slot(slot), note)
	time.Sleep(time.Minute)
	s.step()
	if !holds(s.memory.Slot(slot), note) {
		s.Errorf("slot %d was written to after it was released", slot)
	}
}
