package lookup

import (
	"math"
	"time"

	"github.com/genlock-go/genlock/statemachine"
)

// How a result of the generated step becomes true. Nothing else changes an entry: a call looks the entry up, lets the
// step decide, and settles what it said.

// conclude carries out what a step said of the entry of a key; noSlot if the key is bound to none, where no step leaves
// anything to store. The messages that the step sends are the caller's to carry.
func (m *Manager[K, R]) conclude(slot uint32, key K, a *holding, r Result, x about) {
	if slot == noSlot {
		m.report(key, m.nobody.Entry, r, x)
		return
	}
	m.settle(slot, a, r, x)
}

// settle is conclude for a key that is bound to a slot. a is the holding of the event's request; nil: it has none, or
// the event names no request.
func (m *Manager[K, R]) settle(slot uint32, a *holding, r Result, x about) {
	if watched || m.config.Observe != nil {
		m.settleWatched(slot, a, r, x)
		return
	}
	m.carryOut(slot, a, &r, x.request)
	m.met[r.Cell]++
}

// settleWatched is settle where somebody is told. What is told is noted first: the key may be gone afterwards.
func (m *Manager[K, R]) settleWatched(slot uint32, a *holding, r Result, x about) {
	key, before := m.keys[slot], m.slab[slot].Entry
	m.carryOut(slot, a, &r, x.request)
	m.report(key, before, r, x)
}

// carryOut makes the next entry the current one, and does to the holders what the step said.
func (m *Manager[K, R]) carryOut(slot uint32, a *holding, r *Result, h Handle) {
	m.store(&m.slab[slot], r)
	if r.Holders != 0 {
		m.change(slot, a, r.Holders, h)
	}
}

// store makes the next entry the current one, and remembers since when it has its phase. Under a fresh generation no load
// has been started.
func (m *Manager[K, R]) store(e *record, r *Result) {
	if e.Phase != r.Next.Phase {
		e.since = m.now
	}
	if e.Generation != r.Next.Generation {
		e.started = false
	}
	e.Entry = r.Next
}

// change does to the holders what the step said, in the order of its constants.
func (m *Manager[K, R]) change(slot uint32, a *holding, c HoldersChange, h Handle) {
	e := &m.slab[slot]
	if c&HoldersClear != 0 {
		e.holders, e.refused, e.loaders, e.started = 0, 0, 0, false
		m.vacate(slot)
		return
	}
	if c&HoldersRemove != 0 && a != nil {
		e.holders--
		a = nil
	}
	if c&HoldersAdd != 0 && a == nil {
		a = m.join(slot, h)
	}
	if c&^(HoldersRemove|HoldersAdd) != 0 {
		m.refuse(e, a, c)
		m.remember(e, a, c)
	}
}

// refuse does to the refusals what the step said. a is nil where the event's request is no holder.
func (m *Manager[K, R]) refuse(e *record, a *holding, c HoldersChange) {
	if c&RefusedUnmarkAll != 0 {
		e.refused = m.stamp(false)
	}
	if c&RefusedUnmark != 0 && a != nil {
		a.refused = m.stamp(false)
	}
	if c&RefusedMarkAll != 0 {
		e.refused = m.stamp(true)
	}
	if c&RefusedMark != 0 && a != nil {
		a.refused = m.stamp(true)
	}
}

// remember does to the loads under way what the step said.
func (m *Manager[K, R]) remember(e *record, a *holding, c HoldersChange) {
	if c&LoadersUnmarkAll != 0 {
		e.loaders = m.stamp(false)
	}
	if c&LoadersUnmark != 0 && a != nil {
		a.loads = m.stamp(false)
	}
	if c&LoadersMarkAll != 0 {
		e.loaders = m.stamp(true)
	}
	if c&LoadersMark != 0 && a != nil {
		a.loads = m.stamp(true)
	}
}

// join makes the request a holder: it is neither refused nor loading, whoever is, and its wait begins.
func (m *Manager[K, R]) join(slot uint32, h Handle) *holding {
	m.slab[slot].holders++
	q, bare := &m.requests[h.index], m.stamp(false)
	q.holdings = append(q.holdings, holding{})
	a := &q.holdings[len(q.holdings)-1] // filled where it stands: a copy of what has just been written would wait for it
	a.deadline = m.after(m.config.Deadline)
	a.refused, a.loads = bare, bare
	a.slot = slot
	return a
}

// after is the moment when the duration has passed. One that cannot be told is never: no wait is so long.
func (m *Manager[K, R]) after(d time.Duration) int64 {
	if int64(d) > math.MaxInt64-m.now {
		return math.MaxInt64
	}
	return m.now + int64(d)
}

// fresh is the generation that the next step may draw.
func (m *Manager[K, R]) fresh() Token { return m.generation + 1 }

// drew counts it if the step did.
func (m *Manager[K, R]) drew(r Result) {
	if r.Drew {
		m.generation++
	}
}

// watched says that a build looks at every cell that is met.
const watched = statemachine.Invariants

// report counts the cell, tells the observer, and in a build with invariants panics at one that can never be.
func (m *Manager[K, R]) report(key K, before Entry, r Result, x about) {
	m.met[r.Cell]++
	if m.config.Observe != nil {
		m.tell(key, before, r, x)
	}
	if statemachine.Invariants && r.Outcome() == statemachine.Reject {
		Table.Reject(int(r.Cell), int(before.Phase))
	}
}
