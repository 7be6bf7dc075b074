package lookup

// A probe that was asked for, under the generation that asked.
type item struct {
	token Token
	slot  uint32
}

// gathered are the probes asked for and not yet flushed, in order.
type gathered struct {
	items []item
	next  int // those before it have been taken
}

func (g *gathered) len() int    { return len(g.items) - g.next }
func (g *gathered) front() item { return g.items[g.next] }

// pop takes the front away. The room of what was taken is used again once all has been.
func (g *gathered) pop() {
	g.next++
	if g.next == len(g.items) {
		g.items, g.next = g.items[:0], 0
	}
}

// gather notes a probe for the next flush. Requests that ask and end between two flushes leave items behind that no
// flush will send; before the list grows they are let go, so that it stays within twice the number of entries.
func (m *Manager[K, R]) gather(slot uint32, token Token) {
	if len(m.gathered.items) == cap(m.gathered.items) {
		m.sweep()
	}
	m.slab[slot].under++
	m.gathered.items = append(m.gathered.items, item{token, slot})
}

// sweep keeps the items that the step would send, and lets the others meet it now.
func (m *Manager[K, R]) sweep() {
	kept := m.gathered.items[:0]
	for _, it := range m.gathered.items[m.gathered.next:] {
		r := OnFlush(m.slab[it.slot].Entry, it.token)
		if r.Sent&SentProbing != 0 {
			kept = append(kept, it)
			continue
		}
		m.drop(it, r.Result)
	}
	m.gathered.items, m.gathered.next = kept, 0
	m.gathered.reserve()
}

// reserve makes room for as many items again, so that the next sweep comes after as many asks.
func (g *gathered) reserve() {
	if n := len(g.items); cap(g.items) < 2*n || cap(g.items) == 0 {
		g.items = append(make([]item, 0, max(4*n, 64)), g.items...)
	}
}

// drop settles the flush of an item that is not sent.
func (m *Manager[K, R]) drop(it item, r Result) {
	m.settle(it.slot, nil, r, about{About: About{Generation: it.token}})
	m.arrive(it.slot)
}
