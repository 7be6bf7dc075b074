package primary

import "github.com/genlock-go/genlock/statemachine/block"

// Find is the slot that the key is bound to and the phase that it is in; the zero Ref and Free if it is bound to none. It
// changes nothing.
func (p *Pool[K]) Find(key K) (Ref, block.Phase) {
	slot, bound := p.bound[key]
	if !bound {
		return Ref{}, block.Free
	}
	return p.ref(slot), p.records[slot].Phase
}

// Pin finds the key for a request. Pinned, the block may be read until Unpin. Not pinned, the block is on its way, and who
// lands it says how many wait for it; or ref is the zero one, and the key is bound to no slot. A slot has MaxUsers pins at
// most.
func (p *Pool[K]) Pin(key K) (ref Ref, pinned bool) {
	slot, bound := p.bound[key]
	if !bound {
		return Ref{}, false
	}
	e := p.records[slot].Entry
	if e.Pins >= MaxUsers {
		return p.ref(slot), false
	}
	r := block.OnPin(e)
	p.settle(slot, r)
	return p.ref(slot), r.Reply == block.AnswerHit
}

// Touch says that the blocks of these keys were used, the last one last. Keys without a readable block are left out.
func (p *Pool[K]) Touch(keys ...K) {
	for _, key := range keys {
		if slot, bound := p.bound[key]; bound && p.records[slot].Phase == block.Ready {
			p.policy.Used(int(slot))
		}
	}
}

// Entry is what the slot of a Ref is now; false if the Ref names nothing.
func (p *Pool[K]) Entry(ref Ref) (block.Entry, bool) {
	if int(ref.slot) >= len(p.records) || ref.None() || p.records[ref.slot].tenancy != ref.tenancy {
		return block.Entry{}, false
	}
	return p.records[ref.slot].Entry, true
}

// Detach takes the key off its slot, which is free at once, or, if it is in use, by the end of its last user. It reports
// whether the key had one.
func (p *Pool[K]) Detach(key K) bool {
	slot, bound := p.bound[key]
	if bound {
		p.settle(slot, block.OnDetach(p.records[slot].Entry))
	}
	return bound
}

// Reset takes all keys off their slots, as Detach does, and waits for nothing. It returns how many slots are still in use.
func (p *Pool[K]) Reset() (draining int) {
	for slot := range p.records {
		p.settle(uint32(slot), block.OnDetach(p.records[slot].Entry))
	}
	return p.stats.Draining
}

func (p *Pool[K]) ref(slot uint32) Ref { return Ref{slot, p.records[slot].tenancy} }
