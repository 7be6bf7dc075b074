package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// How much is done.
const (
	blocks   = 48
	requests = 120
	atOnce   = 12 // requests that run at a time
	patience = 150 * time.Millisecond
	budget   = 1 << 10
)

// Demonstrate runs requests over a temporary folder, and is an error where the manager does not behave.
func Demonstrate(ctx context.Context, o cli.DemoOptions) (summary string, err error) {
	dir, err := os.MkdirTemp("", "genlock-verify-")
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	if !o.Keep {
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	files, err := newStorage(dir, blocks)
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	defer func() { err = errors.Join(err, files.blocks.Close(context.Background())) }()
	s, err := newScheduler(files, rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	err = errors.Join(s.run(ctx), s.close())
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	summary = s.seen.String()
	if o.Keep {
		summary += ", files in " + dir
	}
	return summary, nil
}

// newScheduler starts a manager whose calls look at one file each, so that the slow one holds up no other.
func newScheduler(files *storage, random *rand.Rand) (*scheduler, error) {
	manager, err := lookup.New(files, time.Now(), lookup.Config[key, int]{
		Deadline: patience, ProbeDeadline: 10 * patience, Batch: 1, Workers: 4,
	})
	if err != nil {
		return nil, err
	}
	return &scheduler{manager: manager, files: files, random: random}, nil
}
