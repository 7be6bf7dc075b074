package primary

import (
	"fmt"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
)

// How a result of the generated step becomes true. Nothing else changes an entry: a call finds the slot, lets the step
// decide, and settles what it said.

// settle carries out what a step said of a slot.
func (p *Pool[K]) settle(slot uint32, r block.Result) {
	s := &p.records[slot]
	before := s.Entry
	s.Entry = r.Next
	p.report(slot, before, r)
	p.recount(before, r.Next)
	p.order(slot, before, r)
	if !before.Bound.None() && r.Next.Bound.None() {
		delete(p.bound, p.keys[slot])
		p.keys[slot] = *new(K)
	}
	if r.Next == (block.Entry{}) && before != r.Next {
		s.tenancy = 0
		p.free = append(p.free, slot)
	}
}

// order tells the policy what the step means for eviction: whatever leaves a block evictable is a use of it. What is pinned
// is kept out, or making room would go through all that is in use.
func (p *Pool[K]) order(slot uint32, before block.Entry, r block.Result) {
	switch {
	case r.Outcome() != statemachine.Apply:
	case goes(r.Next):
		p.policy.Used(int(slot))
	case goes(before):
		p.policy.Gone(int(slot))
	}
}

// recount keeps the sizes of Stats.
func (p *Pool[K]) recount(before, next block.Entry) {
	p.stats.add(before, -1)
	p.stats.add(next, 1)
}

// goes asks the step whether a slot with this entry would be evicted.
func goes(e block.Entry) bool { return block.OnEvict(e).Outcome() == statemachine.Apply }

// report counts the cell and tells the observer.
func (p *Pool[K]) report(slot uint32, before block.Entry, r block.Result) {
	p.met[r.Cell]++
	if p.observe != nil {
		p.step = Step[K]{Key: p.keys[slot], Slot: int(slot), Before: before, Result: r}
		p.observe(&p.step)
	}
}

// slot is the slot that a Ref names, or an error.
func (p *Pool[K]) slot(ref Ref, trying string) (uint32, error) {
	if p.used(ref) {
		return ref.slot, nil
	}
	p.stats.UnknownRefs++
	return 0, fmt.Errorf("%w: %s of %v", ErrRef, trying, ref)
}

// meet settles what a step said, and is an error if the slot was in no phase for the event; in a build with invariants it
// panics.
func (p *Pool[K]) meet(slot uint32, r block.Result) error {
	before := p.records[slot].Entry
	p.settle(slot, r)
	if r.Outcome() != statemachine.Reject {
		return nil
	}
	p.stats.Rejected++
	return fmt.Errorf("%w: slot %d: %w", ErrPhase, slot, block.Table.Reject(int(r.Cell), int(before.Phase)))
}
