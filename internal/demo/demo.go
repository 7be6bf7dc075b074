package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/primary"
)

// How much is done, and with how little room.
const (
	requests = 160 // at least
	atOnce   = 12  // requests that run at a time
	blocks   = 128
	popular  = 16 // blocks that half of all wishes are for
	slots    = 48
	files    = 48
	budget   = 1 << 10
)

// patience is how long a request waits for an answer. A call, and a job, may take a little longer: what is late by then is
// late because it was made so, or because the machine is busy, which is as good.
const patience = 60 * time.Millisecond

// Demonstrate runs requests over a temporary folder, and is an error where the tier does not behave.
func Demonstrate(ctx context.Context, o cli.DemoOptions) (summary string, err error) {
	dir, err := os.MkdirTemp("", "genlock-verify-")
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	if !o.Keep {
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	s, err := newScheduler(dir, o.Seed, nil)
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	if err := s.play(ctx, dir); err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	summary = s.seen.String() + "; nothing is left"
	if o.Keep {
		summary += "; files in " + dir
	}
	return summary, nil
}

// play runs the scheduler and ends it, also where the run was cut short.
func (s *scheduler) play(ctx context.Context, dir string) error {
	running, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	err := s.run(running)
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.limit/4)
	defer cancel()
	return errors.Join(err, s.close(ending, dir))
}

// parts are what a tier is made of. Tests exchange some for wrong ones.
type parts struct {
	files *fs.Store[key]
	below tiers.Backend[key] // what is called in place of files
	pool  memory
}

// memory is what a scheduler needs of primary memory: a primary.Pool.
type memory interface {
	tiers.Memory
	Pin(k key) (ref primary.Ref, pinned bool)
	Unpin(ref primary.Ref) error
	Reserve(keys []key, into []primary.Ref) ([]primary.Ref, error)
	Write(keys []key, into []primary.Ref) ([]primary.Ref, error)
	Send(ref primary.Ref) error
	Cancel(ref primary.Ref) bool
	Land(ref primary.Ref, arrived bool, users int) (readable bool, err error)
	Reset() (draining int)
	Stats() primary.Stats
	Close(ctx context.Context, wait func(context.Context) error) error
}

// open opens a directory and memory.
func open(dir string) (parts, error) {
	store, err := openFiles(dir)
	if err != nil {
		return parts{}, err
	}
	pool, err := primary.New(primary.Config[key]{Slots: slots, SlotBytes: blockBytes})
	if err != nil {
		return parts{}, errors.Join(err, store.Close(context.Background()))
	}
	return parts{store, store, pool}, nil
}

// newTier puts a tier above the storage. A call looks at one file, so that the slow one holds up no other.
func (s *scheduler) newTier() (tiers.Tier[key, int], error) {
	return tiers.New(s.storage, s.pool, time.Now(), tiers.Config[key, int]{
		Lookups: lookup.Config[key, int]{Deadline: patience, ProbeDeadline: 2 * patience, MissAge: patience, Batch: 1, Workers: 4},
		Jobs:    job.Config{Deadline: 3 * patience, CallDeadline: 2 * patience, CleanUpAfter: patience, Workers: 4},
		Health:  health.Config{Bound: 3, TestEvery: patience / 2, TestDeadline: patience},
		Events:  s.hear,
	})
}
