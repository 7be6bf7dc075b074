package lease

import (
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
)

var (
	// ErrHeld is a lock that somebody else holds.
	ErrHeld = errors.New("lease: held by another process")
	// ErrGone is a lock whose file does not stand under its name any more: who locks the name now has it, too.
	ErrGone = errors.New("lease: the lock file was removed or replaced")
	// ErrUnfit is something under the name of a lock file that cannot be one: a link, a directory, a pipe.
	ErrUnfit = errors.New("lease: not a regular file")
	// ErrUnsupported is a system that has no such locks.
	ErrUnsupported = errors.New("lease: no file locks on this system")
)

// A Lock is a file that is locked until Close, or until the process ends.
type Lock struct {
	root *os.Root
	name string
	f    *os.File
}

// mostTries is how often a lock file that was removed while it was being locked is made again.
const mostTries = 8

// Acquire locks the file of that name below root; it makes one, with exactly this mode, where there is none. It does not
// wait: where another process, or another Lock of this one, holds the lock, it is an ErrHeld.
func Acquire(root *os.Root, name string, mode os.FileMode) (*Lock, error) {
	var err error
	for range mostTries {
		var l *Lock
		if l, err = acquire(root, name, mode); !errors.Is(err, ErrGone) {
			return l, err
		}
	}
	return nil, err
}

func acquire(root *os.Root, name string, mode os.FileMode) (*Lock, error) {
	f, err := open(root, name, mode)
	if err != nil {
		return nil, err
	}
	return lock(root, name, f)
}

// lock locks an open file. It may have been removed since it was opened: then the lock is worth nothing.
func lock(root *os.Root, name string, f *os.File) (*Lock, error) {
	l := &Lock{root, name, f}
	err := lockFile(f)
	if err == nil {
		err = l.Check()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", name, err), f.Close())
	}
	return l, nil
}

// open opens a lock file, or makes one. What somebody has planted under its name is not opened: a pipe would make us wait, and
// a link would let us lock a file of others.
func open(root *os.Root, name string, mode os.FileMode) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		if err := f.Chmod(mode); err != nil { // whatever the umask
			return nil, errors.Join(err, f.Close())
		}
		return f, nil
	}
	if !errors.Is(err, iofs.ErrExist) {
		return nil, err
	}
	return openThere(root, name)
}

func openThere(root *os.Root, name string) (*os.File, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, iofs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrGone, err)
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is %v", ErrUnfit, name, info.Mode())
	}
	f, err := root.OpenFile(name, os.O_RDWR|nonblock, 0)
	if errors.Is(err, iofs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrGone, err)
	}
	return f, err
}

// Check is an ErrGone if the file that is locked does not stand under its name any more.
func (l *Lock) Check() error {
	there, err := l.root.Lstat(l.name)
	if err != nil && !errors.Is(err, iofs.ErrNotExist) {
		return err
	}
	ours, failed := l.f.Stat()
	if failed != nil {
		return failed
	}
	if err != nil || !os.SameFile(there, ours) {
		return fmt.Errorf("%w: %s", ErrGone, l.name)
	}
	return nil
}

// Close gives the lock up. The file stays: removing it would let two processes lock two files of one name.
func (l *Lock) Close() error { return l.f.Close() }
