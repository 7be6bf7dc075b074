package tiers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/genlock-go/genlock/internal/keys"
	"github.com/genlock-go/genlock/internal/quietlog"
	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// Secondary is a Tier over a Backend. Three machines decide what happens: lookup what a request hears of a key, job what
// becomes of a load or store, health whether the storage is called at all. Secondary carries what one of them says to the
// others, and keeps of each job what they do not know: its keys, its slots, and the generations under which its loads were
// started.
type Secondary[K, R comparable] struct {
	config       Config[K, R]
	capabilities Capabilities
	backend      Backend[K]
	memory       Memory
	keys         keys.Type[K]
	log          *quietlog.Log

	lookups *lookup.Manager[K, R]
	jobs    *job.Manager
	watch   *health.Watch
	wake    *bell
	storage closing // of the backend
	closed  bool
	now     time.Time

	reports []job.Report  // room for those of a step
	ended   []*work[K, R] // jobs that ended and are not yet reported, in order
	settled int           // how many of those had all their changes told
	told    []*work[K, R] // reported by the last Poll: the caller may still look at their blocks
	held    []*work[K, R] // reported, and not released
	spare   []*work[K, R] // for the next jobs
	gone    []job.Release // room for those of a call
	changes []Change[K]   // likewise
	slots   []uint64      // by slot: the last check that saw it
	checks  uint64

	unpolled int // how many jobs may have ended and not be reported before none is taken any more

	busy  [2]atomic.Int64 // nanoseconds within the storage, by Direction
	stats Stats           // its counters
}

var _ Tier[string, int] = (*Secondary[string, int])(nil)

// New makes a tier over a storage and starts its workers. now is the time until the first BeginStep. A value that cannot be
// worked with is an ErrConfig that names it; then the storage is still the caller's to close. A storage that has a method
// BlockBytes is refused where its blocks do not have the size of a slot.
func New[K, R comparable](backend Backend[K], memory Memory, now time.Time, config Config[K, R]) (*Secondary[K, R], error) {
	switch {
	case backend == nil:
		return nil, fmt.Errorf("%w: the storage is nil", ErrConfig)
	case memory == nil || memory.Slots() <= 0 || memory.SlotBytes() <= 0:
		return nil, fmt.Errorf("%w: there is no primary memory", ErrConfig)
	}
	if sized, ok := backend.(interface{ BlockBytes() int }); ok && sized.BlockBytes() != memory.SlotBytes() {
		return nil, fmt.Errorf("%w: slots of %d bytes for blocks of %d", ErrConfig, memory.SlotBytes(), sized.BlockBytes())
	}
	capabilities := backend.Capabilities()
	config, err := config.withDefaults(capabilities, nameOf(backend))
	if err != nil {
		return nil, err
	}
	s := &Secondary[K, R]{
		config:       config,
		capabilities: capabilities,
		backend:      backend,
		memory:       memory,
		keys:         keys.TypeOf[K](),
		log:          quietlog.New(config.Log, config.Name),
		now:          now,
		slots:        make([]uint64, memory.Slots()),
		unpolled:     cmp.Or(config.Jobs.Jobs, job.DefaultJobs),
	}
	if err := s.compose(); err != nil {
		return nil, fmt.Errorf("%w: tier %.64q: %w", ErrConfig, config.Name, err)
	}
	return s, nil
}

// compose makes the parts. Those that are made when a later one fails are closed again: nothing runs on them.
func (s *Secondary[K, R]) compose() (err error) {
	ring := make(chan struct{}, 1)
	c := s.config.Health
	c.Name, c.Log, c.Test = s.config.Name, s.config.Log, s.test
	c.Wake = func() { knock(ring) }
	if s.watch, err = health.New(s.now, c); err != nil {
		return err
	}
	s.config.Jobs.Watch, s.config.Lookups.Watch = s.watch, s.watch
	s.config.Lookups.Name, s.config.Lookups.Log = s.config.Name, s.config.Log
	if s.jobs, err = job.New(s.now, s.config.Jobs); err != nil {
		return errors.Join(err, s.watch.Close(context.Background()))
	}
	if s.lookups, err = lookup.New(prober[K]{s.config.Name, s.backend}, s.now, s.config.Lookups); err != nil {
		return errors.Join(err, s.jobs.Close(context.Background()), s.watch.Close(context.Background()))
	}
	s.wake = newBell(ring, s.lookups.Wake(), s.jobs.Wake())
	return nil
}

// Name implements Tier.
func (s *Secondary[K, R]) Name() string { return s.config.Name }

// Capabilities implements Tier.
func (s *Secondary[K, R]) Capabilities() Capabilities { return s.capabilities }

// Wake implements Tier.
func (s *Secondary[K, R]) Wake() <-chan struct{} { return s.wake.rung }

// Begin implements Tier.
func (s *Secondary[K, R]) Begin(id R) (lookup.Handle, error) {
	h, err := s.lookups.Begin(id)
	return h, s.wrapped("begin", err)
}

// Lookup implements Tier.
func (s *Secondary[K, R]) Lookup(request lookup.Handle, key K) (lookup.Verdict, error) {
	v, _, err := s.lookups.Lookup(request, key)
	if err != nil {
		err = s.keyed("lookup", key, err)
	}
	return v, err
}

// Finish implements Tier.
func (s *Secondary[K, R]) Finish(request lookup.Handle) error {
	return s.wrapped("finish", s.lookups.Cleanup(request))
}

// Touch implements Tier.
func (s *Secondary[K, R]) Touch(keys []K) {
	s.spared("touch", func() { s.backend.Touch(keys) })
}

// Ready implements Tier.
func (s *Secondary[K, R]) Ready() error {
	if s.closed {
		return s.wrapped("ready", ErrClosed)
	}
	if err := s.watch.Ready(); err != nil {
		return s.wrapped("ready", fmt.Errorf("%w: %w", ErrDown, err))
	}
	return nil
}

// spared makes a call of the storage that runs on the owner's goroutine: its panic is told to the log, and no more.
func (s *Secondary[K, R]) spared(op string, call func()) {
	if err := guarded(func() error { call(); return nil }); err != nil {
		s.log.Warn(s.now, "the storage panicked", "op", op, "error", err)
	}
}

// wrapped is an error with the tier and the operation, nil if there is none.
func (s *Secondary[K, R]) wrapped(op string, err error) error {
	if err == nil {
		return nil
	}
	return &OpError{Tier: s.config.Name, Op: op, Err: err}
}

// keyed is an error with the tier, the operation and the key.
func (s *Secondary[K, R]) keyed(op string, key K, err error) error {
	return &OpError{Tier: s.config.Name, Op: op, Key: PrintKey(key), Err: err}
}
