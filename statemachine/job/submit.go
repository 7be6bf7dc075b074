package job

import (
	"fmt"
	"math"
	"time"
)

// Submit queues a job of this many blocks, all of which mover moves. A job without blocks ends at once. It is reported by
// Poll, exactly once, whatever becomes of it, and its buffer is the job's until then, or until Released.
//
// What is no job is an ErrSubmission. A manager that is closed is an ErrClosed, a tier that does not serve an ErrDown, and
// too many jobs of the class under way are an ErrBusy: then nothing has happened.
func (m *Manager) Submit(class Class, blocks int, mover Mover) (ID, error) {
	switch {
	case class >= classes:
		return 0, fmt.Errorf("%w: %v", ErrSubmission, class)
	case blocks < 0 || blocks > MaxBlocks:
		return 0, fmt.Errorf("%w: %d blocks, which is not within 0 and %d", ErrSubmission, blocks, MaxBlocks)
	case mover == nil:
		return 0, fmt.Errorf("%w: the mover is nil", ErrSubmission)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	place, on := m.vacant()
	r := OnSubmit(on, int32(blocks), m.fresh(place))
	switch {
	case !r.Drew:
		m.report(0, on, r.Result)
		return 0, fmt.Errorf("%w: submit of a %v", ErrClosed, class)
	case !m.watch.Serves():
		return 0, fmt.Errorf("%w: submit of a %v", ErrDown, class)
	case m.under[class] == m.config.Jobs:
		return 0, fmt.Errorf("%w: %d of class %v", ErrBusy, m.under[class], class)
	}
	m.drawn++
	m.occupy(place, class, mover, blocks)
	id := ID(r.Named.Gen)
	m.settle(id, r.Result)
	m.deadlines.push(ticket{id, m.after(m.config.Deadline)}, m.mayExpire)
	if r.Sent&SentQueue != 0 {
		m.queues[class].push(ticket{id: id}, m.mayStart)
		m.rouse(blocks)
	}
	return id, nil
}

// GiveUp says that nobody wants the job any more: no further block of it is started, and the context of those that are
// under way ends. It is still reported, once. Of a job that has ended or is late nothing changes. A job that is over, or
// never was, is an ErrJob.
func (m *Manager) GiveUp(id ID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.record(id)
	if e == nil {
		return fmt.Errorf("%w: give up %v", ErrJob, id)
	}
	m.settle(id, OnGiveUp(e.Entry, Token(id)).Result)
	if e.Generation != Token(id) {
		return fmt.Errorf("%w: give up %v", ErrJob, id)
	}
	if e.Copies > 0 { // else the context may be that of its clean-up
		e.context.cancel()
	}
	return nil
}

// mayStart reports whether the ticket of a block still means something.
func (m *Manager) mayStart(t ticket) bool {
	return OnStart(m.record(t.id).Entry, Token(t.id)).Sent&SentCopying != 0
}

// mayExpire reports whether the deadline of a job still means something.
func (m *Manager) mayExpire(t ticket) bool {
	return OnExpire(m.record(t.id).Entry, Token(t.id)).Sent&SentEnded != 0
}

// after is the moment when the duration has passed. One that cannot be told is never: no wait is so long.
func (m *Manager) after(d time.Duration) int64 {
	if int64(d) > math.MaxInt64-m.now {
		return math.MaxInt64
	}
	return m.now + int64(d)
}
