package lookup

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// What a caller can decide by. Each is wrapped with what was being tried; nothing has happened when it is returned,
// except that it was counted.
var (
	// ErrConfig is a value that New cannot work with.
	ErrConfig = errors.New("lookup: bad configuration")
	// ErrHandle is a handle that no request has, or that has ended.
	ErrHandle = errors.New("lookup: no such request")
	// ErrBegun is an id whose request has been begun and has not ended.
	ErrBegun = errors.New("lookup: the request has been begun before")
	// ErrGeneration is a generation under which no load was started: never issued, of another key, or only looked at.
	ErrGeneration = errors.New("lookup: nothing was started under the generation")
	// ErrKey is a key, or an id, that nothing could find again: it does not equal itself, as a floating point NaN does not, or
	// cannot be compared, as a slice in an interface.
	ErrKey = errors.New("lookup: the key or id does not equal itself")
	// ErrDown is a tier that starts nothing: its watch says so, or all of its workers are stuck.
	ErrDown = errors.New("lookup: the tier is down")
	// ErrStuck is what Close returns when calls of the prober did not end in time; the error is a *StuckError.
	ErrStuck = errors.New("lookup: probes are stuck")
	// ErrPanic is a call of the prober that panicked, or that ended its goroutine.
	ErrPanic = errors.New("lookup: the prober panicked")
	// ErrShort is a call of the prober that returned without an error and left keys unanswered.
	ErrShort = errors.New("lookup: the prober left keys unanswered")
)

// A StuckError names the calls that have not returned. It is an ErrStuck, and the error of the context that ended first.
type StuckError struct {
	Calls []StuckCall
	Cause error
}

// A StuckCall is one call of the prober that has not returned.
type StuckCall struct {
	Worker int           // its number
	Keys   int           // how many keys it was given
	First  string        // the first of them, printed: quoted, and cut off where it is long
	For    time.Duration // since it began, by the caller's clock
}

func (e *StuckError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v: %v:", ErrStuck, e.Cause)
	for i, c := range e.Calls {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " worker %d with %d keys from %s on for %v", c.Worker, c.Keys, c.First, c.For)
	}
	return b.String()
}

// Unwrap makes errors.Is find both.
func (e *StuckError) Unwrap() []error { return []error{ErrStuck, e.Cause} }
