package tiers

import (
	"fmt"
	"time"
)

// Stats are the counters and sizes of a tier. What is counted never falls.
type Stats struct {
	Requests int // begun and not ended
	Keys     int // that requests hold, or whose probe runs
	Jobs     int // submitted and not reported
	Held     int // reported, but not released: a copy of theirs still runs
	Stuck    int // calls of the storage past their deadline
	Down     bool

	Hits, Misses, Retries uint64 // what asks heard
	Loads, Stores         Traffic
	Refused               [Refusals]uint64 // calls that were refused, by Refusal
	Late                  uint64           // ends of loads whose requests had ended
	Changes               uint64           // told by the storage
}

// Traffic counts what was moved one way.
type Traffic struct {
	Jobs                     uint64 // reported
	Arrived, Failed, Untried uint64 // blocks of those
	Bytes                    uint64 // of blocks that arrived
	// Busy is how long the calls of the storage took, those that failed among them. Calls run side by side, so it may grow
	// faster than time.
	Busy time.Duration
}

// count adds one block.
func (t *Traffic) count(o Outcome, bytes int) {
	switch o {
	case Arrived:
		t.Arrived++
		t.Bytes += uint64(bytes)
	case Failed:
		t.Failed++
	case Untried:
		t.Untried++
	}
}

// A Refusal is why a call was refused.
type Refusal uint8

const (
	RefusedClosed  Refusal = iota // ErrClosed
	RefusedDown                   // ErrDown
	RefusedBusy                   // ErrBusy
	RefusedTooMany                // ErrTooMany
	RefusedSlot                   // ErrSlot
	RefusedKey                    // ErrKey
	RefusedNoHit                  // ErrNoHit
	RefusedOther                  // any other reason, such as a request or a job that nobody knows

	Refusals = iota // how many reasons there are
)

// refusals are the reasons in words, as metrics call them.
var refusals = [Refusals]string{"closed", "down", "busy", "too many", "slot", "key", "no hit", "other"}

func (r Refusal) String() string {
	if int(r) < len(refusals) {
		return refusals[r]
	}
	return fmt.Sprintf("Refusal(%d)", uint8(r))
}
