package job

import (
	"fmt"
	"sync"
	"time"

	"github.com/genlock-go/genlock/statemachine/health"
)

// A Manager runs the loads and stores of one tier for one scheduler. One goroutine owns it: all of its methods are called
// from there, but for Wake's channel, which anybody may wait on. It never reads a clock, and never waits for a mover,
// except in Drain and Close.
type Manager struct {
	config Config
	start  time.Time
	wake   chan struct{} // has a value when Poll, Released or Forsaken have something to tell
	watch  *health.Watch
	owns   bool // the watch: nobody else steps it

	told []Outcome // what the reports of the last Poll point to; the owner's

	mu     sync.Mutex // guards everything below: workers start and end blocks
	work   sync.Cond  // a worker may find something to do, or is to leave
	closed bool       // workers leave
	now    int64      // nanoseconds since start, as the last Tick said
	idle   int        // workers that wait

	slab   []*record
	free   []uint32        // places in slab for the next jobs
	nobody Entry           // of the records to come
	under  [classes]int    // jobs under way
	drawn  uint64          // how many generations were
	queues [queues]tickets // blocks that wait for a worker, and clean-ups that are due
	passed [queues]int     // how often a queue that had something was passed over, in a row

	deadlines tickets // of jobs, in the order of submission, which is the order of their deadlines
	ended     []ticket
	spent     []ticket
	dirty     []ticket // clean-ups that are not due
	forsaken  []Forsaken

	calls  []*worker     // those that are in a call
	copies int           // of them, those that move a block
	alive  int           // workers that have not left
	left   chan struct{} // closed by the last one
	quiet  chan struct{} // closed when no copy runs; nil: nobody asked

	step  Step        // that the observer is told
	met   [256]uint64 // how often each Cell was met
	in    [phases]int // jobs by phase
	stats Stats       // its counters
}

// New makes a manager and starts its workers. now is the time until the first Tick; where a time carries a monotonic
// reading that one counts. A value that cannot be worked with is an ErrConfig that names it. A manager that is no longer
// needed must be closed.
func New(now time.Time, config Config) (*Manager, error) {
	config, err := config.withDefaults()
	switch {
	case err != nil:
		return nil, err
	case now.IsZero():
		return nil, fmt.Errorf("%w: the time is zero", ErrConfig)
	}
	m := &Manager{config: config, start: now, watch: config.Watch, wake: make(chan struct{}, 1), left: make(chan struct{})}
	m.work.L = &m.mu
	if m.watch == nil {
		m.owns = true
		if m.watch, err = health.New(now, health.Config{}); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrConfig, err)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for range config.Workers {
		m.hire()
	}
	return m, nil
}

// Wake is a channel that gets a value when Poll, Released or Forsaken have something to tell. A value may come for what
// they have told meanwhile.
func (m *Manager) Wake() <-chan struct{} { return m.wake }

// ring wakes the owner.
func (m *Manager) ring() {
	select {
	case m.wake <- struct{}{}:
	default: // woken already
	}
}
