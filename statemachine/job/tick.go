package job

import "time"

// Tick moves the time on and judges by it: jobs whose deadline has passed, calls that have taken too long, clean-ups that
// are due. A time that lies before the last is that one: time never goes back.
func (m *Manager) Tick(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = max(m.now, int64(now.Sub(m.start)))
	if m.owns {
		m.watch.Step(now)
	}
	m.expire()
	m.tidy()
	m.replace()
	m.resume()
}

// resume has workers look again: when they last did the tier may not have served.
func (m *Manager) resume() {
	if m.idle > 0 && m.choose() >= 0 && m.watch.Serves() {
		m.work.Broadcast()
	}
}

// expire tells jobs that their deadline has passed.
func (m *Manager) expire() {
	for m.deadlines.len() > 0 && m.deadlines.front().at <= m.now {
		id := m.deadlines.front().id
		m.deadlines.pop()
		e := m.record(id)
		r := OnExpire(e.Entry, Token(id))
		if r.Sent&SentEnded != 0 {
			e.context.cancel()
		}
		m.settle(id, r.Result)
	}
}

// tidy hands clean-ups that are due to the workers.
func (m *Manager) tidy() {
	waiting := m.dirty[:0]
	for _, t := range m.dirty {
		if t.at > m.now {
			waiting = append(waiting, t)
			continue
		}
		m.queues[cleanUps].push(t, always)
		m.rouse(1)
	}
	m.dirty = waiting
}

func always(ticket) bool { return true }

// replace has another worker take over from each that is stuck, as long as the watch gives places for them. A call is
// late when it is older than CallDeadline by what ticks have seen of it: it may have begun long after the tick before.
func (m *Manager) replace() {
	now := time.Duration(m.now)
	for _, w := range m.calls {
		w.call.See(now)
		if w.call.Late(now, m.config.CallDeadline) {
			w.call.Relieve(m.watch, m.hire)
		}
	}
}
