package primary

import (
	"fmt"

	"github.com/genlock-go/genlock/statemachine/block"
	"github.com/genlock-go/genlock/tiers"
)

// promised stands for the slot of a key that will get one if there is room for all.
const promised = ^uint32(0)

// Reserve promises a slot to each key that has none, to all of them or to none, and appends a Ref for each key to into: the
// zero one for a key that is bound to a slot already, whose block counts as used. What is least recently used makes room,
// but nothing that is in use, and no block of these keys. No room is an ErrFull, more keys than slots an ErrTooMany; then
// nothing was evicted.
func (p *Pool[K]) Reserve(keys []K, into []Ref) ([]Ref, error) {
	return p.give(keys, into, block.OnReserve)
}

// Write is Reserve for blocks that come from the device: a copy may run on each slot from now on.
func (p *Pool[K]) Write(keys []K, into []Ref) ([]Ref, error) {
	return p.give(keys, into, block.OnWrite)
}

type beginning func(self block.Entry, key block.Key) block.Result

func (p *Pool[K]) give(keys []K, into []Ref, begin beginning) ([]Ref, error) {
	if p.closed {
		return into, ErrClosed
	}
	if err := p.check(keys); err != nil {
		return into, err
	}
	missing, err := p.promise(keys)
	if err == nil {
		err = p.makeRoom(missing - len(p.free))
	}
	if err != nil {
		p.takeBack(keys)
		return into, err
	}
	for _, key := range keys {
		into = append(into, p.bind(key, begin))
	}
	return into, nil
}

// check is an error if nothing could find one of the keys again.
func (p *Pool[K]) check(keys []K) error {
	for _, key := range keys {
		if !p.keyed.Found(key) {
			return fmt.Errorf("%w: %s", ErrKey, tiers.PrintKey(key))
		}
	}
	return nil
}

// promise marks the keys that have no slot, spares the slots of the others, and counts the former. It is an error if there
// is no room for them.
func (p *Pool[K]) promise(keys []K) (missing int, err error) {
	p.call++
	spared, evictable := 0, p.stats.Evictable
	for _, key := range keys {
		slot, bound := p.bound[key]
		switch {
		case !bound:
			p.bound[key] = promised
			missing++
		case slot != promised && p.records[slot].spared != p.call:
			spared++
			if p.mayGo(int(slot)) {
				evictable--
			}
			p.spare(slot)
		}
	}
	if missing+spared > p.slots {
		p.stats.TooMany++
		return 0, fmt.Errorf("%w: %d keys, %d slots", ErrTooMany, missing+spared, p.slots)
	}
	if missing > len(p.free)+evictable {
		p.stats.Full++
		return 0, fmt.Errorf("%w: %d slots are wanted, %d are free and %d can be evicted", ErrFull, missing, len(p.free), evictable)
	}
	return missing, nil
}

// spare keeps a slot from being evicted by this call. To be named is a use of its block.
func (p *Pool[K]) spare(slot uint32) {
	p.records[slot].spared = p.call
	if goes(p.records[slot].Entry) {
		p.policy.Used(int(slot))
	}
}

// takeBack undoes promise.
func (p *Pool[K]) takeBack(keys []K) {
	for _, key := range keys {
		if slot, bound := p.bound[key]; bound && slot == promised {
			delete(p.bound, key)
		}
	}
}

// makeRoom evicts n slots, or none: all are chosen before the first one goes.
func (p *Pool[K]) makeRoom(n int) error {
	p.victims = p.victims[:0]
	for ; n > 0; n-- {
		slot, found := p.policy.Victim(p.allowed)
		if !found || !p.mayGo(slot) {
			p.stats.NoVictim++
			return fmt.Errorf("%w: %d more are wanted, of %d", ErrPolicy, n, p.stats.Evictable)
		}
		p.records[slot].spared = p.call // else it would be chosen twice
		p.victims = append(p.victims, uint32(slot))
	}
	for _, slot := range p.victims {
		p.settle(slot, block.OnEvict(p.records[slot].Entry))
		p.stats.Evictions++
	}
	return nil
}

// mayGo reports whether the call that makes room may evict a slot.
func (p *Pool[K]) mayGo(slot int) bool {
	if slot < 0 || slot >= len(p.records) {
		return false
	}
	s := &p.records[slot]
	return s.spared != p.call && goes(s.Entry)
}

// bind gives a promised key a free slot. The step names the key by its slot: no other slot can have it.
func (p *Pool[K]) bind(key K, begin beginning) Ref {
	if p.bound[key] != promised {
		return Ref{}
	}
	slot := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.keys[slot], p.bound[key] = key, slot
	p.tenancies++
	p.records[slot].tenancy = p.tenancies
	p.settle(slot, begin(p.records[slot].Entry, block.Key(slot)))
	return p.ref(slot)
}
