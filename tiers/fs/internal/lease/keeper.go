package lease

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"
)

// defaultEvery is how often a keeper tries.
const defaultEvery = 5 * time.Second

// A Keeper holds the lease of a directory, or waits for it. One goroutine at a time.
type Keeper struct {
	root  *os.Root
	name  string
	mode  os.FileMode
	every time.Duration
	next  time.Time // of the next try
	lock  *Lock     // nil: another process leads
}

// NewKeeper makes a keeper that does not hold the lease yet. It tries every so often; 5 s if zero.
func NewKeeper(root *os.Root, name string, mode os.FileMode, every time.Duration) (*Keeper, error) {
	if every < 0 {
		return nil, fmt.Errorf("lease: tries every %v", every)
	}
	return &Keeper{root: root, name: name, mode: mode, every: cmp.Or(every, defaultEvery)}, nil
}

// Step tries to take the lease, or looks whether it is still ours, if it is time to. It reports whether we lead. An error is
// not that another process leads: it says why that cannot be known, and then we do not lead.
func (k *Keeper) Step(now time.Time) (leads bool, err error) {
	if now.Before(k.next) {
		return k.lock != nil, nil
	}
	k.next = now.Add(k.every)
	if k.lock == nil {
		return k.try()
	}
	if err := k.lock.Check(); err != nil {
		return false, errors.Join(err, k.Close())
	}
	return true, nil
}

func (k *Keeper) try() (bool, error) {
	l, err := Acquire(k.root, k.name, k.mode)
	switch {
	case errors.Is(err, ErrHeld):
		return false, nil
	case err != nil:
		return false, err
	}
	k.lock = l
	return true, nil
}

// Close gives the lease up if it is ours. Whoever tries next has it.
func (k *Keeper) Close() error {
	if k.lock == nil {
		return nil
	}
	l := k.lock
	k.lock = nil
	return l.Close()
}
