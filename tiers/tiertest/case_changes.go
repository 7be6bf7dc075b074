package tiertest

import (
	"slices"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// What the storage did reaches those who ask, and those who want to hear of it.
var changeCases = []conform{
	{name: "a store lifts a miss", check: func(s *scene) {
		h := s.asks(lookup.VerdictMiss, "a")
		other := s.asks(lookup.VerdictMiss, "a")
		job := s.submitStore(0, "a")
		s.until("the store is over", func() bool { _, over := s.reports[job]; return over })
		for _, h := range []lookup.Handle{h, other, s.begin()} {
			if v := s.hears(h, "a"); v == lookup.VerdictMiss || v == lookup.VerdictRetry && s.live[h] && h == other {
				s.Errorf("once a store is reported its key is a %v", v)
			}
		}
		s.loads(h, "a")
	}},
	{name: "a removal makes a miss", needs: evicts, check: func(s *scene) {
		s.store("a", "b")
		h := s.asks(lookup.VerdictHit, "a", "b")
		s.harness.Evict(s.T, s.opening, "a")
		s.step()
		if v := s.hears(h, "a"); v != lookup.VerdictMiss {
			s.Errorf("a block that was removed is a %v", v)
		}
		_, err := s.tier.SubmitLoad(h, blocks(0, "b", "a"))
		s.refused("load", badJob{"a block that was removed", nil, tiers.ErrNoHit, `"a"`}, err)
		s.asks(lookup.VerdictMiss, "a")
		s.loads(h, "b")
	}},
	{name: "changes of one key count in their order", needs: evicts, check: func(s *scene) {
		h := s.asks(lookup.VerdictMiss, "a", "b")
		s.store("a", "b")
		s.harness.Evict(s.T, s.opening, "a")
		s.harness.Evict(s.T, s.opening, "b")
		s.store("b")
		s.ask(h, lookup.VerdictMiss, "a")
		s.ask(h, lookup.VerdictHit, "b")
		s.loads(h, "b")
	}},
	{name: "a failed load says nothing against a later store", limits: oneWorker, check: func(s *scene) {
		s.store("a")
		h := s.asks(lookup.VerdictHit, "a")
		s.faults().Plan(Fault[string]{Op: OpLoad, Nth: 1, Hung: true, Err: errIO})
		job := s.submitLoad(h, 1, "a")
		s.pass(2 * s.opening.CallDeadline) // until another worker has taken over
		s.store("a")
		s.faulty.Release()
		s.fails(job)
		s.loads(h, "a")
	}},
	{name: "events tell each change once", check: func(s *scene) {
		var told []tiers.Event[string]
		other := s.beside(func(o *Opening) {
			o.Dir += "-events"
			o.Events = func(e tiers.Event[string]) {
				e.Keys = slices.Clone(e.Keys)
				told = append(told, e)
			}
		})
		if other.faulty != nil {
			other.faulty.Plan(Fault[string]{Op: OpStore, Keys: []string{"bad"}, Err: errIO})
			other.fails(other.submitStore(9, "bad"))
		}
		other.store("a", "b", "c")
		other.step()
		checkEvents(other, told, true, "a", "b", "c")
		told = nil
		if s.harness.Evict == nil {
			return
		}
		s.harness.Evict(s.T, other.opening, "b")
		other.step()
		other.step()
		checkEvents(other, told, false, "b")
	}},
}

func checkEvents(s *scene, told []tiers.Event[string], there bool, keys ...string) {
	s.Helper()
	var got []string
	for _, e := range told {
		if e.There != there || e.Tier != s.tier.Name() || e.Capabilities != s.tier.Capabilities() {
			s.Errorf("the event %+v is not of what was done, or not of this tier", e)
		}
		got = append(got, e.Keys...)
	}
	slices.Sort(got)
	if !slices.Equal(got, keys) {
		s.Errorf("events tell of %q, want %q", got, keys)
	}
}
