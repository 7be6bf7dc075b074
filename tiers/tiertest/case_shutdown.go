package tiertest

import (
	"context"
	"errors"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A tier that shuts down forgets no job, and waits no longer than it may.
var shutdownCases = []conform{
	{name: "a shutdown ends what waits and lets end what runs", limits: oneWorker, check: func(s *scene) {
		s.store("a", "b", "c")
		h := s.asks(lookup.VerdictHit, "a", "b", "c")
		s.faults().Plan(Fault[string]{Op: OpLoad, Slow: 3 * time.Second})
		runs, waits, stores := s.submitLoad(h, 10, "a"), s.submitLoad(h, 11, "b"), s.submitStore(12, "d")
		s.until("a copy runs", func() bool { return s.faulty.Calls(OpLoad).Running == 1 })
		if err := s.shutsIn(time.Minute, 3*time.Second); err != nil {
			s.Errorf("Shutdown: %v", err)
		}
		s.poll()
		switch r := s.reports[runs]; { // a copy may stop for the shutdown, or go on to its end
		case len(r.Outcomes) == 1 && r.Outcomes[0] == tiers.Arrived:
			s.holds(r.Blocks[0])
		case !errors.Is(r.Err, tiers.ErrClosed) || r.Held:
			s.Errorf("a job that runs at a shutdown ends %v, held %v: %v", r.Outcomes, r.Held, r.Err)
		}
		for _, job := range []tiers.JobID{waits, stores} {
			if r := s.reports[job]; len(r.Outcomes) != 1 || r.Outcomes[0] != tiers.Untried || !errors.Is(r.Err, tiers.ErrClosed) {
				s.Errorf("a job that waits for a worker at a shutdown ends %v: %v", r.Outcomes, r.Err)
			}
		}
	}},
	{name: "after a shutdown everything is answered at once", check: func(s *scene) {
		s.store("a")
		h := s.asks(lookup.VerdictHit, "a")
		for range 3 {
			if err := s.shutsIn(time.Minute, 0); err != nil {
				s.Errorf("Shutdown: %v", err)
			}
		}
		if v := s.hears(h, "a"); v != lookup.VerdictMiss {
			s.Errorf("an ask hears %v", v)
		}
		if v := s.hears(s.begin(), "b"); v != lookup.VerdictMiss {
			s.Errorf("a newcomer's ask hears %v", v)
		}
		_, err := s.tier.SubmitLoad(h, blocks(0, "a"))
		s.refused("load", badJob{"a tier that is closed", nil, tiers.ErrClosed, ""}, err)
		_, err = s.tier.SubmitStore(blocks(0, "a"))
		s.refused("store", badJob{"a tier that is closed", nil, tiers.ErrClosed, ""}, err)
		if err := s.tier.Ready(); !errors.Is(err, tiers.ErrClosed) {
			s.Errorf("Ready: %v, want ErrClosed", err)
		}
		s.step() // steps do no harm
	}},
	{name: "a shutdown names what is stuck", check: func(s *scene) {
		s.store("a")
		h := s.asks(lookup.VerdictHit, "a")
		s.faults().Plan(Fault[string]{Op: OpLoad, Hung: true}, Fault[string]{Op: OpProbe, Hung: true})
		s.submitLoad(h, 0, "a")
		s.hears(h, "probed")
		s.step()
		err := s.shutsIn(2*time.Second, 2*time.Second)
		if !errors.Is(err, tiers.ErrStuck) || !errors.Is(err, context.DeadlineExceeded) {
			s.Errorf("Shutdown: %v, want an ErrStuck and a DeadlineExceeded", err)
		}
		s.faulty.Release()
		if err := s.shutsIn(time.Minute, 0); err != nil {
			s.Errorf("Shutdown, once nothing is stuck: %v", err)
		}
	}},
	{name: "a drain waits for copies and for nothing else", check: func(s *scene) {
		s.store("a")
		h := s.asks(lookup.VerdictHit, "a")
		s.faults().Plan(Fault[string]{Op: OpLoad, Slow: 3 * time.Second}, Fault[string]{Op: OpProbe, Hung: true})
		s.hears(h, "probed")
		job := s.submitLoad(h, 0, "a")
		s.step()
		began := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := s.tier.Drain(ctx)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			s.Errorf("Drain with a second, while a copy takes longer: %v after %v", err, time.Since(began))
		}
		if err := s.tier.Drain(context.Background()); err != nil || time.Since(began) != 3*time.Second {
			s.Errorf("Drain: %v after %v, want nil after 3s", err, time.Since(began))
		}
		s.arrived(job)
		s.store("b") // a drain ends nothing
	}},
}

// shutsIn shuts down within a time, which must take exactly so long.
func (s *scene) shutsIn(within, takes time.Duration) error {
	s.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	began := time.Now()
	err := s.tier.Shutdown(ctx)
	if took := time.Since(began); took != takes {
		s.Errorf("Shutdown took %v, want %v: %v", took, takes, err)
	}
	return err
}
