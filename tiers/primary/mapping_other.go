//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package primary

// mapped says that memory comes from the system.
const mapped = false

// mapMemory takes memory of Go's own: it is not moved, and is given back by the garbage collector.
func mapMemory(size int) ([]byte, error) { return make([]byte, size), nil }

func (m *mapping) unmap() error {
	m.bytes, m.whole = nil, nil
	return nil
}
