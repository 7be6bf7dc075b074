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

// Start says that the worker calls the storage.
func (c *Call) Start(now time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entry = OnStart(c.entry).Next
	c.since.Store(int64(now) + 1)
}

// Return says that the call has returned. It reports whether the worker is to end: another one was started in its stead,
// and w has its place back.
func (c *Call) Return(w *Watch) (ends bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := OnReturn(c.entry)
	c.entry = r.Next
	c.since.Store(0)
	if ends = r.Reply == WayEnds; ends {
		w.Return()
	}
	return ends
}

// Late reports whether the call has run for its deadline or longer.
func (c *Call) Late(now, deadline time.Duration) bool { return c.For(now) >= deadline }

// For is how long the call has been running; a very negative time if there is none.
func (c *Call) For(now time.Duration) time.Duration {
	since := c.since.Load()
	if since == 0 {
		return math.MinInt64
	}
	return now - time.Duration(since-1)
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
	c.entry = OnLate(c.entry, loan).Next
	if loan != LoanLent {
		return false
	}
	takeOver()
	return true
}
