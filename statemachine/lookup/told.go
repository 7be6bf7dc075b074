package lookup

// Stored tells that a store of the key has completed. If somebody holds the key it is a hit from now on, under a fresh
// generation, also for those who were told miss. The changes of one key are to be told in the order in which they
// happened.
func (m *Manager[K, R]) Stored(key K) {
	slot := m.slot(key)
	if slot == noSlot {
		m.pass(key, OnStored(m.blank, m.look(&nobody, nil), m.fresh()), about{})
		return
	}
	e := &m.slab[slot]
	r := OnStored(e.Entry, m.look(e, nil), m.fresh())
	m.drew(r)
	m.settle(slot, nil, r, about{})
}

// Deleted tells that the tier has deleted the key. If somebody holds the key it is a miss from now on, under a fresh
// generation.
func (m *Manager[K, R]) Deleted(key K) {
	slot := m.slot(key)
	if slot == noSlot {
		m.pass(key, OnDeleted(m.blank, m.look(&nobody, nil), m.fresh()), about{})
		return
	}
	e := &m.slab[slot]
	r := OnDeleted(e.Entry, m.look(e, nil), m.fresh())
	m.drew(r)
	m.settle(slot, nil, r, about{})
}
