package job

import (
	"time"

	"github.com/genlock-go/genlock/internal/limits"
	"github.com/genlock-go/genlock/statemachine/health"
)

// What a zero field of Config stands for, and how far each may go.
const (
	DefaultDeadline     = 30 * time.Second
	DefaultCallDeadline = 10 * time.Second
	DefaultCleanUpAfter = time.Second
	DefaultWorkers      = 8
	DefaultJobs         = 1024
	DefaultOvertakes    = 16

	MaxWorkers   = 256
	MaxJobs      = 1 << 15
	MaxOvertakes = 1 << 16
	MaxBlocks    = 1 << 20 // of a job
)

// Tries is how often it is tried to remove what a failed move has left behind.
const Tries = 3

// Config bounds a manager. A zero field is its default; no field can say "no bound".
type Config struct {
	// Deadline is how long a job may take, from its submission on. Then it is reported as failed, once.
	Deadline time.Duration
	// CallDeadline is how long one call of a mover may take before its worker counts as stuck, and another one takes over.
	CallDeadline time.Duration
	// CleanUpAfter is how long after a job's end what it left behind is removed. Each further try waits twice as long.
	CleanUpAfter time.Duration
	// Workers is how many calls may run at a time, beside those that are stuck.
	Workers int
	// Jobs is how many jobs of each class may be under way: submitted, and not yet reported, released and cleaned up.
	Jobs int
	// Overtakes is how many blocks of reads may be started, one after another, while a block of a write waits; and how many
	// of either while a clean-up does.
	Overtakes int
	// Watch bounds the calls that are stuck, for all who use the storage; its owner steps and closes it. Nil: one of the
	// manager's own.
	Watch *health.Watch
	// Observe, if given, hears of every event that a job met, from whatever goroutine: while the manager is locked, so it
	// must not call it. The step is valid until Observe returns.
	Observe func(*Step)
}

// withDefaults is the configuration with each zero field filled in, or an error that names the field.
func (c Config) withDefaults() (Config, error) {
	err := limits.Fill(ErrConfig,
		limits.Duration("Deadline", &c.Deadline, DefaultDeadline),
		limits.Duration("CallDeadline", &c.CallDeadline, DefaultCallDeadline),
		limits.Duration("CleanUpAfter", &c.CleanUpAfter, DefaultCleanUpAfter),
		limits.Count("Workers", &c.Workers, DefaultWorkers, MaxWorkers),
		limits.Count("Jobs", &c.Jobs, DefaultJobs, MaxJobs),
		limits.Count("Overtakes", &c.Overtakes, DefaultOvertakes, MaxOvertakes),
	)
	return c, err
}
