package tiertest

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

var errIO = errors.New("input/output error")

// What fails is told, leaves nothing, and takes nothing with it.
var faultCases = concat(
	each("a store that fails leaves nothing visible", OpStore, func(s *scene, fault Fault[string]) {
		s.faults().Plan(fault)
		s.fails(s.submitStore(0, "a"))
		s.asks(lookup.VerdictMiss, "a")
		s.store("a")
		s.loads(s.asks(lookup.VerdictHit, "a"), "a")
	}),
	each("an error never makes a slot readable", OpLoad, func(s *scene, fault Fault[string]) {
		s.store("a")
		first, second := s.asks(lookup.VerdictHit, "a"), s.asks(lookup.VerdictHit, "a")
		s.faults().Plan(fault)
		r := s.fails(s.submitLoad(first, 0, "a"))
		if fault.Err != nil && !errors.Is(r.Err, fault.Err) {
			s.Errorf("the error of the storage is lost: %v", r.Err)
		}
		var op *tiers.OpError
		if !errors.As(r.Err, &op) || op.Tier != s.tier.Name() || op.Op != "load" || op.Key != tiers.PrintKey("a") {
			s.Errorf("the error names no tier, operation or key: %v", r.Err)
		}
		probes := s.probes()
		for _, h := range []lookup.Handle{first, second} {
			s.ask(h, lookup.VerdictMiss, "a")
			if _, err := s.tier.SubmitLoad(h, blocks(0, "a")); !errors.Is(err, tiers.ErrNoHit) {
				s.Errorf("a second load of what failed: %v, want ErrNoHit", err)
			}
		}
		if s.probes() != probes {
			s.Error("a request that was told of a failure is answered by a new probe")
		}
		s.loads(s.asks(lookup.VerdictHit, "a"), "a") // a newcomer looks again
	}),
	each("a probe that fails is no absence", OpProbe, func(s *scene, fault Fault[string]) {
		s.store("a")
		s.faults().Plan(fault)
		s.asks(lookup.VerdictMiss, "a") // who waits does without
		s.loads(s.asks(lookup.VerdictHit, "a"), "a")
	}),
	[]conform{
		{name: "a failure takes no other job with it", check: func(s *scene) {
			s.faults().Plan(Fault[string]{Op: OpStore, Keys: []string{"bad"}, Err: errIO}, Fault[string]{Op: OpStore, Keys: []string{"worse"}, Panic: "nil map"})
			good, bad, worse, last := s.submitStore(0, "good"), s.submitStore(1, "bad"), s.submitStore(2, "worse"), s.submitStore(3, "last")
			s.arrived(good)
			s.fails(bad)
			if r := s.fails(worse); !errors.Is(r.Err, tiers.ErrPanic) {
				s.Errorf("a storage that panics ends a job with %v, want ErrPanic", r.Err)
			}
			s.arrived(last)
			s.asks(lookup.VerdictHit, "good", "last")
			s.asks(lookup.VerdictMiss, "bad", "worse")
		}},
		{name: "what is left behind is removed later", check: func(s *scene) {
			var tries atomic.Int32
			left := &tiers.Leftover{What: "a temporary file", Err: errIO, Clean: func(context.Context) error {
				if tries.Add(1) == 1 {
					return errIO
				}
				return nil
			}}
			s.faults().Plan(Fault[string]{Op: OpStore, Nth: 1, Err: left})
			if r := s.fails(s.submitStore(0, "a")); !errors.Is(r.Err, errIO) {
				s.Errorf("a store that leaves something behind fails with %v", r.Err)
			}
			s.pass(time.Minute)
			if n := tries.Load(); n != 2 {
				s.Errorf("the removal of what is left behind, which fails once, was tried %d times", n)
			}
			if n := s.tier.Stats().Forsaken; n != 0 {
				s.Errorf("what was removed is counted as forsaken %d times", n)
			}
		}},
		{name: "a slow key holds up no other", limits: func(l *Limits) { l.Workers = 2 }, check: func(s *scene) {
			s.store("fast")
			s.faults().Plan(Fault[string]{Op: OpProbe, Keys: []string{"slow"}, Hung: true})
			s.hears(s.begin(), "slow")
			s.step()
			s.loads(s.asks(lookup.VerdictHit, "fast"), "fast")
		}},
	},
)

// each is a case for each way in which the first call of a method can fail.
func each(name string, op Op, check func(*scene, Fault[string])) []conform {
	var cases []conform
	for _, way := range []struct {
		name  string
		fault Fault[string]
	}{
		{"error", Fault[string]{Err: errIO}},
		{"not there", Fault[string]{Err: tiers.ErrNotFound}},
		{"corrupt", Fault[string]{Err: tiers.ErrCorrupt}},
		{"short", Fault[string]{Short: true}},
		{"panic", Fault[string]{Panic: "index out of range"}},
	} {
		fault := way.fault
		fault.Op, fault.Nth = op, 1
		cases = append(cases, conform{
			name:  fmt.Sprintf("%s, %s", name, way.name),
			check: func(s *scene) { check(s, fault) },
		})
	}
	return cases
}

func concat(groups ...[]conform) (all []conform) {
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}
