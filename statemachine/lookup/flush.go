package lookup

import "time"

// Flush ends a step: the probes that were asked for are sent to the workers, in the order of the asks, at most budget
// of them. What does not fit the bounds of Config stays Pending for the next flush. The asks of the next step are judged
// by now. While the tier does not serve nothing is sent. It returns how many probes it sent.
func (m *Manager[K, R]) Flush(now time.Time, budget int) (sent int) {
	m.tick(now)
	if !m.pool.watch.Serves() {
		return 0
	}
	var b *batch[K]
	for ; budget > 0 && m.gathered.len() > 0; budget-- {
		it := m.gathered.front()
		r := OnFlush(m.slab[it.slot].Entry, it.token)
		if r.Sent&SentProbing == 0 {
			m.gathered.pop()
			m.drop(it, r.Result)
			continue
		}
		if b = m.room(b); b == nil {
			break
		}
		m.gathered.pop()
		b.add(m.keys[it.slot], item{r.Probing.Gen, it.slot})
		m.settle(it.slot, nil, r.Result, about{About: About{Generation: it.token}})
		m.underWay++
		sent++
	}
	m.pool.send(b)
	return sent
}

// room is a batch with room for one more key, b itself if it has some. A full one is sent. nil: there is none now.
func (m *Manager[K, R]) room(b *batch[K]) *batch[K] {
	full := m.underWay >= m.config.UnderWay && m.underWay >= m.config.UnderWay+m.pool.hung()
	if b != nil && len(b.keys) < m.config.Batch && !full {
		return b
	}
	m.pool.send(b)
	if full {
		return nil
	}
	return m.pool.empty()
}
