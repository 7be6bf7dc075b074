package lookup

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Close shuts the manager down. From then on every ask hears miss at once and is not remembered, nothing is sent, and
// what comes in changes nothing. The context of the running calls ends; Close waits until they have returned, or until
// ctx ends: then it names what is stuck in a *StuckError. Workers end with their calls. It may be called again, to wait
// for the rest.
func (m *Manager[K, R]) Close(ctx context.Context) error {
	m.shut()
	m.pool.close()
	select {
	case <-m.pool.ended:
		return nil
	default:
	}
	select {
	case <-m.pool.ended:
		return nil
	case <-ctx.Done():
		return m.pool.stuck(m.now, context.Cause(ctx))
	}
}

// shut tells every entry that the tier shuts down, and with them every key that nobody asked for.
func (m *Manager[K, R]) shut() {
	for _, slot := range m.bound() {
		m.settle(slot, nil, OnShut(m.slab[slot].Entry), about{})
	}
	m.nobody.Entry = OnShut(m.nobody.Entry).Next
	for i := range m.requests {
		m.requests[i].forget()
	}
}

// bound are the slots in use, in a list of their own: a slot may be freed on the way.
func (m *Manager[K, R]) bound() []uint32 {
	slots := make([]uint32, 0, m.slots.keys)
	for _, p := range m.slots.table {
		if p != 0 {
			slots = append(slots, p.slot())
		}
	}
	slices.Sort(slots)
	return slots
}

// close lets the workers go once their calls return.
func (p *pool[K]) close() {
	if p.closed {
		return
	}
	p.closed = true
	p.cancel()
	close(p.work)
}

// stuck names the calls that run.
func (p *pool[K]) stuck(now int64, cause error) error {
	e := &StuckError{Cause: cause}
	for i := range p.workers {
		w := &p.workers[i]
		if b := w.batch.Load(); b != nil {
			e.Calls = append(e.Calls, StuckCall{
				Worker: i,
				Keys:   len(b.keys),
				First:  fmt.Sprint(b.first),
				For:    time.Duration(now - w.since.Load()),
			})
		}
	}
	return e
}
