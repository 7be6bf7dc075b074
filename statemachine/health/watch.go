package health

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/genlock-go/genlock/internal/quietlog"
	"github.com/genlock-go/genlock/statemachine"
)

// A Watch knows whether a tier serves. It never reads a clock; time comes with Step.
type Watch struct {
	config Config
	log    *quietlog.Log
	ctx    context.Context // of all tests
	cancel context.CancelFunc
	serves atomic.Bool // whether the phase is Up, for who asks often

	mu         sync.Mutex
	entry      TiersEntry
	generation Token // the last one that was drawn
	now        time.Time
	since      time.Time // it does not serve
	due, late  time.Time // the next test begins, and the one that runs is given up; zero: never
	tests      tests
	told       bool // the log has heard that it is down
	met        [256]uint64
	stats      Stats // its counters
}

// New makes a Watch of a tier that serves. now is the time of the calls before the first Step. A value that cannot be
// worked with is an ErrConfig that names it. A Watch that is no longer needed must be closed.
func New(now time.Time, config Config) (*Watch, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	if now.IsZero() {
		return nil, fmt.Errorf("%w: the time is zero", ErrConfig)
	}
	w := &Watch{config: config, log: quietlog.New(config.Log, config.Name), now: now}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	w.tests.idle = sync.NewCond(&w.mu)
	w.settle(OnOpen(w.entry))
	return w, nil
}

// Serves reports whether calls of the storage may be started. It costs next to nothing and may be called from any
// goroutine.
func (w *Watch) Serves() bool { return w.serves.Load() }

// Borrow asks for a place for a call that is past its deadline. If it is lent one the call's worker counts as stuck, its
// pool starts another worker in its stead, and when the call has returned, its worker calls Return, once, and ends. If
// there is no place left the tier goes down, and the call holds its worker: ask again when Free says that there are
// places. It may be called from any goroutine.
func (w *Watch) Borrow() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := OnBorrow(w.entry, int32(w.config.Bound), w.generation+1)
	w.settle(r)
	if r.Reply != LoanLent {
		w.stats.Refused++
		return false
	}
	w.stats.Lent++
	return true
}

// Return gives back the place of a call that has returned. It may be called from any goroutine.
func (w *Watch) Return() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settle(OnGiveBack(w.entry))
}

// Bound is how many places there are.
func (w *Watch) Bound() int { return w.config.Bound }

// Free is how many places a Borrow could get now: none while the tier does not serve. It may be called from any
// goroutine.
func (w *Watch) Free() int {
	if !w.Serves() {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.config.Bound - int(w.entry.Taken)
}

// Step is to be called once in each step of the owner, on its goroutine: it hears tests that have ended, judges the
// deadline of the one that runs, and begins one that is due. More calls in a step do no harm. It reports whether the tier
// serves.
func (w *Watch) Step(now time.Time) bool {
	w.mu.Lock()
	if now.After(w.now) {
		w.now = now
	}
	w.hear()
	w.judge()
	w.begin()
	say := w.news()
	w.mu.Unlock()
	if say != nil { // nobody waits for the log
		say()
	}
	return w.Serves()
}

// settle makes what a step said of the tier true: nothing else changes its entry.
func (w *Watch) settle(r TiersResult) {
	before := w.entry.Phase
	w.entry = r.Next
	w.met[r.Cell]++
	if r.Drew {
		w.generation++
	}
	if r.Next.Phase != before {
		w.turned(r.Next.Phase)
	}
	if statemachine.Invariants && r.Outcome() == statemachine.Reject {
		TiersTable.Reject(int(r.Cell), int(before))
	}
}

// turned starts and stops clocks by the phase that the tier has come into.
func (w *Watch) turned(to TiersPhase) {
	served := w.serves.Swap(to == TiersUp)
	switch {
	case to == TiersUp || to == TiersClosed:
		w.due, w.late = time.Time{}, time.Time{}
	case served:
		w.stats.Outages++
		w.since, w.due = w.now, w.now
		w.tests.begun, w.tests.last = 0, nil
	}
}
