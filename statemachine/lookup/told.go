package lookup

// Stored tells that a store of the key has completed. If somebody holds the key it is a hit from now on, under a fresh
// generation, also for those who were told miss. The changes of one key are to be told in the order in which they
// happened.
func (m *Manager[K, R]) Stored(key K) { m.told(key, OnStored) }

// Deleted tells that the tier has deleted the key. If somebody holds the key it is a miss from now on, under a fresh
// generation.
func (m *Manager[K, R]) Deleted(key K) { m.told(key, OnDeleted) }

// told lets the entry meet a change of the storage.
func (m *Manager[K, R]) told(key K, on func(Entry, Holders, Token) Result) {
	slot := m.slot(key)
	e := m.record(slot)
	r := on(e.Entry, m.look(e, nil), m.fresh())
	m.drew(r)
	m.conclude(slot, key, nil, r, about{})
}
