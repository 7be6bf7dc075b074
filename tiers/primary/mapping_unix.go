//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package primary

import (
	"fmt"
	"syscall"
)

// mapped says that memory comes from the system.
const mapped = true

func mapMemory(size int) ([]byte, error) {
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("%w: mapping %d bytes: %w", ErrMemory, size, err)
	}
	return b, nil
}

func (m *mapping) unmap() error {
	if err := syscall.Munmap(m.whole); err != nil {
		return fmt.Errorf("%w: unmapping %d bytes: %w", ErrMemory, len(m.whole), err)
	}
	return nil
}
