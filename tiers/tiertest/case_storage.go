package tiertest

import (
	"context"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// Several tiers: on one storage, on the same one after another, and side by side in a scheduler.
var storageCases = []conform{
	{name: "tiers on one storage see each other's blocks", needs: shares, check: func(s *scene) {
		other := s.beside(func(*Opening) {})
		ours, theirs := s.submitStore(0, "a", "b", "c"), other.submitStore(0, "c", "b", "a") // at once
		s.arrived(ours)
		other.arrived(theirs)
		for _, tier := range []*scene{s, other} {
			tier.loads(tier.asks(lookup.VerdictHit, "a", "b", "c"), "a", "b", "c")
		}
		other.store("d")
		s.loads(s.asks(lookup.VerdictHit, "d"), "d")
	}},
	{name: "persistent blocks outlive their tier", check: func(s *scene) {
		if !s.tier.Capabilities().Persistent {
			s.Skip("the storage is not persistent")
		}
		first := s.beside(func(o *Opening) { o.Dir += "-again" })
		first.store("a", "b")
		first.shutdown()
		again := s.beside(func(o *Opening) { o.Dir += "-again" })
		again.loads(again.asks(lookup.VerdictHit, "a", "b"), "a", "b")
	}},
	{name: "tenants share nothing", needs: salted, check: func(s *scene) {
		other := s.beside(func(o *Opening) { o.Salt = "another tenant" })
		s.store("a")
		other.asks(lookup.VerdictMiss, "a")
		theirs := []tiers.Block[string]{{Key: "a", Slot: 0}}
		fill(other.memory.Slot(0), "other bytes of the key")
		job, err := other.tier.SubmitStore(theirs)
		other.arrived(other.submitted(job, err, 1))
		s.loads(s.asks(lookup.VerdictHit, "a"), "a")
		other.arrived(other.submitLoad(other.asks(lookup.VerdictHit, "a"), 1, "a"))
		if !holds(other.memory.Slot(1), "other bytes of the key") {
			other.Error("a tenant is served the bytes of another one")
		}
	}},
	{name: "a tier is detached while requests run", check: func(s *scene) {
		other := s.beside(func(o *Opening) { o.Dir += "-beside" })
		var set tiers.Set[string, int]
		for _, tier := range []*scene{s, other} {
			if err := set.Add(tier.tier); err != nil {
				s.Fatal(err)
			}
		}
		s.store("a")
		other.store("a")
		here, there := s.asks(lookup.VerdictHit, "a"), other.asks(lookup.VerdictHit, "a")
		runs, waits := s.submitLoad(here, 100, "a"), s.hears(here, "never probed")
		detached, err := set.Remove(s.tier.Name())
		if err != nil || detached != s.tier || waits != lookup.VerdictRetry {
			s.Fatalf("Remove: %v, %v; an ask hears %v", detached, err, waits)
		}
		if err := detached.Drain(context.Background()); err != nil {
			s.Errorf("Drain: %v", err)
		}
		s.arrived(runs)
		s.holds(tiers.Block[string]{Key: "a", Slot: 100})
		s.shutdown()
		if v := s.hears(here, "never probed"); v != lookup.VerdictMiss {
			s.Errorf("a request that waited hears %v of a tier that was detached", v)
		}
		other.loads(there, "a")
	}},
}
