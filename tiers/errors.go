package tiers

import (
	"errors"
	"fmt"

	"github.com/genlock-go/genlock/internal/keys"
)

// What a caller can decide by. Each is wrapped in an OpError, which says of which tier, operation and key.
var (
	// ErrConfig is a value that nothing can be opened with.
	ErrConfig = errors.New("tiers: bad configuration")
	// ErrClosed is a call after Shutdown or Close.
	ErrClosed = errors.New("tiers: closed")
	// ErrDown is a tier that does not serve now: nothing was started, try another one.
	ErrDown = errors.New("tiers: the tier is down")
	// ErrBusy is a queue without room: nothing was started, try again in a later step.
	ErrBusy = errors.New("tiers: the queue is full")
	// ErrSlot is a slot that primary memory does not have, or that a job names twice.
	ErrSlot = errors.New("tiers: bad slot")
	// ErrJob is a job that was never submitted or has been reported.
	ErrJob = errors.New("tiers: no such job")
	// ErrKey is a key that a job names twice, or that nothing could find again: it does not equal itself, as a floating point
	// NaN does not, or cannot be compared, as a slice in an interface.
	ErrKey = errors.New("tiers: bad key")
	// ErrSize is memory that does not have the size of a block.
	ErrSize = errors.New("tiers: not the size of a block")
	// ErrTooMany is a job with more blocks than one may have.
	ErrTooMany = errors.New("tiers: too many blocks")
	// ErrNoHit is the load of a key that is no hit for the request, or whose load it has under way.
	ErrNoHit = errors.New("tiers: not a hit of the request")
	// ErrNotFound is a block that is not there: a miss.
	ErrNotFound = errors.New("tiers: no such block")
	// ErrShort is a block that is provably cut short.
	ErrShort = errors.New("tiers: block is cut short")
	// ErrCorrupt is a block whose bytes are not those that were stored.
	ErrCorrupt = errors.New("tiers: block is corrupt")
	// ErrForeign is something under the name of a block that is none of ours: of another size, kind or owner.
	ErrForeign = errors.New("tiers: not a block of ours")
	// ErrTooLarge is a block that is larger than all the room there may ever be.
	ErrTooLarge = errors.New("tiers: block exceeds the capacity")
	// ErrFull is a store for which no room could be made now.
	ErrFull = errors.New("tiers: no room")
	// ErrExpired is a job whose deadline has passed.
	ErrExpired = errors.New("tiers: deadline passed")
	// ErrGivenUp is a job that its caller gave up.
	ErrGivenUp = errors.New("tiers: given up by its caller")
	// ErrStuck is I/O that did not end in time; who returns it names what is stuck.
	ErrStuck = errors.New("tiers: I/O is stuck")
	// ErrPanic is a back end that panicked, or that ended its goroutine.
	ErrPanic = errors.New("tiers: the back end panicked")
)

// An OpError is an error of one operation. Fields that do not apply are empty.
type OpError struct {
	Tier string // its name; a Backend need not know it, who drives it fills it in
	Op   string // "probe", "load", "store", "remove", …
	Key  string // as PrintKey prints it
	Err  error
}

// Error is "tier: operation of key: what happened", without what is not known.
func (e *OpError) Error() string {
	s := e.Op
	if e.Tier != "" {
		s = e.Tier + ": " + s
	}
	if e.Key != "" {
		s += " of " + e.Key
	}
	return fmt.Sprintf("%s: %v", s, e.Err) // what happened may be a nil pointer, and panic
}

// Unwrap makes errors.Is and errors.As find what happened.
func (e *OpError) Unwrap() error { return e.Err }

// PrintKey prints a key for an error or a log: quoted, so that no byte of it is taken for anything else, and cut off where
// it is long.
func PrintKey[K comparable](key K) string { return keys.Print(key) }
