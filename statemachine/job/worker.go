package job

import "github.com/genlock-go/genlock/statemachine/health"

// A worker makes one call at a time. Its fields are guarded by the manager's mutex.
type worker struct {
	call health.Call
	ends bool // another one has taken over

	id      ID
	block   int
	cleanUp bool
}

// hire starts a worker.
func (m *Manager) hire() {
	m.alive++
	go m.run(&worker{})
}

// rouse wakes as many of the workers that wait as there is work for.
func (m *Manager) rouse(work int) {
	for range min(work, m.idle) {
		m.work.Signal()
	}
}

// run serves until there is nothing more to do. A mover that ends its goroutine ends the worker's, so another one takes
// over.
func (m *Manager) run(w *worker) {
	over := false
	defer func() {
		if !over && !w.ends {
			go m.run(w)
		}
	}()
	for m.serve(w) {
	}
	over = true
}

// serve makes the next call, and reports whether the worker stays.
func (m *Manager) serve(w *worker) (stays bool) {
	switch e := m.take(w); {
	case e == nil:
		return false
	case w.cleanUp:
		m.clean(w, e)
	default:
		m.move(w, e)
	}
	return !w.ends
}

// take waits for something to do. It is nil if the worker is to leave.
func (m *Manager) take(w *worker) *record {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.closed {
		q := m.choose()
		if q < 0 || !m.watch.Serves() {
			m.wait()
		} else if e := m.begin(w, q); e != nil {
			return e
		}
	}
	m.leave()
	return nil
}

// wait waits until there may be something to do.
func (m *Manager) wait() {
	m.rest()
	m.idle++
	m.work.Wait()
	m.idle--
}

// leave notes that a worker leaves.
func (m *Manager) leave() {
	m.alive--
	m.rest()
	if m.closed && m.alive == 0 {
		close(m.left)
	}
}

// rest tells whoever drains that nothing runs, if so.
func (m *Manager) rest() {
	if m.quiet != nil && m.still() {
		close(m.quiet)
		m.quiet = nil
	}
}
