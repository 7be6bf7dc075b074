package dir

import (
	"os"
	"syscall"
)

// Direct is the flag of opening that bypasses the page cache.
const Direct = syscall.O_DIRECT

// SyncData makes the bytes of a file durable, and no more of it than reading them back needs.
func SyncData(f *os.File) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		for {
			if failed = syscall.Fdatasync(int(fd)); failed != syscall.EINTR {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return os.NewSyscallError("fdatasync", failed)
}
