package job

import (
	"context"
	"fmt"
)

// rememberForsaken is how many leftovers are named until Forsaken is called; more are only counted.
const rememberForsaken = 64

// noBlock stands for what a clean-up works at.
const noBlock = -1

// beginCleanUp takes the job at the front of the clean-ups. It is nil if nobody cleans up any more.
func (m *Manager) beginCleanUp(w *worker, id ID) *record {
	m.queues[cleanUps].pop()
	e := m.record(id)
	r := OnClean(e.Entry, Token(id))
	m.settle(id, r.Result)
	if r.Sent&SentCleaning == 0 {
		return nil
	}
	m.served(cleanUps)
	e.context = e.context.renew() // no copy has it any more
	m.enter(w, id, noBlock)
	return e
}

// clean tries to remove what a job has left behind, and settles how that went.
func (m *Manager) clean(w *worker, e *record) {
	stay, err := e.remains, error(ErrPanic)
	defer func() { m.endCleanUp(w, e, stay, err) }()
	stay, err = removeAll(e.context, e.remains)
}

func (m *Manager) endCleanUp(w *worker, e *record, stay []*Leftover, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.remains = stay
	r := OnCleaned(e.Entry, Token(w.id), len(stay) == 0)
	if r.Sent&SentForsaken != 0 {
		m.forsake(w.id, stay, err)
	}
	m.settle(w.id, r.Result)
	m.exit(w)
}

// removeAll tries to remove leftovers. It returns those that stay, and why the last of them does.
func removeAll(ctx context.Context, leftovers []*Leftover) (stay []*Leftover, last error) {
	for _, l := range leftovers {
		if err := remove(ctx, l); err != nil {
			stay, last = append(stay, l), err
		}
	}
	return stay, last
}

func remove(ctx context.Context, l *Leftover) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
	}()
	return l.Clean(ctx)
}

// forsake counts and names what could not be removed.
func (m *Manager) forsake(id ID, leftovers []*Leftover, err error) {
	for _, l := range leftovers {
		m.stats.Forsaken++
		if len(m.forsaken) < rememberForsaken {
			m.forsaken = append(m.forsaken, Forsaken{id, l.What, err})
		}
	}
	m.ring()
}
