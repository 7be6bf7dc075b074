package demo

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A request wants some blocks.
type request struct {
	id     int
	handle lookup.Handle
	keys   []key
	asked  time.Time
	told   map[key]told
	leaves int // steps until its client goes; never if negative
	ended  bool
}

// told is what became of a key of a request; a store of the key makes it unknown again.
type told uint8

const (
	nothing   told = iota
	loadRuns       // a load was started and has not ended
	hasBlock       // it was loaded
	hasFailed      // its load failed, and counted: from now on the request must hear miss
)

// A load is under way. It may outlive its request.
type load struct {
	by         *request
	key        key
	generation lookup.Generation
}

// serve asks for all keys of a request, and ends it when each has been answered, or when its client has gone.
func (s *scheduler) serve(r *request) error {
	if r.leaves--; r.leaves == 0 {
		s.seen.aborted++
		return s.end(r)
	}
	waiting := false
	for _, k := range r.keys {
		waits, err := s.ask(r, k)
		if err != nil {
			return err
		}
		waiting = waiting || waits
	}
	if waiting {
		return r.overdue()
	}
	s.seen.served++
	return s.end(r)
}

// ask asks for a key and acts on the verdict: a hit is loaded. It says whether there is still something to wait for.
func (s *scheduler) ask(r *request, k key) (waits bool, err error) {
	verdict, _, err := s.manager.Lookup(r.handle, k)
	switch {
	case err != nil:
		return false, err
	case r.told[k] == hasFailed && verdict != lookup.VerdictMiss:
		return false, fmt.Errorf("hears %v for %s after its load failed", verdict, k)
	case verdict == lookup.VerdictRetry:
		return true, nil
	case verdict == lookup.VerdictMiss:
		s.missed(k)
		return r.told[k] == loadRuns, nil
	case r.told[k] == hasBlock:
		return false, nil
	}
	return true, s.startLoad(r, k)
}

func (s *scheduler) missed(k key) {
	if k == s.files.slow {
		s.seen.late++
	}
}

func (s *scheduler) startLoad(r *request, k key) error {
	generation, started, err := s.manager.Load(r.handle, k)
	if !started || err != nil {
		return err
	}
	r.told[k] = loadRuns
	s.loads = append(s.loads, load{r, k, generation})
	if s.random.IntN(8) > 0 {
		return nil
	}
	s.seen.lost++
	return s.files.decay(s.random, k) // now that somebody relies on it
}

// overdue is an error where a request waits for ever.
func (r *request) overdue() error {
	if waited := time.Since(r.asked); waited > limit/2 {
		return fmt.Errorf("waits for an answer since %v", waited)
	}
	return nil
}

func (s *scheduler) end(r *request) error {
	r.ended = true
	s.running = slices.DeleteFunc(s.running, func(other *request) bool { return other == r })
	return s.manager.Cleanup(r.handle)
}

// endLoads ends the loads that were started in earlier steps. Those of requests that have gone end too.
func (s *scheduler) endLoads() error {
	ended := s.loads
	s.loads = nil
	for _, l := range ended {
		err := s.files.load(l.key)
		switch {
		case errors.Is(err, errWrongBlock):
			return err
		case err != nil:
			err = s.loadFailed(l)
		default:
			err = s.loadDone(l)
		}
		if err != nil {
			return fmt.Errorf("the end of a load of %s: %w", l.key, err)
		}
	}
	return nil
}

// loadFailed marks the block as missed; the request hears miss if the failure counted, that is if no change was told
// since the load began.
func (s *scheduler) loadFailed(l load) error {
	s.seen.failed++
	cell, err := s.manager.MarkMiss(l.key, l.generation)
	l.by.told[l.key] = nothing
	if err == nil && cell.Info().Outcome == statemachine.Apply {
		l.by.told[l.key] = hasFailed
	}
	return err
}

func (s *scheduler) loadDone(l load) error {
	s.seen.loaded++
	l.by.told[l.key] = hasBlock
	err := s.manager.Loaded(l.by.handle, l.key, l.generation)
	if l.by.ended && errors.Is(err, lookup.ErrHandle) {
		return nil // nobody waits for it any more
	}
	return err
}
