package health

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/genlock-go/genlock/statemachine"
)

// A Call is the calls of the storage that one worker makes, one at a time. It settles the race of a call that returns
// just when its owner gives it up: either the worker goes on, or another one is started in its stead and it ends, never
// both. The zero Call is ready. Times are the caller's, since a moment that it chooses.
type Call struct {
	since atomic.Int64 // when it began, plus one, by the caller's clock; 0: there is none
	mu    sync.Mutex
	entry CallsEntry
}

// Unseen is the start of a call that began at some time since its owner last looked, so nobody knows when. An owner that was
// away for long must not take it for a late one.
const Unseen = time.Duration(math.MinInt64)

// unseen is Unseen as a Call keeps it.
const unseen = int64(Unseen) + 1

// Start says that the worker calls the storage since this time, or Unseen: then its time counts from See on.
func (c *Call) Start(since time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(OnStart(c.entry))
	c.since.Store(int64(since) + 1)
}

// See says that the owner looks at what runs, at this time.
func (c *Call) See(now time.Duration) { c.since.CompareAndSwap(unseen, int64(now)+1) }

// Return says that the call has returned. It reports whether the worker is to end: another one was started in its stead,
// and w has its place back.
func (c *Call) Return(w *Watch) (ends bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := OnReturn(c.entry)
	c.settle(r)
	c.since.Store(0)
	if ends = r.Reply == WayEnds; ends {
		w.Return()
	}
	return ends
}

// Late reports whether the call has run for its deadline or longer.
func (c *Call) Late(now, deadline time.Duration) bool { return c.For(now) >= deadline }

// For is how long the call has been running, as far as its owner has seen; a very negative time if there is none.
func (c *Call) For(now time.Duration) time.Duration {
	switch since := c.since.Load(); since {
	case 0:
		return math.MinInt64
	case unseen:
		return 0
	default:
		return now - time.Duration(since-1)
	}
}

// settle makes what a step said of the call true: nothing else changes its entry.
func (c *Call) settle(r CallsResult) {
	before := c.entry.Phase
	c.entry = r.Next
	if statemachine.Invariants && r.Outcome() == statemachine.Reject {
		CallsTable.Reject(int(r.Cell), int(before))
	}
}

// Relieve asks w for a place for a call that is late. Where it is lent one, takeOver starts another worker in its stead: once
// a call, and not if it has returned meanwhile. Nobody sees the call return before takeOver has, so its worker is never the
// last one. It reports whether that happened. It is for the one goroutine that owns the workers. A watch without places is
// not asked: there its owner sees for itself that all workers are held.
func (c *Call) Relieve(w *Watch, takeOver func()) bool {
	if w.config.Bound == 0 {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if OnLate(c.entry, LoanRefused).Outcome() != statemachine.Apply || c.entry.Phase == CallsHeld && w.Free() == 0 {
		return false
	}
	loan := LoanRefused
	if w.Borrow() {
		loan = LoanLent
	}
	c.settle(OnLate(c.entry, loan))
	if loan != LoanLent {
		return false
	}
	takeOver()
	return true
}
