package lookup

import (
	"context"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/internal/keys"
	"github.com/genlock-go/genlock/internal/quietlog"
	"github.com/genlock-go/genlock/statemachine/health"
)

// A Manager runs the lookups of one tier for one scheduler. One goroutine owns it: all of its methods are called from
// there, but for Wake's channel, which anybody may wait on. It never reads a clock and never waits, except in Close.
type Manager[K, R comparable] struct {
	slots  index    // of every key that is bound to one
	slab   []record // by slot
	keys   []K      // by slot
	free   []uint32 // slots that no key is bound to
	nobody record   // of every key that is bound to none: Absent, or Closed after Close

	requests     []request[R] // by Handle.index
	live         map[R]uint32 // index of each id that has been begun and has not ended
	ended        []uint32     // places in requests for the next ones
	incarnations uint64

	generation Token // the last one that was drawn
	moment     stamp
	now        int64 // nanoseconds since start, as the last Flush said
	start      time.Time
	down       bool // nothing is started: judged by Flush, and by Drain if that may have changed

	gathered gathered
	underWay int      // keys sent and not yet drained
	answers  []result // taken from the inbox, from next on not yet drained
	next     int
	pool     *pool[K]
	owns     bool // the pool's watch: nobody else steps and closes it

	config Config[K, R]
	keyed  keys.Type[K]
	named  keys.Type[R]
	log    *quietlog.Log
	said   said
	step   Step[K, R]  // that the observer is told
	view   view        // that the step asks
	met    [256]uint64 // how often each Cell was met
	stats  Stats       // its counters
}

// New makes a manager whose workers ask prober, and starts them. now is the time by which the asks before the first
// Flush are judged; where a time carries a monotonic reading that one counts. A value that cannot be worked with is an
// ErrConfig that names it. A manager that is no longer needed must be closed.
func New[K, R comparable](prober Prober[K], now time.Time, config Config[K, R]) (*Manager[K, R], error) {
	config, err := config.withDefaults()
	switch {
	case err != nil:
		return nil, err
	case prober == nil:
		return nil, fmt.Errorf("%w: the prober is nil", ErrConfig)
	case now.IsZero():
		return nil, fmt.Errorf("%w: the time is zero", ErrConfig)
	}
	m, err := newManager(prober, now, config)
	if err != nil {
		return nil, err
	}
	m.pool.start()
	return m, nil
}

// newManager makes a manager whose workers do not work yet.
func newManager[K, R comparable](prober Prober[K], now time.Time, config Config[K, R]) (*Manager[K, R], error) {
	at := setup{config.Workers, config.Queue, config.ProbeDeadline, make(chan struct{}, 1), config.Watch}
	if at.watch == nil {
		var err error
		if at.watch, err = ownWatch(prober, now, config, at.wake); err != nil {
			return nil, err
		}
	}
	m := &Manager[K, R]{
		slots:  newIndex(),
		live:   map[R]uint32{},
		start:  now,
		pool:   newPool(prober, at),
		owns:   config.Watch == nil,
		config: config,
		keyed:  keys.TypeOf[K](),
		named:  keys.TypeOf[R](),
		log:    quietlog.New(config.Log, config.Name),
	}
	return m, nil
}

// A Tester is a Prober whose storage can be asked for a sign of life. A manager without a Config.Watch tests by it whether
// a tier that is down serves again.
type Tester interface {
	Test(context.Context) error
}

// ownWatch is the watch of a manager that shares none.
func ownWatch[K, R comparable](prober Prober[K], now time.Time, config Config[K, R], wake chan struct{}) (*health.Watch, error) {
	c := health.Config{Name: config.Name, Log: config.Log, Wake: func() { ring(wake) }}
	if t, ok := prober.(Tester); ok {
		c.Test = t.Test
	}
	return health.New(now, c)
}

// tick moves the time on, and judges by it whether the tier is down. A time that lies before the last is that one: time
// never goes back.
func (m *Manager[K, R]) tick(now time.Time) {
	m.now = max(m.now, int64(now.Sub(m.start)))
	m.pool.clock.Store(m.now)
	m.pool.looks.Add(1) // after the clock: who sees the one sees the other
	m.pool.relieve(m.now)
	if m.owns {
		m.pool.watch.Step(m.start.Add(time.Duration(m.now)))
	}
	m.down = m.pool.down(m.now)
	m.news()
}

// Wake is a channel that gets a value when answers wait to be drained. A value may come for answers that have been
// drained meanwhile.
func (m *Manager[K, R]) Wake() <-chan struct{} { return m.pool.inbox.wake }
