package job

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/statemachine/health"
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
	w.id, w.block, w.cleanUp = id, block, block < 0
	w.call.Start(health.Unseen)
	m.calls = append(m.calls, w)
	if !w.cleanUp {
		m.copies++
	}
}

// A verdict is how a copy ended, what it left behind, and its error.
type verdict struct {
	ending   Ending
	leftover *Leftover
	err      error
}

// move moves one block and settles its end, whatever the mover does, and whatever its error does when it is asked what it
// is: one that is a nil pointer panics.
func (m *Manager) move(w *worker, e *record) {
	v := verdict{ending: EndingBad, err: ErrPanic}
	defer func() {
		if r := recover(); r != nil {
			v.err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
		m.end(w, e, v)
	}()
	v = judge(e.context, e.mover.Move(e.context, w.id, w.block))
}

// end settles the end of a copy.
func (m *Manager) end(w *worker, e *record, v verdict) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := OnEnd(e.Entry, Token(w.id), v.ending, v.leftover != nil)
	if v.leftover != nil {
		e.remains = append(e.remains, v.leftover)
	}
	if v.ending == EndingBad && e.err == nil {
		e.err = v.err
	}
	e.outcomes[w.block] = r.Reply
	m.settle(w.id, r.Result)
	m.exit(w)
}

// judge is how a copy ended that returned err. A context that has ended stays so until the job is over, so that the copy
// was called off is still true when its end is settled.
func judge(ctx *jobContext, err error) verdict {
	if err == nil {
		return verdict{ending: EndingGood}
	}
	v := verdict{ending: EndingBad, err: err}
	errors.As(err, &v.leftover)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		v.ending = EndingCut
	}
	return v
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
