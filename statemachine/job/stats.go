package job

import (
	"slices"

	"github.com/genlock-go/genlock/statemachine"
)

// phases is how many there are.
const phases = int(Closed) + 1

// Stats are the counters and sizes of a manager. What is counted never falls.
type Stats struct {
	// In is how many jobs are in each phase.
	In [phases]int
	// Copies is how many calls of movers run.
	Copies int
	// Moved counts what was reported, by class.
	Moved [classes]Moved
	// Forsaken counts what could not be removed, and Rejected events that met a reject cell: a bug of ours.
	Forsaken, Rejected uint64
}

// Moved counts jobs that were reported, and their blocks by outcome.
type Moved struct {
	Jobs   uint64
	Blocks [outcomes]uint64
}

// outcomes is how many there are.
const outcomes = int(OutcomeFailed) + 1

// Unreported is how many jobs were submitted and not yet reported.
func (s Stats) Unreported() int { return s.In[Queued] + s.In[Running] + s.In[Overdue] + s.In[Ended] }

// Owning is how many jobs own their buffers.
func (s Stats) Owning() int { return s.Unreported() + s.In[Held] + s.In[Spent] }

// UnderWay is how many jobs are not over.
func (s Stats) UnderWay() int { return s.Owning() + s.In[Dirty] + s.In[Cleaning] }

// Stats says how things stand. It may be called from any goroutine.
func (m *Manager) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.stats
	s.In, s.Copies = m.in, m.copies
	s.In[Absent], s.In[Closed] = 0, 0 // records that no job is on
	for cell, n := range m.met {
		if Cell(cell).Info().Outcome == statemachine.Reject {
			s.Rejected += n
		}
	}
	return s
}

// Met is how often each cell of Table was met.
func (m *Manager) Met() []uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.met[:len(Table.Cells)])
}

// count counts what is reported of a job.
func (s *Moved) count(list []Outcome) {
	s.Jobs++
	for _, o := range list {
		s.Blocks[o]++
	}
}
