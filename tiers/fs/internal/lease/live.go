package lease

import (
	"errors"
	iofs "io/fs"
	"os"
	"strings"
)

// livePrefix begins the names of the files by which instances are known to live.
const livePrefix = "live-"

// LiveName is the name of the file by which an instance is known to live.
func LiveName(instance string) string { return livePrefix + instance }

// Instance is the instance that a file of that name belongs to, if it is the name of such a file.
func Instance(name string) (instance string, ok bool) { return strings.CutPrefix(name, livePrefix) }

// Announce says that an instance lives until the lock is closed or the process ends. It comes before the first temporary file
// of the instance.
func Announce(root *os.Root, instance string, mode os.FileMode) (*Lock, error) {
	return Acquire(root, LiveName(instance), mode)
}

// Alive reports whether an instance lives. An error is no answer: the instance may live.
func Alive(root *os.Root, instance string) (bool, error) {
	l, err := lockThere(root, LiveName(instance))
	switch {
	case errors.Is(err, ErrHeld):
		return true, nil
	case errors.Is(err, ErrGone):
		return false, nil
	case err != nil:
		return false, err
	}
	return false, l.Close()
}

// Bury removes the file of an instance that is dead; of one that lives it is an ErrHeld.
func Bury(root *os.Root, instance string) error {
	l, err := lockThere(root, LiveName(instance))
	if errors.Is(err, ErrGone) {
		return nil
	}
	if err != nil {
		return err
	}
	// It is removed while it is locked, so that an instance of that name, should one begin now, sees that its file is gone.
	err = root.Remove(l.name)
	if errors.Is(err, iofs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, l.Close())
}

// lockThere locks a file that exists.
func lockThere(root *os.Root, name string) (*Lock, error) {
	f, err := openThere(root, name)
	if err != nil {
		return nil, err
	}
	return lock(root, name, f)
}
