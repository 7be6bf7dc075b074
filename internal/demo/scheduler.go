package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A scheduler runs requests in steps: drain, ask, flush. It is the one goroutine that owns the manager.
type scheduler struct {
	manager *lookup.Manager[key, int]
	files   *storage
	random  *rand.Rand
	begun   int
	running []*request
	loads   []load // that end in a later step
	seen    seen
}

// seen is what happened.
type seen struct {
	served, aborted, loaded, failed, late, lost int
}

func (s seen) String() string {
	return fmt.Sprintf("%d requests served, %d aborted, %d blocks loaded, %d loads failed, %d lost without a word, %d told miss for the slow file",
		s.served, s.aborted, s.loaded, s.failed, s.lost, s.late)
}

// limit bounds the whole run.
const limit = 20 * time.Second

func (s *scheduler) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for s.begun < requests || len(s.running) > 0 || len(s.loads) > 0 {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%d requests and %d loads still run: %w", len(s.running), len(s.loads), err)
		}
		s.manager.Drain(budget)
		s.wakeSlowFile()
		if err := s.step(); err != nil {
			return err
		}
		s.manager.Flush(time.Now(), budget)
		s.rest(ctx)
	}
	return nil
}

// rest waits for answers, or for a moment: a step is never empty work.
func (s *scheduler) rest(ctx context.Context) {
	select {
	case <-s.manager.Wake():
	case <-time.After(2 * time.Millisecond):
	case <-ctx.Done():
	}
}

func (s *scheduler) step() error {
	for s.begun < requests && len(s.running) < atOnce {
		if err := s.begin(); err != nil {
			return err
		}
	}
	if err := errors.Join(s.world(), s.endLoads()); err != nil {
		return err
	}
	for _, r := range slices.Clone(s.running) {
		if err := s.serve(r); err != nil {
			return fmt.Errorf("request %d: %w", r.id, err)
		}
	}
	return nil
}

// begin begins a request. Ids come back: nothing of an old request may reach the new one.
func (s *scheduler) begin() error {
	r := &request{id: s.begun % (2 * atOnce), asked: time.Now(), told: map[key]told{}, leaves: -1}
	if s.random.IntN(4) == 0 {
		r.leaves = 1 + s.random.IntN(20)
	}
	for slices.ContainsFunc(s.running, func(other *request) bool { return other.id == r.id }) {
		r.id += 2 * atOnce
	}
	for range 1 + s.random.IntN(5) {
		r.keys = append(r.keys, s.files.keys[s.random.IntN(blocks)])
	}
	if s.begun%10 == 0 {
		r.keys = append(r.keys, s.files.slow)
	}
	var err error
	r.handle, err = s.manager.Begin(r.id)
	s.begun++
	s.running = append(s.running, r)
	return err
}

// wakeSlowFile lets the slow file answer when most requests have given up on it. Its late answer serves the rest.
func (s *scheduler) wakeSlowFile() {
	if s.begun > requests*3/4 && s.seen.late > 0 {
		s.files.answerAll()
	}
}

// world lets the storage change: sometimes the manager is told, sometimes nobody is.
func (s *scheduler) world() error {
	k := s.files.keys[1+s.random.IntN(blocks-1)]
	switch s.random.IntN(12) {
	case 0:
		if err := s.files.store(k); err != nil {
			return err
		}
		s.manager.Stored(k)
		for _, r := range s.running {
			delete(r.told, k)
		}
	case 1:
		if err := s.files.remove(k); err != nil {
			return err
		}
		s.manager.Deleted(k)
	case 2, 3:
		s.seen.lost++
		return s.files.decay(s.random, k)
	}
	return nil
}
