package health

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// tests are the tests of a tier: at most one of them runs. All of it is guarded by Watch.mu.
type tests struct {
	running bool       // the call of a test has not returned
	started time.Time  // when that began
	idle    *sync.Cond // none runs any more
	ended   []end      // not yet heard
	begun   int        // since the tier went down
	last    error      // what the last one failed with, since then
	news    bool       // the log has not heard of that
}

// An end is how a test has ended, and under which generation it was begun.
type end struct {
	gen Token
	err error
}

// begin begins a test if one is due.
func (w *Watch) begin() {
	if w.due.IsZero() || w.now.Before(w.due) {
		return
	}
	w.due = w.now.Add(w.config.TestEvery)
	r := OnTestDue(w.entry, w.tests.running)
	w.settle(r.TiersResult)
	if r.Sent&TiersSentTesting == 0 {
		return
	}
	w.late = w.now.Add(w.config.TestDeadline)
	w.stats.Tests++
	w.tests.begun++
	if w.config.Test == nil {
		w.end(r.Testing.Gen, w.places())
		w.hear()
		return
	}
	w.tests.running, w.tests.started = true, w.now
	go w.test(r.Testing.Gen)
}

// places is the test of a tier that has none.
func (w *Watch) places() error {
	if int(w.entry.Taken) == w.config.Bound {
		return ErrPlaces
	}
	return nil
}

// test runs one test to its end, whatever it does.
func (w *Watch) test(gen Token) {
	ctx, cancel := context.WithTimeout(w.ctx, w.config.TestDeadline)
	defer cancel()
	err := error(ErrPanic)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
		w.returned(gen, err)
	}()
	outcome := w.config.Test(ctx)
	errors.Is(outcome, ErrPanic) // an error that panics when it is asked does so here
	err = outcome
}

// returned posts the end of a test to the owner.
func (w *Watch) returned(gen Token, err error) {
	w.mu.Lock()
	w.tests.running = false
	w.tests.idle.Broadcast()
	w.end(gen, err)
	w.mu.Unlock()
	w.config.Wake()
}

func (w *Watch) end(gen Token, err error) { w.tests.ended = append(w.tests.ended, end{gen, err}) }

// hear tells the tier how tests have ended.
func (w *Watch) hear() {
	for _, e := range w.tests.ended {
		r := OnTestEnds(w.entry, e.gen, e.err == nil)
		if w.entry.Phase != r.Next.Phase && e.err != nil {
			w.failed(e.err)
		}
		w.settle(r)
	}
	clear(w.tests.ended)
	w.tests.ended = w.tests.ended[:0]
}

// judge gives the test up that is past its deadline.
func (w *Watch) judge() {
	if w.late.IsZero() || w.now.Before(w.late) {
		return
	}
	w.late = time.Time{}
	r := OnTestLate(w.entry, w.generation+1)
	if r.Drew {
		w.failed(fmt.Errorf("%w of %v", ErrLate, w.config.TestDeadline))
	}
	w.settle(r)
}

func (w *Watch) failed(err error) {
	w.stats.TestsFailed++
	w.tests.last, w.tests.news = err, true
}

// Close shuts the tier down: it serves nothing from then on. The context of a test that runs ends; Close waits until it
// has returned, or until ctx ends. It may be called again, to wait for the rest, and from any goroutine.
func (w *Watch) Close(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settle(OnShut(w.entry))
	w.cancel()
	defer context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.tests.idle.Broadcast()
	})()
	for w.tests.running && ctx.Err() == nil {
		w.tests.idle.Wait()
	}
	if w.tests.running {
		return errors.Join(fmt.Errorf("%w for %v", ErrStuck, w.now.Sub(w.tests.started)), context.Cause(ctx))
	}
	return nil
}
