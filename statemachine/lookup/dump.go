package lookup

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/genlock-go/genlock/statemachine"
)

// Stats are the counters and sizes of a manager.
type Stats struct {
	Requests int  // begun and not ended
	Keys     int  // bound to a slot: held, or named by a probe gathered or under way
	Gathered int  // probes asked for and not yet flushed
	UnderWay int  // probes sent whose answers are not drained
	Down     bool // nothing is started: the watch says so, or every worker is stuck
	Stuck    int  // calls of the prober past their deadline, by the time of the last Flush
	Replaced int  // those of them from which another worker took over

	Rejected           uint64 // events that met a cell that can never be: each a bug of ours
	UnknownHandles     uint64 // calls with a handle that names nobody
	UnknownGenerations uint64 // ends of loads under a generation under which nothing was started

	Asks   AskStats
	Probes ProbeStats
}

// ProbeStats are counters of what the prober did.
type ProbeStats struct {
	Calls      uint64 // that returned, or panicked, or were not made
	Failed     uint64 // keys whose probe failed
	Errors     uint64 // calls that returned an error
	Unmade     uint64 // calls that were queued when the tier went down, and not made
	Panics     uint64 // calls that panicked, or ended their goroutine
	Short      uint64 // calls that returned without an error and left keys unanswered
	Second     uint64 // answers for a key that was answered before
	OutOfRange uint64 // answers for an index that no key had
	Late       uint64 // answers after their call had returned
	Last       error  // of the calls that failed
}

// Stats counts. The cost is that of the workers and cells, not of the keys.
func (m *Manager[K, R]) Stats() Stats {
	s := m.stats
	s.Requests, s.Keys = len(m.live), m.slots.keys
	s.Gathered, s.UnderWay = m.gathered.len(), m.underWay
	s.Down = m.down
	s.Asks = m.asks()
	s.Probes = m.pool.inbox.counts()
	m.pool.forget()
	s.Replaced = len(m.pool.replaced)
	s.Stuck = m.pool.held(m.now) + s.Replaced
	for cell := range m.met {
		if m.met[cell] > 0 && Cell(cell).Info().Outcome == statemachine.Reject {
			s.Rejected += m.met[cell]
		}
	}
	return s
}

// Met is how often an event met the cell.
func (m *Manager[K, R]) Met(c Cell) uint64 { return m.met[c] }

// DumpState writes what the manager holds as text for people: a line of counters, and a line an entry, in the order of
// their generations.
func (m *Manager[K, R]) DumpState(w io.Writer) error {
	out := bufio.NewWriter(w)
	s := m.Stats()
	fmt.Fprintf(out, "lookup: %d requests, %d keys, %d gathered, %d under way, generation %d\n",
		s.Requests, s.Keys, s.Gathered, s.UnderWay, m.generation)
	if m.nobody.Phase != Absent {
		fmt.Fprintf(out, "every key is %v\n", m.nobody.Phase)
	}
	switch err := m.pool.watch.Ready(); {
	case err != nil:
		fmt.Fprintf(out, "not ready: %v\n", err)
	case s.Down:
		fmt.Fprintf(out, "down: all %d workers are stuck\n", s.Stuck)
	}
	slots := m.bound()
	slices.SortFunc(slots, func(a, b uint32) int {
		return cmp.Compare(m.slab[a].Generation, m.slab[b].Generation)
	})
	for _, slot := range slots {
		m.dumpEntry(out, slot)
	}
	return out.Flush()
}

func (m *Manager[K, R]) dumpEntry(w io.Writer, slot uint32) {
	e := &m.slab[slot]
	fmt.Fprintf(w, "%v: %v, generation %d, %d holders, %d messages under way, for %v\n",
		m.keys[slot], e.Phase, e.Generation, e.holders, e.under, time.Duration(m.now-e.since))
}

func (b *inbox) counts() ProbeStats {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stats
}

// An ending is how a call of the prober ended. It is known, not read from the error: that is the prober's own, and may panic
// when it is asked what it wraps.
type ending uint8

const (
	returned ending = iota // by itself, with an error or without
	short                  // likewise, and left keys unanswered without an error
	panicked               // or ended its goroutine
	unmade                 // it was not made
)

// ended counts a call of the prober by how it ended.
func (s *ProbeStats) ended(how ending, err error) {
	s.Calls++
	switch {
	case how == unmade:
		s.Unmade++
		return
	case err == nil:
		return
	case how == panicked:
		s.Panics++
	case how == short:
		s.Short++
	default:
		s.Errors++
	}
	s.Last = err
}
