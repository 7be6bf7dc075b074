package job

// A ticket names a job under its generation: of another one on the same record it says nothing.
type ticket struct {
	id ID
	at int64 // when it is due, by the caller's clock, if it is
}

// Queues that workers serve: blocks of each class, and clean-ups, in the order in which they are preferred.
const (
	cleanUps = classes
	queues   = classes + 1
)

// tickets are a queue. Jobs that end before their turn leave tickets behind, which mean nothing; before the queue grows
// they are let go, so that it stays within a few times the number of jobs.
type tickets struct {
	list []ticket
	next int // those before it were taken
}

func (q *tickets) len() int      { return len(q.list) - q.next }
func (q *tickets) front() ticket { return q.list[q.next] }

// pop takes the front away. The room of what was taken is used again once all has been.
func (q *tickets) pop() {
	q.next++
	if q.next == len(q.list) {
		q.list, q.next = q.list[:0], 0
	}
}

// push appends a ticket. Where the queue is full those stay that keep says mean something.
func (q *tickets) push(t ticket, keep func(ticket) bool) {
	if len(q.list) == cap(q.list) {
		q.sweep(keep)
	}
	q.list = append(q.list, t)
}

// sweep makes room for at least as many tickets as stay, so that the next one comes after as many pushes.
func (q *tickets) sweep(keep func(ticket) bool) {
	kept := q.list[:0]
	for _, t := range q.list[q.next:] {
		if keep(t) {
			kept = append(kept, t)
		}
	}
	q.list, q.next = kept, 0
	if n := len(kept); cap(kept) < 2*n || cap(kept) == 0 {
		q.list = append(make([]ticket, 0, max(4*n, 64)), kept...)
	}
}

// choose is the queue that is served next, or -1 if all are empty: the first that has something, unless one behind it
// has been passed over too often, and more often than those before it. So two that are always late do not starve a third.
func (m *Manager) choose() int {
	chosen := -1
	for q := range m.queues {
		switch {
		case m.queues[q].len() == 0:
			m.passed[q] = 0
		case chosen < 0 || m.passed[q] >= max(m.config.Overtakes, m.passed[chosen]):
			chosen = q
		}
	}
	return chosen
}

// served counts the queues that were passed over.
func (m *Manager) served(chosen int) {
	for q := range m.queues {
		if q != chosen && m.queues[q].len() > 0 {
			m.passed[q]++
		}
	}
	m.passed[chosen] = 0
}
