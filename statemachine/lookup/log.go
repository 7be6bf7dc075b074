package lookup

import (
	"fmt"
	"time"
)

// said is what the log has heard of, so that it hears of each thing once.
type said struct {
	probes   ProbeStats
	stuck    int
	rejected uint64
}

// news tells the log what has gone wrong since the last flush. The watch tells it whether the tier is down.
func (m *Manager[K, R]) news() {
	if m.log == nil {
		return
	}
	s, old := m.Stats(), m.said
	m.said = said{s.Probes, s.Stuck, s.Rejected}
	now := m.start.Add(time.Duration(m.now))
	for _, n := range []struct {
		what string
		more uint64
	}{
		{"probe failed", s.Probes.Errors - old.probes.Errors},
		{"prober panicked", s.Probes.Panics - old.probes.Panics},
		{"prober left keys unanswered", s.Probes.Short - old.probes.Short},
	} {
		if n.more > 0 {
			m.log.Warn(now, n.what, "calls", n.more, "error", fmt.Sprint(s.Probes.Last))
		}
	}
	if stray := s.Probes.stray() - old.probes.stray(); stray > 0 {
		m.log.Warn(now, "prober answered what it was not asked", "answers", stray)
	}
	if s.Stuck > old.stuck {
		m.log.Warn(now, "probe is stuck", "calls", s.Stuck, "replaced", s.Replaced)
	}
	if s.Rejected > old.rejected {
		m.log.Warn(now, "event rejected", "events", s.Rejected-old.rejected)
	}
}

// stray are answers that no key waits for.
func (s *ProbeStats) stray() uint64 { return s.Second + s.OutOfRange + s.Late }
