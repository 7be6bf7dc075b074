package tiertest

import (
	"errors"
	"fmt"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A storage that hangs costs a bounded number of calls. Then the tier is down, says so, and comes back.
var downCases = []conform{
	{name: "probes that hang take the tier down at the bound", limits: fewStuck, check: func(s *scene) {
		hangs := s.faults()
		s.store("a")
		hangs.Plan(Fault[string]{Op: OpProbe, Hung: true}, Fault[string]{Op: OpTest, Err: errIO})
		s.goesDown(func(i int) { s.hears(s.begin(), fmt.Sprint("probed ", i)) })
		if n := hangs.Calls(OpProbe).Most; n > s.opening.Stuck+s.opening.Workers {
			s.Errorf("%d probes hang, with %d places and %d workers", n, s.opening.Stuck, s.opening.Workers)
		}
		s.isDown(OpProbe)
		s.comesBack()
	}},
	{name: "loads that hang take the tier down at the bound", limits: fewStuck, check: func(s *scene) {
		hangs := s.faults()
		var keys []string
		for i := range 20 {
			keys = append(keys, fmt.Sprint("loaded ", i))
		}
		s.store(append(keys, "a")...)
		h := s.asks(lookup.VerdictHit, keys...)
		hangs.Plan(Fault[string]{Op: OpLoad, Hung: true}, Fault[string]{Op: OpTest, Hung: true})
		s.goesDown(func(i int) {
			if i < len(keys) {
				s.submitLoad(h, i, keys[i])
			}
		})
		if n := hangs.Calls(OpLoad).Most; n > s.opening.Stuck+s.opening.Workers {
			s.Errorf("%d loads hang, with %d places and %d workers", n, s.opening.Stuck, s.opening.Workers)
		}
		s.isDown(OpLoad)
		s.comesBack()
	}},
}

func fewStuck(l *Limits) { l.Stuck, l.Workers = 4, 2 }

// goesDown lets calls hang until the tier is down.
func (s *scene) goesDown(call func(i int)) {
	s.Helper()
	for i := range 100 {
		if s.tier.Ready() != nil {
			break
		}
		call(i)
		s.pass(s.opening.CallDeadline / 2)
	}
	if err := s.tier.Ready(); !errors.Is(err, tiers.ErrDown) {
		s.Fatalf("Ready, when all calls hang: %v, want ErrDown", err)
	}
	if st := s.tier.Stats(); !st.Down || st.Stuck != s.opening.Stuck {
		s.Errorf("%d calls are stuck, down is %v, want %d and true", st.Stuck, st.Down, s.opening.Stuck)
	}
}

// isDown compares what a tier that is down does with what it owes: it answers at once, starts nothing, and is tested by one
// call at a time.
func (s *scene) isDown(op Op) {
	s.Helper()
	before, tests := s.faulty.Calls(op).Begun, s.faulty.Calls(OpTest).Begun
	h := s.begin()
	for i := range 100 {
		if v := s.hears(h, fmt.Sprint("asked of a tier that is down ", i)); v != lookup.VerdictMiss {
			s.Fatalf("an ask of a tier that is down hears %v", v)
		}
	}
	_, err := s.tier.SubmitStore(blocks(0, "a"))
	s.refused("store", badJob{"a tier that is down", nil, tiers.ErrDown, ""}, err)
	_, err = s.tier.SubmitLoad(h, blocks(0, "a"))
	s.refused("load", badJob{"a tier that is down", nil, tiers.ErrDown, ""}, err)
	s.pass(5 * s.opening.TestEvery)
	if n := s.faulty.Calls(op).Begun; n != before {
		s.Errorf("%d calls were started of a tier that is down", n-before)
	}
	if c := s.faulty.Calls(OpTest); c.Begun == 0 || c.Most != 1 || c.Begun > tests+6 {
		s.Errorf("in 5 times %v a tier that is down was tested by %+v", s.opening.TestEvery, c)
	}
}

// comesBack lets the storage answer again.
func (s *scene) comesBack() {
	s.Helper()
	s.faulty.Heal()
	s.faulty.Release()
	s.until("the tier serves again", func() bool { return s.tier.Ready() == nil })
	s.loads(s.asks(lookup.VerdictHit, "a"), "a")
	s.store("b")
}
