package job

import (
	"context"
	"time"
)

// Close shuts the manager down. From then on nothing is submitted and no block started; what is queued ends untried, with
// ErrClosed, and what runs by its real end: Poll reports both. The contexts of the running calls end; Close waits until
// they have returned, or until ctx ends: then it names what is stuck in a *StuckError. Workers end with their calls. It may
// be called again, to wait for the rest.
func (m *Manager) Close(ctx context.Context) error {
	m.shut()
	if m.owns {
		if err := m.watch.Close(ctx); err != nil {
			return err
		}
	}
	return m.await(ctx, m.left)
}

// shut tells every job that the tier shuts down, and with them every record that no job is on.
func (m *Manager) shut() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.nobody = OnShut(m.nobody).Next // of records that are yet to come
	for place, e := range m.slab {
		e.context.cancel()
		m.settleAt(uint32(place), ID(e.Generation), OnShut(e.Entry).Result)
	}
	if !m.closed {
		m.closed = true
		m.work.Broadcast()
	}
}

// Drain waits until no copy runs and none can start, or until ctx ends: then it names what is stuck in a *StuckError. It
// starts nothing and ends nothing; but as long as it waits no time passes, so no deadline does either.
func (m *Manager) Drain(ctx context.Context) error {
	return m.await(ctx, m.quiescence())
}

// quiescence is a channel that is closed when nothing runs.
func (m *Manager) quiescence() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.quiet == nil {
		m.quiet = make(chan struct{})
	}
	quiet := m.quiet
	m.resume() // no tick does while the owner waits
	m.rest()
	return quiet
}

// still reports whether no copy runs, and none waits that could.
func (m *Manager) still() bool {
	waiting := m.queues[Read].len() + m.queues[Write].len()
	return m.copies == 0 && (m.closed || waiting == 0 || !m.watch.Serves())
}

// await waits until a channel is closed.
func (m *Manager) await(ctx context.Context, over <-chan struct{}) error {
	select {
	case <-over:
		return nil
	default:
	}
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return m.stuck(context.Cause(ctx))
	}
}

// stuck names the calls that run.
func (m *Manager) stuck(cause error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := &StuckError{Cause: cause}
	for _, w := range m.calls {
		err.Calls = append(err.Calls, StuckCall{
			Job:     w.id,
			Mover:   m.record(w.id).mover,
			Block:   w.block,
			CleanUp: w.cleanUp,
			For:     w.call.For(time.Duration(m.now)),
		})
	}
	return err
}
