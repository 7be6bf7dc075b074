package lookup

import "hash/maphash"

// A slot is a place in the slab that a key is bound to as long as somebody holds the key or a message under way names
// it. So a message finds the entry of its own key, however late it comes.

// noSlot stands for a key that is bound to none.
const noSlot = ^uint32(0)

// slot is the slot of a key, or noSlot.
func (m *Manager[K, R]) slot(key K) uint32 {
	slot, _ := m.seat(&key)
	return slot
}

// seat is the slot of a key, or noSlot and the room that the key would have in the index. On the way of a first ask keys
// are handed on by pointer: the hash cannot begin before each copy has ended.
func (m *Manager[K, R]) seat(key *K) (uint32, room) {
	if !m.keyed.Comparable(*key) {
		return noSlot, room{}
	}
	hash := uint32(maphash.Comparable(m.slots.seed, *key) >> 32)
	for i := m.slots.home(hash); ; i = m.slots.after(i) {
		at := m.slots.table[i]
		if at == 0 {
			return noSlot, room{hash, i}
		}
		if slot := at - 1; m.slab[slot].hash == hash && m.keys[slot] == *key {
			return slot, room{}
		}
	}
}

// record is what is kept in a slot, or what there is to know of a key that is bound to none.
func (m *Manager[K, R]) record(slot uint32) *record {
	if slot == noSlot {
		return &m.nobody
	}
	return &m.slab[slot]
}

// bind gives a key, for which there is this room in the index, a slot, with the entry of a key that nobody has asked for.
func (m *Manager[K, R]) bind(key *K, room room) uint32 {
	slot := m.vacant()
	m.slab[slot] = record{Entry: m.nobody.Entry, since: m.now, hash: room.hash}
	m.keys[slot] = *key
	m.slots.add(m.slab, room, slot)
	return slot
}

func (m *Manager[K, R]) vacant() uint32 {
	if n := len(m.free); n > 0 {
		slot := m.free[n-1]
		m.free = m.free[:n-1]
		return slot
	}
	m.slab = append(m.slab, record{})
	m.keys = append(m.keys, *new(K))
	return uint32(len(m.slab) - 1)
}

// vacate frees the slot of an entry that nobody holds, unless a message under way names it.
func (m *Manager[K, R]) vacate(slot uint32) {
	if m.slab[slot].under > 0 {
		return
	}
	m.slots.remove(m.slab, slot)
	m.keys[slot] = *new(K)
	m.free = append(m.free, slot)
}

// arrive says that one message which named the slot has come to its end. The slot is free if it was the last and
// nothing is left of the entry.
func (m *Manager[K, R]) arrive(slot uint32) {
	e := &m.slab[slot]
	e.under--
	if e.Entry == m.nobody.Entry {
		m.vacate(slot)
	}
}
