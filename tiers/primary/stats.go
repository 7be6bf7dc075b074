package primary

import (
	"bufio"
	"fmt"
	"io"

	"github.com/genlock-go/genlock/statemachine/block"
	"github.com/genlock-go/genlock/tiers"
)

// Stats are the sizes and counters of a pool.
type Stats struct {
	Free     int // slots that hold nothing
	Reserved int // promised, the load not yet sent
	Loading  int
	Writing  int
	Ready    int // with readable blocks
	Draining int // detached, under a copy

	Pinned    int // of the ready ones: in use
	Evictable int // of the ready ones: not in use

	Hits   uint64 // of Pin: the block was there
	Waits  uint64 // of Pin: it was on its way
	Misses uint64 // of Pin: no slot was bound to the key

	Evictions   uint64
	Full        uint64 // calls that were refused because there was no room
	TooMany     uint64 // calls that were refused because they named more keys than there are slots
	NoVictim    uint64 // calls that were refused because the policy was wrong
	UnknownRefs uint64 // calls with a Ref that names nothing
	Rejected    uint64 // events that met a cell that can never be: each a bug of the caller, or of ours
}

// add counts n slots with this entry.
func (s *Stats) add(e block.Entry, n int) {
	*s.phase(e.Phase) += n
	switch {
	case e.Phase != block.Ready:
	case goes(e):
		s.Evictable += n
	default:
		s.Pinned += n
	}
}

func (s *Stats) phase(p block.Phase) *int {
	switch p {
	case block.Reserved:
		return &s.Reserved
	case block.Loading:
		return &s.Loading
	case block.Writing:
		return &s.Writing
	case block.Ready:
		return &s.Ready
	case block.Draining:
		return &s.Draining
	default:
		return &s.Free
	}
}

// InUse is how many slots are used by somebody who will say when it is over: under a copy, or pinned.
func (s Stats) InUse() int { return s.Loading + s.Writing + s.Draining + s.Pinned }

// Stats counts. It costs nothing.
func (p *Pool[K]) Stats() Stats { return p.stats }

// Met is how often an event met the cell.
func (p *Pool[K]) Met(c block.Cell) uint64 { return p.met[c] }

// DumpState writes what the pool holds as text for people: a line of counters, and a line for each slot that is not free.
func (p *Pool[K]) DumpState(w io.Writer) error {
	out := bufio.NewWriter(w)
	s := p.stats
	fmt.Fprintf(out, "primary: %d slots of %d bytes: ", p.slots, p.slotBytes)
	fmt.Fprintf(out, "%d free, %d reserved, %d loading, %d writing, %d ready (%d pinned), %d draining\n",
		s.Free, s.Reserved, s.Loading, s.Writing, s.Ready, s.Pinned, s.Draining)
	fmt.Fprintf(out, "asked: %d hits, %d waits, %d misses; %d evictions\n", s.Hits, s.Waits, s.Misses, s.Evictions)
	fmt.Fprintf(out, "refused: %d times full, %d times too many, %d times without a victim; %d unknown refs, %d rejected events\n",
		s.Full, s.TooMany, s.NoVictim, s.UnknownRefs, s.Rejected)
	for slot := range p.records {
		p.dumpSlot(out, slot)
	}
	return out.Flush()
}

func (p *Pool[K]) dumpSlot(w io.Writer, slot int) {
	switch e := p.records[slot].Entry; {
	case e == block.Entry{}:
	case e.Bound.None():
		fmt.Fprintf(w, "slot %d: %v, %d pins\n", slot, e.Phase, e.Pins)
	default:
		fmt.Fprintf(w, "slot %d: %v, %d pins, key %s\n", slot, e.Phase, e.Pins, tiers.PrintKey(p.keys[slot]))
	}
}
