package job

import "github.com/genlock-go/genlock/statemachine"

// How a result of the generated step becomes true. Nothing else changes a job: a call looks it up, lets the step decide,
// and settles what it said. All of it is called with the manager locked.

// settle makes true what a step said of the record of a job.
func (m *Manager) settle(id ID, r Result) { m.settleAt(id.place(), id, r) }

// settleAt stores the next entry of a record and carries what is sent inside the manager. What a step tells the caller, and
// what it starts, is up to whoever asked it. id is the job that the event named; zero if it named none.
func (m *Manager) settleAt(place uint32, id ID, r Result) {
	e := m.slab[place]
	before := e.Entry
	e.Entry = r.Next
	m.in[before.Phase]--
	m.in[r.Next.Phase]++
	if r.Sent&SentEnded != 0 {
		m.ended = append(m.ended, ticket{id: id})
		m.ring()
	}
	if r.Sent&SentSpent != 0 {
		m.spent = append(m.spent, ticket{id: id})
		m.ring()
	}
	if r.Sent&SentDirty != 0 {
		m.dirty = append(m.dirty, ticket{id, m.after(m.config.CleanUpAfter << r.Next.Tries)})
	}
	m.report(id, before, r)
	if before.Generation != 0 && r.Next.Generation == 0 {
		m.vacate(place)
	}
}

// report counts the cell, tells the observer, and in a build with invariants panics at one that can never be.
func (m *Manager) report(id ID, before Entry, r Result) {
	m.met[r.Cell]++
	if m.config.Observe != nil {
		m.step = Step{ID: id, Before: before, Result: r}
		m.config.Observe(&m.step)
	}
	if statemachine.Invariants && r.Outcome() == statemachine.Reject {
		Table.Reject(int(r.Cell), int(before.Phase))
	}
}
