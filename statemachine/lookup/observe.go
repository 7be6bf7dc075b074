package lookup

import "github.com/genlock-go/genlock/statemachine"

// A Step is one event that an entry met, as Config.Observe hears of it.
type Step[K, R comparable] struct {
	Key    K
	Before Entry
	Result        // the entry after it, the answer, and the cell, which knows event, outcome and reason
	ID     R      // of the request, if the event names one
	Handle Handle // of the same; zero if the event names none
	About
}

// Transition is the step as machines of any kind tell it.
func (s *Step[K, R]) Transition() statemachine.Transition {
	return statemachine.Transition{Table: &Table, Cell: int(s.Cell), From: int(s.Before.Phase), To: int(s.Next.Phase)}
}

// About is what an event says beside its key and request. Fields that it has none of are zero.
type About struct {
	Generation Token // that an answer, a failure, or the end of a load carries
	Down       bool  // of an ask: nothing is started, so nobody waits
	Found      bool  // of an answer: the block is there
}

// about is what an event says beside its key.
type about struct {
	request Handle
	About
}

// tell hands the step to the observer in a place that is used again, so that nothing is allocated.
func (m *Manager[K, R]) tell(key K, before Entry, r Result, x about) {
	m.step = Step[K, R]{Key: key, Before: before, Result: r, Handle: x.request, About: x.About}
	if q := m.request(x.request); q != nil {
		m.step.ID = q.id
	}
	m.config.Observe(&m.step)
}
