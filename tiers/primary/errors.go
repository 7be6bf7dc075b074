package primary

import (
	"errors"
	"fmt"
	"strings"
)

// What a caller can decide by. Each is wrapped with what was being tried. Nothing has happened when it is returned, except
// that it was counted.
var (
	// ErrConfig is a value that New cannot work with.
	ErrConfig = errors.New("primary: bad configuration")
	// ErrMemory is memory that the system does not give, or does not take back.
	ErrMemory = errors.New("primary: no memory")
	// ErrFull is a set of keys for which there is no room now. Nothing was evicted.
	ErrFull = errors.New("primary: full")
	// ErrTooMany is a set of keys that is larger than all of the pool. Nothing was evicted.
	ErrTooMany = errors.New("primary: more keys than slots")
	// ErrKey is a key that nothing could find again: it does not equal itself, as a floating point NaN does not, or cannot be
	// compared, as a slice in an interface.
	ErrKey = errors.New("primary: nothing could find the key again")
	// ErrRef is a Ref whose use of a slot has ended, or that never was one.
	ErrRef = errors.New("primary: no such use of a slot")
	// ErrPhase is a call for which the slot is not in the phase: a promise that was sent before, a pin that nobody holds.
	ErrPhase = errors.New("primary: the slot is in another phase")
	// ErrUsers is a number of users that no slot can have.
	ErrUsers = errors.New("primary: bad number of users")
	// ErrPolicy is an eviction policy that names no slot, or the wrong one, though there are some to evict.
	ErrPolicy = errors.New("primary: the eviction policy gives no victim")
	// ErrClosed is a call after Close.
	ErrClosed = errors.New("primary: closed")
	// ErrInUse is what Close returns when slots are still in use; the error is an *InUseError.
	ErrInUse = errors.New("primary: slots are in use, their memory stays mapped")
)

// An InUseError names the slots whose copies have not ended. It is an ErrInUse, and the error that ended the wait.
type InUseError struct {
	Slots []int
	Cause error
}

// longestNamed is how many slots the text of an InUseError names.
const longestNamed = 16

func (e *InUseError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v: ", ErrInUse)
	if e.Cause != nil {
		fmt.Fprintf(&b, "%v: ", e.Cause)
	}
	fmt.Fprintf(&b, "%d slots:", len(e.Slots))
	for _, slot := range e.Slots[:min(len(e.Slots), longestNamed)] {
		fmt.Fprintf(&b, " %d", slot)
	}
	if len(e.Slots) > longestNamed {
		b.WriteString(" …")
	}
	return b.String()
}

// Unwrap makes errors.Is find both.
func (e *InUseError) Unwrap() []error {
	if e.Cause == nil {
		return []error{ErrInUse}
	}
	return []error{ErrInUse, e.Cause}
}
