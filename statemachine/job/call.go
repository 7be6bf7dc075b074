package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// How a worker moves a block: begin takes it from the queue, end settles what came of it. Between the two the manager is
// not locked.

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
