package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// A scheduler runs requests in steps. It is the one goroutine that owns the tier and primary memory.
type scheduler struct {
	tier    tiers.Tier[key, int]
	pool    memory
	files   *fs.Store[key]
	storage *storage

	choices *rand.Rand // of requests
	chance  *rand.Rand // of the world around them

	steps   int
	begun   int
	running []*request
	writes  []write
	jobs    map[tiers.JobID]*move
	changed map[key]change
	spoilt  map[key]int // in which step
	acts    acts
	seen    seen

	limit time.Duration // of the whole run
}

// A change is the last one of a key that the tier told of.
type change struct {
	there        bool
	last, stored int // in which step it was told, and in which a store was
}

// newScheduler opens a tier over a directory. exchange, if given, may put other parts in place of some.
func newScheduler(dir string, seed uint64, exchange func(*parts)) (*scheduler, error) {
	p, err := open(dir)
	if err != nil {
		return nil, err
	}
	if exchange != nil {
		exchange(&p)
	}
	s := &scheduler{
		pool: p.pool, files: p.files, storage: &storage{Backend: p.below},
		choices: rand.New(rand.NewPCG(seed, 0)), chance: rand.New(rand.NewPCG(seed, 1)),
		jobs: map[tiers.JobID]*move{}, changed: map[key]change{}, spoilt: map[key]int{}, limit: 20 * time.Second,
	}
	if s.tier, err = s.newTier(); err != nil {
		return nil, errors.Join(err, p.files.Close(context.Background()), p.pool.Close(context.Background(), nil))
	}
	return s, nil
}

// run runs until enough requests have begun and everything that may happen has.
func (s *scheduler) run(ctx context.Context) error {
	for {
		missing := s.missing()
		if s.begun >= requests && len(missing) == 0 {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%d requests have begun, and so far there was no %s: %w", s.begun, strings.Join(missing, ", no "), err)
		}
		if err := s.step(true); err != nil {
			return err
		}
		s.rest(ctx)
	}
}

// step is one step: what has happened is heard, what can be done is done, what was asked goes out.
func (s *scheduler) step(goOn bool) error {
	s.steps++
	s.tier.BeginStep(time.Now(), budget)
	if err := errors.Join(s.endJobs(), s.endWrites()); err != nil {
		return err
	}
	if goOn {
		if err := s.world(); err != nil {
			return err
		}
	}
	for _, r := range slices.Clone(s.running) {
		if err := s.serve(r); err != nil {
			return fmt.Errorf("request %d: %w", r.id, err)
		}
	}
	s.tier.EndStep(time.Now(), budget)
	return nil
}

// rest waits for what the tier has to tell, or for a moment: a step is never empty work.
func (s *scheduler) rest(ctx context.Context) {
	select {
	case <-s.tier.Wake():
	case <-time.After(2 * time.Millisecond):
	case <-ctx.Done():
	}
}

// hear notes what the tier says of the storage.
func (s *scheduler) hear(e tiers.Event[key]) {
	for _, k := range e.Keys {
		c := s.changed[k]
		c.there, c.last = e.There, s.steps
		if e.There {
			c.stored = s.steps
		}
		s.changed[k] = c
	}
}
