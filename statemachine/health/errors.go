package health

import (
	"errors"
	"fmt"
	"time"
)

// What a caller can decide by.
var (
	// ErrConfig is a value that New cannot work with.
	ErrConfig = errors.New("health: bad configuration")
	// ErrDown is a tier that does not serve now; the error of Ready is a *DownError.
	ErrDown = errors.New("health: the tier is down")
	// ErrClosed is a tier that has been shut down.
	ErrClosed = errors.New("health: closed")
	// ErrStuck is what Close returns when a test did not end in time.
	ErrStuck = errors.New("health: a test is stuck")
	// ErrLate is a test that did not end by its deadline.
	ErrLate = errors.New("health: the test is past its deadline")
	// ErrPanic is a test that panicked, or that ended its goroutine.
	ErrPanic = errors.New("health: the test panicked")
	// ErrPlaces is why a tier without a test stays down: no stuck call has given its place back.
	ErrPlaces = errors.New("health: every place is taken by a stuck call")
)

// A DownError says since when a tier is down and why. It is an ErrDown, and what its last test failed with.
type DownError struct {
	For   time.Duration // since it went down
	Stuck int           // calls that were replaced and have not returned
	Bound int           // how many may be replaced
	Tests int           // begun since it went down
	Last  error         // what the last of them failed with; nil: none has ended
}

func (e *DownError) Error() string {
	s := fmt.Sprintf("%v for %v: %d of %d places are taken by stuck calls, %d tests", ErrDown, e.For, e.Stuck, e.Bound, e.Tests)
	if e.Last != nil {
		s += fmt.Sprintf(", the last one: %v", e.Last)
	}
	return s
}

// Unwrap makes errors.Is find both.
func (e *DownError) Unwrap() []error {
	if e.Last == nil {
		return []error{ErrDown}
	}
	return []error{ErrDown, e.Last}
}
