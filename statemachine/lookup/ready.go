package lookup

import "fmt"

// Ready is nil while the tier serves: asks may wait for their answers. Else it says why it does not: it is what Watch says,
// or an ErrDown.
func (m *Manager[K, R]) Ready() error {
	if err := m.pool.watch.Ready(); err != nil {
		return err
	}
	if m.pool.down(m.now) {
		return fmt.Errorf("%w: all %d workers are stuck", ErrDown, len(m.pool.workers))
	}
	return nil
}
