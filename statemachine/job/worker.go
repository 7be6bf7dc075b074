package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/genlock-go/genlock/statemachine/health"
)

// A worker makes one call at a time. Its fields are guarded by the manager's mutex.
type worker struct {
	call health.Call
	ends bool // another one has taken over

	id      ID
	block   int
	cleanUp bool
	seen    bool  // by a Tick
	since   int64 // when it first was, by the caller's clock
}

// hire starts a worker.
func (m *Manager) hire() {
	m.alive++
	go m.run(&worker{})
}

// call wakes as many of the workers that wait as there is work for.
func (m *Manager) call(work int) {
	for range min(work, m.idle) {
		m.work.Signal()
	}
}

// run serves until there is nothing more to do. A mover that ends its goroutine ends the worker's, so another one takes
// over.
func (m *Manager) run(w *worker) {
	over := false
	defer func() {
		if !over && !w.ends {
			go m.run(w)
		}
	}()
	for m.serve(w) {
	}
	over = true
}

// serve makes the next call, and reports whether the worker stays.
func (m *Manager) serve(w *worker) (stays bool) {
	switch e := m.take(w); {
	case e == nil:
		return false
	case w.cleanUp:
		m.clean(w, e)
	default:
		m.move(w, e)
	}
	return !w.ends
}

// take waits for something to do. It is nil if the worker is to leave.
func (m *Manager) take(w *worker) *record {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.closed {
		q := m.choose()
		if q < 0 || !m.watch.Serves() {
			m.wait()
		} else if e := m.begin(w, q); e != nil {
			return e
		}
	}
	m.leave()
	return nil
}

// wait waits until there may be something to do.
func (m *Manager) wait() {
	m.rest()
	m.idle++
	m.work.Wait()
	m.idle--
}

// begin takes the front of a queue. It is nil if that means nothing any more.
func (m *Manager) begin(w *worker, q int) *record {
	id := m.queues[q].front().id
	if q == cleanUps {
		return m.beginCleanUp(w, id)
	}
	e := m.record(id)
	r := OnStart(e.Entry, Token(id))
	if r.Sent&SentQueue == 0 {
		m.queues[q].pop()
	}
	m.settle(id, r.Result)
	if r.Sent&SentCopying == 0 {
		return nil
	}
	m.served(q)
	m.enter(w, id, e.next)
	e.outcomes[e.next] = OutcomeFailed
	e.next++
	return e
}

// enter notes that the worker is in a call.
func (m *Manager) enter(w *worker, id ID, block int) {
	w.id, w.block, w.cleanUp, w.seen = id, block, block < 0, false
	w.call.Start(time.Duration(m.now))
	m.calls = append(m.calls, w)
	if !w.cleanUp {
		m.copies++
	}
}

// move moves one block and settles its end, whatever the mover does.
func (m *Manager) move(w *worker, e *record) {
	err := error(ErrPanic)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
		m.end(w, e, err)
	}()
	err = e.mover.Move(e.context, w.id, w.block)
}

// end settles the end of a copy.
func (m *Manager) end(w *worker, e *record, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ending, leftover := e.judge(err)
	r := OnEnd(e.Entry, Token(w.id), ending, leftover != nil)
	if leftover != nil {
		e.remains = append(e.remains, leftover)
	}
	if ending == EndingBad && e.err == nil {
		e.err = err
	}
	e.outcomes[w.block] = r.Reply
	m.settle(w.id, r.Result)
	m.exit(w)
}

// judge is how a copy ended that returned err, and what it left behind.
func (e *record) judge(err error) (Ending, *Leftover) {
	if err == nil {
		return EndingGood, nil
	}
	var leftover *Leftover
	errors.As(err, &leftover)
	if errors.Is(err, context.Canceled) && e.context.Err() != nil {
		return EndingCut, leftover
	}
	return EndingBad, leftover
}

// exit notes that the call of a worker has returned. The worker leaves if another one has taken over.
func (m *Manager) exit(w *worker) {
	at := slices.Index(m.calls, w)
	m.calls[at] = m.calls[len(m.calls)-1]
	m.calls[len(m.calls)-1] = nil
	m.calls = m.calls[:len(m.calls)-1]
	if !w.cleanUp {
		m.copies--
	}
	if w.call.Return(m.watch) {
		w.ends = true
		m.leave()
	}
	m.rest()
}

// leave notes that a worker leaves.
func (m *Manager) leave() {
	m.alive--
	m.rest()
	if m.closed && m.alive == 0 {
		close(m.left)
	}
}

// rest tells whoever drains that nothing runs, if so.
func (m *Manager) rest() {
	if m.quiet != nil && m.still() {
		close(m.quiet)
		m.quiet = nil
	}
}
