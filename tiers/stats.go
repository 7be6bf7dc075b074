package tiers

import (
	"time"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// Stats are the counters and sizes of a tier. What is counted never falls.
type Stats struct {
	Requests int // begun and not ended
	Keys     int // that requests hold, or whose probe runs
	Jobs     int // submitted and not reported
	Held     int // reported, but not released: a copy of theirs still runs
	Stuck    int // calls of the storage past their deadline
	Down     bool

	Loads, Stores Traffic
	Refused       [Refusals]uint64 // calls that were refused, by Refusal
	Late          uint64           // ends of loads whose requests had ended
	Changes       uint64           // told by the storage
	Forsaken      uint64           // things left behind in the storage that could not be removed
	Rejected      uint64           // events that can never be: each a bug of ours

	Asks   lookup.AskStats
	Probes lookup.ProbeStats
	Health health.Stats
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

// Stats implements Tier.
func (s *Secondary[K, R]) Stats() Stats {
	all := s.stats
	lookups, jobs, watch := s.lookups.Stats(), s.jobs.Stats(), s.watch.Stats()
	all.Requests, all.Keys = lookups.Requests, lookups.Keys
	all.Jobs = jobs.Unreported() + len(s.ended)
	all.Held = jobs.In[job.Held] + jobs.In[job.Spent]
	all.Stuck, all.Down = watch.Stuck, !watch.Serves
	all.Loads.Busy, all.Stores.Busy = time.Duration(s.busy[Load].Load()), time.Duration(s.busy[Store].Load())
	all.Asks, all.Probes, all.Health = lookups.Asks, lookups.Probes, watch
	all.Rejected = lookups.Rejected + jobs.Rejected + watch.Rejected
	return all
}
