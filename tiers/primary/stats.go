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

	Evictions   uint64
	Full        uint64 // calls that were refused because there was no room
	TooMany     uint64 // calls that were refused because they named more keys than there are slots
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
	fmt.Fprintf(out, "primary: %d slots of %d bytes: %d free, %d reserved, %d loading, %d writing, %d ready (%d pinned), %d draining\n",
		p.slots, p.slotBytes, s.Free, s.Reserved, s.Loading, s.Writing, s.Ready, s.Pinned, s.Draining)
	fmt.Fprintf(out, "%d evictions, %d times full, %d times too many, %d unknown refs, %d rejected events\n",
		s.Evictions, s.Full, s.TooMany, s.UnknownRefs, s.Rejected)
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
