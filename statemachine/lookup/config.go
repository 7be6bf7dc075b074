package lookup

import (
	"log/slog"
	"math"
	"time"

	"github.com/genlock-go/genlock/internal/limits"
	"github.com/genlock-go/genlock/statemachine/health"
)

// What a zero field of Config stands for, and how far each may go.
const (
	DefaultDeadline      = time.Second
	DefaultProbeDeadline = 5 * time.Second
	DefaultMissAge       = 30 * time.Second
	DefaultWorkers       = 4
	DefaultBatch         = 64
	DefaultQueue         = 1024
	DefaultUnderWay      = 1 << 16

	// Never is the MissAge of a tier that no other process writes to.
	Never = time.Duration(math.MaxInt64)

	MaxWorkers  = 256
	MaxBatch    = 1 << 16
	MaxQueue    = 1 << 16
	MaxUnderWay = 1 << 24
)

// Config bounds a manager. A zero field is its default; no field can say "no bound".
type Config[K, R comparable] struct {
	// Deadline is how long a request waits for the first answer to a key, from its first ask on. Then it is told miss.
	Deadline time.Duration
	// ProbeDeadline is how long a call of the prober may take before it counts as stuck, and another worker takes over if
	// Watch lends a place.
	ProbeDeadline time.Duration
	// MissAge is how old a miss may be and still answer a newcomer; then the newcomer looks again. It bounds how long what
	// other processes store is overlooked. Never is for storage that nobody else writes to: there every change is told.
	MissAge time.Duration
	// Workers is how many calls of the prober may run at a time.
	Workers int
	// Batch is how many keys a call gets at most.
	Batch int
	// Queue is how many batches may wait for a worker.
	Queue int
	// UnderWay is how many keys may be sent and not yet drained.
	UnderWay int
	// Watch bounds the calls that are stuck, for all who use the storage, and says whether the tier serves; its owner steps
	// and closes it. Nil: one of the manager's own, which tests by the prober if that is a Tester.
	Watch *health.Watch
	// Name is what the log calls the tier.
	Name string
	// Log, if given, hears of what goes wrong: one line of each kind a minute, with the number of those left out.
	Log *slog.Logger
	// Observe, if given, hears of every event that an entry met: on the caller's goroutine, inside the call. The step is
	// valid until Observe returns. It must not call the manager.
	Observe func(*Step[K, R])
}

// withDefaults is the configuration with each zero field filled in, or an error that names the field.
func (c Config[K, R]) withDefaults() (Config[K, R], error) {
	err := limits.Fill(ErrConfig,
		limits.Duration("Deadline", &c.Deadline, DefaultDeadline),
		limits.Duration("ProbeDeadline", &c.ProbeDeadline, DefaultProbeDeadline),
		limits.Duration("MissAge", &c.MissAge, DefaultMissAge),
		limits.Count("Workers", &c.Workers, DefaultWorkers, MaxWorkers),
		limits.Count("Batch", &c.Batch, DefaultBatch, MaxBatch),
		limits.Count("Queue", &c.Queue, DefaultQueue, MaxQueue),
		limits.Count("UnderWay", &c.UnderWay, DefaultUnderWay, MaxUnderWay),
	)
	return c, err
}
