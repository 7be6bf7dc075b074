package lookup

import (
	"context"
	"errors"
	"slices"
)

// Close shuts the manager down. From then on every ask hears miss at once and is not remembered, nothing is sent, and
// what comes in changes nothing. The context of the running calls ends; Close waits until they have returned, or until
// ctx ends: then it names what is stuck in a *StuckError. Workers end with their calls. It may be called again, to wait
// for the rest.
func (m *Manager[K, R]) Close(ctx context.Context) error {
	m.shut()
	m.pool.close()
	var test error
	if m.owns {
		test = m.pool.watch.Close(ctx)
	}
	return errors.Join(m.pool.wait(ctx, m.now), test)
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
	for _, at := range m.slots.table {
		if at != 0 {
			slots = append(slots, at-1)
		}
	}
	slices.Sort(slots)
	return slots
}

// wait waits for the last worker, or names those that are stuck once ctx has ended.
func (p *pool[K]) wait(ctx context.Context, now int64) error {
	select {
	case <-p.ended:
		return nil
	default:
	}
	select {
	case <-p.ended:
		return nil
	case <-ctx.Done():
		return p.stuck(now, context.Cause(ctx))
	}
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
