//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lease

import (
	"errors"
	"os"
	"syscall"
)

// nonblock keeps an open from waiting for the other end of a pipe.
const nonblock = syscall.O_NONBLOCK

// lockFile locks an open file, or is an ErrHeld.
func lockFile(f *os.File) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var locked error
	if err := raw.Control(func(fd uintptr) { locked = flock(int(fd)) }); err != nil {
		return err
	}
	return locked
}

func flock(fd int) error {
	for {
		switch err := syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EINTR): // a signal came; the call does not wait, so this ends
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrHeld
		case errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK):
			return errors.Join(ErrUnsupported, err)
		default:
			return err
		}
	}
}
