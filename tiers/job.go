package tiers

import "fmt"

// A JobID names one load or store. It is never used again for another. The zero JobID is none.
type JobID uint64

// String is the id for a log: "job 7".
func (id JobID) String() string { return fmt.Sprintf("job %d", uint64(id)) }

// A Direction is which way a job moves blocks.
type Direction uint8

const (
	Load  Direction = iota // from the tier to primary memory
	Store                  // from primary memory to the tier
)

func (d Direction) String() string {
	switch d {
	case Load:
		return "load"
	case Store:
		return "store"
	}
	return fmt.Sprintf("Direction(%d)", uint8(d))
}

// A Block is one block of a job: its key, and the slot of primary memory that it is copied to or from. The slot belongs to
// the job until it is released.
type Block[K comparable] struct {
	Key  K
	Slot int
}

// An Outcome is what became of one block of a job.
type Outcome uint8

const (
	Untried Outcome = iota // the job ended before its turn: nothing was learnt about the block
	Arrived                // all of its bytes are where they should be
	Failed                 // it was tried, and is not there
)

func (o Outcome) String() string {
	switch o {
	case Untried:
		return "untried"
	case Arrived:
		return "arrived"
	case Failed:
		return "failed"
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// A Result tells the end of a job, once. Its slices are valid until the next call of Poll.
type Result[K comparable] struct {
	Job       JobID
	Direction Direction
	Blocks    []Block[K] // as they were submitted
	Outcomes  []Outcome  // one a block
	// Err is the first failure, or why blocks were not tried; nil if all arrived, whatever was to stop the job.
	Err error
	// Held says that a copy still runs, though the deadline of the job has passed: its slots must not be used again before
	// Released names the job. A result that is not held releases them.
	Held bool
}

// Memory is the primary memory that a tier copies from and to: a number of slots of one size.
type Memory interface {
	// Slots is how many there are; they are numbered from 0.
	Slots() int
	// SlotBytes is the size of each, in bytes.
	SlotBytes() int
	// Slot is the memory of slot i. Calls may come from any goroutine.
	Slot(i int) []byte
}
