package health

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/genlock-go/genlock/internal/limits"
)

// What a zero field of Config stands for, and how many places there may be.
const (
	DefaultBound        = 64
	DefaultTestEvery    = time.Second
	DefaultTestDeadline = 5 * time.Second

	MaxBound = 1 << 12

	// NoPlaces is the Bound of a tier whose stuck calls are not replaced: a pool stands still while all of its workers
	// are stuck.
	NoPlaces = -1
)

// Config bounds a Watch. A zero field is its default; no field can say "no bound".
type Config struct {
	// Bound is how many stuck calls may be replaced at a time; NoPlaces: none.
	Bound int
	// Test asks the storage for a sign of life. It runs on a goroutine of its own, one at a time; its context ends at
	// TestDeadline and at Close. Nil: the storage counts as answering once a stuck call has given its place back.
	Test func(context.Context) error
	// TestEvery is how long after a test has begun the next one begins, while the tier is down.
	TestEvery time.Duration
	// TestDeadline is how long a test may take. One that takes longer has failed, whatever it says then.
	TestDeadline time.Duration
	// Wake, if given, is called when Step has something to hear: on the goroutine of a test. It must not block.
	Wake func()
	// Name is what the log calls the tier.
	Name string
	// Log, if given, hears when the tier goes down, why it stays down, and when it serves again: one line of each kind a
	// minute.
	Log *slog.Logger
}

// withDefaults is the configuration with each zero field filled in, or an error that names the field.
func (c Config) withDefaults() (Config, error) {
	switch {
	case c.Bound < NoPlaces || c.Bound > MaxBound:
		return c, fmt.Errorf("%w: Bound is %d, which is not within 0 and %d", ErrConfig, c.Bound, MaxBound)
	case c.Bound == NoPlaces:
		c.Bound = 0
	case c.Bound == 0:
		c.Bound = DefaultBound
	}
	if c.Wake == nil {
		c.Wake = func() {}
	}
	err := limits.Fill(ErrConfig,
		limits.Duration("TestEvery", &c.TestEvery, DefaultTestEvery),
		limits.Duration("TestDeadline", &c.TestDeadline, DefaultTestDeadline),
	)
	return c, err
}
