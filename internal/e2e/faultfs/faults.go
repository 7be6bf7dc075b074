package faultfs

import (
	"fmt"
	"maps"
	"sync"
	"syscall"
	"time"
)

// faults are what calls meet, and how often they did. Any goroutine may use them.
type faults struct {
	mu      sync.Mutex
	current *set
	calls   map[Op]int
	hung    int
	changed chan struct{} // closed, and made anew, whenever hung changes
}

// A set is what one call of Set gave. Those who hang in it wait for its end.
type set struct {
	faults []Fault
	seen   []int // calls that a fault is about, by fault
	met    []int // calls that met it
	ended  chan struct{}
}

func newFaults() *faults {
	return &faults{current: newSet(nil), calls: map[Op]int{}, changed: make(chan struct{})}
}

func newSet(all []Fault) *set {
	return &set{all, make([]int, len(all)), make([]int, len(all)), make(chan struct{})}
}

// replace puts faults in place of those that are there, and lets go on what hangs in them.
func (f *faults) replace(all []Fault) error {
	for _, one := range all {
		if err := one.check(); err != nil {
			return err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.current.ended)
	f.current = newSet(all)
	return nil
}

// meet is called at the start of each call, and returns when it may go on: with how many bytes at most (0: all), or with
// the error that it ends with.
func (f *faults) meet(op Op, name string) (most int, errno syscall.Errno) {
	fault, s := f.find(op, name)
	if s == nil {
		return 0, 0
	}
	if fault.Delay > 0 {
		wait(s.ended, fault.Delay)
	}
	if fault.Hang {
		f.hang(1)
		ended := wait(s.ended, LongestHang)
		f.hang(-1)
		if !ended {
			return 0, syscall.ETIMEDOUT
		}
	}
	return fault.Short, fault.Errno
}

// find counts the call, and returns the first fault that it meets.
func (f *faults) find(op Op, name string) (Fault, *set) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls[op]++
	s := f.current
	for i, fault := range s.faults {
		if !fault.hits(op, name) {
			continue
		}
		s.seen[i]++
		if fault.Nth == 0 || fault.Nth == s.seen[i] {
			s.met[i]++
			return fault, s
		}
	}
	return Fault{}, nil
}

// wait returns whether the channel was closed in time.
func wait(ended <-chan struct{}, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-ended:
		return true
	case <-timer.C:
		return false
	}
}

func (f *faults) hang(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hung += n
	close(f.changed)
	f.changed = make(chan struct{})
}

// awaitHung returns when at least so many calls hang at a time.
func (f *faults) awaitHung(n int, within time.Duration) error {
	for end := time.Now().Add(within); ; {
		f.mu.Lock()
		hung, changed := f.hung, f.changed
		f.mu.Unlock()
		if hung >= n {
			return nil
		}
		if !wait(changed, time.Until(end)) {
			return fmt.Errorf("faultfs: %d calls hang, not %d, after %v", hung, n, within)
		}
	}
}

// Counts are how often calls were made since the mount, and how often the faults of now were met, in their order.
type Counts struct {
	Calls map[Op]int
	Met   []int
	Hung  int // calls that hang now
}

// All is how many calls there were.
func (c Counts) All() (n int) {
	for _, calls := range c.Calls {
		n += calls
	}
	return n
}

func (f *faults) counts() Counts {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Counts{maps.Clone(f.calls), append([]int(nil), f.current.met...), f.hung}
}

// Bounds on what a test that went wrong can hold up.
const (
	// LongestHang is how long a call hangs at most. Then it fails (ETIMEDOUT).
	LongestHang = 2 * time.Minute
	// LongestLife is how long a mount lasts at most.
	LongestLife = 10 * time.Minute
	// longestWait is how long a test waits for a call to hang, and for the serving process to do what it is told.
	longestWait = 20 * time.Second
)
