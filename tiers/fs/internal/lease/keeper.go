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
	lock  *Lock     // nil: we do not lead
	err   error     // of the last try
}

// NewKeeper makes a keeper that does not hold the lease yet. It tries every so often; 5 s if zero.
func NewKeeper(root *os.Root, name string, mode os.FileMode, every time.Duration) (*Keeper, error) {
	if every < 0 {
		return nil, fmt.Errorf("lease: tries every %v", every)
	}
	return &Keeper{root: root, name: name, mode: mode, every: cmp.Or(every, defaultEvery)}, nil
}

// Step tries to take the lease, or looks whether it is still ours, if it is time to; until then it says what it said last. It
// reports whether we lead. An error is not that another process leads: it says why that cannot be known, and then we do not
// lead.
func (k *Keeper) Step(now time.Time) (leads bool, err error) {
	if now.Before(k.next) {
		return k.lock != nil, k.err
	}
	k.next = now.Add(k.every)
	if k.lock == nil {
		k.lock, k.err = k.try()
	} else if k.err = k.lock.Check(); k.err != nil {
		k.err = errors.Join(k.err, k.Close())
	}
	return k.lock != nil, k.err
}

// try takes the lease; nil: another process has it.
func (k *Keeper) try() (*Lock, error) {
	l, err := Acquire(k.root, k.name, k.mode)
	if errors.Is(err, ErrHeld) {
		return nil, nil
	}
	return l, err
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
