package lookup

// Drain begins a step: answers that were posted reach their entries, at most budget of them. The rest waits for the next
// drain, and Wake says so. It returns how many answers it took.
func (m *Manager[K, R]) Drain(budget int) (taken int) {
	m.down = m.down && m.pool.down(m.now)
	for ; taken < budget && m.refill(); taken++ {
		m.deliver(m.answers[m.next])
		m.next++
		m.underWay--
	}
	if m.next < len(m.answers) {
		m.pool.inbox.ring()
	}
	return taken
}

// refill makes sure that an answer waits to be delivered, if there is one.
func (m *Manager[K, R]) refill() bool {
	if m.next == len(m.answers) {
		m.answers, m.next = m.pool.inbox.take(m.answers[:0]), 0
	}
	return len(m.answers) > 0
}

// deliver tells an entry what became of a probe.
func (m *Manager[K, R]) deliver(a result) {
	e := &m.slab[a.slot]
	x := about{About: About{Generation: a.token, Found: a.verdict == VerdictHit}}
	var r Result
	if a.verdict == VerdictRetry {
		r = OnProbeFailed(e.Entry, m.look(e, nil), a.token)
		m.failed(a.slot, r)
	} else {
		r = OnDeliver(e.Entry, m.look(e, nil), a.token, x.Found)
	}
	m.settle(a.slot, nil, r, x)
	m.arrive(a.slot)
}
