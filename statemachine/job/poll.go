package job

import "slices"

// Poll appends the reports of jobs that ended, or whose deadlines passed: each job is reported exactly once.
func (m *Manager) Poll(into []Report) []Report {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.told = m.told[:0]
	for _, t := range m.ended {
		e := m.record(t.id)
		r := OnPoll(e.Entry, Token(t.id))
		if r.Sent&SentReported != 0 {
			into = append(into, m.reportOf(t.id, e, r))
		}
		m.settle(t.id, r.Result)
	}
	m.ended = m.ended[:0]
	return into
}

// reportOf is what is told of a job.
func (m *Manager) reportOf(id ID, e *record, r PollResult) Report {
	first := len(m.told)
	m.told = append(m.told, e.outcomes...)
	m.stats.Moved[e.class].count(e.outcomes)
	return Report{
		ID:       id,
		Class:    e.class,
		Mover:    e.mover,
		Outcomes: slices.Clip(m.told[first:]),
		Cause:    r.Reported.Why,
		Err:      e.reason(r.Reported.Why),
		Held:     r.Sent&SentReturned == 0,
	}
}

// reason is the error of a job that was stopped for this cause.
func (e *record) reason(why Cause) error {
	switch why {
	case CauseFailure:
		return e.err
	case CauseGivenUp:
		return ErrGivenUp
	case CauseExpired:
		return ErrExpired
	case CauseClosed:
		return ErrClosed
	}
	return nil
}

// Released appends the jobs whose report was Held and whose copies have all ended since: each exactly once.
func (m *Manager) Released(into []Release) []Release {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range m.spent {
		e := m.record(t.id)
		r := OnRelease(e.Entry, Token(t.id))
		if r.Sent&SentReturned != 0 {
			into = append(into, Release{t.id, e.mover})
		}
		m.settle(t.id, r.Result)
	}
	m.spent = m.spent[:0]
	return into
}

// Forsaken appends what could not be removed, as far as there was room to remember it: Stats counts all.
func (m *Manager) Forsaken(into []Forsaken) []Forsaken {
	m.mu.Lock()
	defer m.mu.Unlock()
	into = append(into, m.forsaken...)
	clear(m.forsaken)
	m.forsaken = m.forsaken[:0]
	return into
}
