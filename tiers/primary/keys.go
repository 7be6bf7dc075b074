package primary

import "github.com/genlock-go/genlock/statemachine/block"

// Find is the slot that the key is bound to and the phase that it is in; the zero Ref and Free if it is bound to none. It
// changes nothing.
func (p *Pool[K]) Find(key K) (Ref, block.Phase) {
	slot, bound := p.slotOf(key)
	if !bound {
		return Ref{}, block.Free
	}
	return p.ref(slot), p.records[slot].Phase
}

// Pin finds the key for a request. Pinned, the block may be read until Unpin. Not pinned, the block is on its way, and who
// lands it says how many wait for it; or ref is the zero one, and the key is bound to no slot. A slot has MaxUsers pins at
// most.
func (p *Pool[K]) Pin(key K) (ref Ref, pinned bool) {
	slot, bound := p.slotOf(key)
	switch {
	case !bound:
		p.stats.Misses++
		return Ref{}, false
	case p.records[slot].Pins < MaxUsers:
		r := block.OnPin(p.records[slot].Entry)
		p.settle(slot, r)
		pinned = r.Reply == block.AnswerHit
	}
	if pinned {
		p.stats.Hits++
	} else {
		p.stats.Waits++
	}
	return p.ref(slot), pinned
}

// Touch says that the blocks of these keys were used, the last one last. Keys without a readable block are left out, and
// so are those that are pinned: the end of a pin is a use.
func (p *Pool[K]) Touch(keys ...K) {
	for _, key := range keys {
		if slot, bound := p.slotOf(key); bound && goes(p.records[slot].Entry) {
			p.policy.Used(int(slot))
		}
	}
}

// At is the use that slot i has now; the zero Ref if it is free, or there is none such. Whoever copies from or to a slot
// may ask for it by its number, since it is not used again before the copy has ended.
func (p *Pool[K]) At(i int) Ref {
	if i < 0 || i >= p.slots || p.records[i].tenancy == 0 {
		return Ref{}
	}
	return p.ref(uint32(i))
}

// Entry is what the slot of a Ref is now; false if the Ref names nothing.
func (p *Pool[K]) Entry(ref Ref) (block.Entry, bool) {
	if !p.used(ref) {
		return block.Entry{}, false
	}
	return p.records[ref.slot].Entry, true
}

// Detach takes the key off its slot, which is free at once, or, if it is in use, by the end of its last user. It reports
// whether the key had one.
func (p *Pool[K]) Detach(key K) bool {
	slot, bound := p.slotOf(key)
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

// slotOf is the slot that a key is bound to, if it is. One that cannot be compared is bound to none.
func (p *Pool[K]) slotOf(key K) (slot uint32, bound bool) {
	if p.keyed.Comparable(key) {
		slot, bound = p.bound[key]
	}
	return slot, bound
}

// used reports whether a Ref names a use that has not ended.
func (p *Pool[K]) used(ref Ref) bool {
	return !ref.None() && int(ref.slot) < len(p.records) && p.records[ref.slot].tenancy == ref.tenancy
}

func (p *Pool[K]) ref(slot uint32) Ref { return Ref{slot, p.records[slot].tenancy} }
