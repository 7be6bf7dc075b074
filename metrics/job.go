package metrics

import (
	"strings"

	"github.com/genlock-go/genlock/statemachine/job"
)

// jobPhases are those that a job can be counted in.
var jobPhases = []job.Phase{job.Queued, job.Running, job.Overdue, job.Held, job.Ended, job.Spent, job.Dirty, job.Cleaning}

// Jobs shows what a job.Manager counts. stats is its method.
func Jobs(tier string, stats func() job.Stats) *Collector[job.Stats] {
	type S = job.Stats
	g := group{tier, "job"}
	families := []family[S]{
		gauges(g, "jobs", "Jobs by phase.", "phase", func(s *S) []labelled {
			var list []labelled
			for _, p := range jobPhases {
				list = append(list, of(strings.ToLower(p.String()), s.In[p]))
			}
			return list
		}),
		gauge(g, "copies", "Calls of movers that run.", func(s *S) float64 { return float64(s.Copies) }),
		counter(g, "forsaken_total", "Things left behind that could not be removed.",
			func(s *S) float64 { return float64(s.Forsaken) }),
		counter(g, "rejected_events_total", "Events that can never be: each a bug of genlock.",
			func(s *S) float64 { return float64(s.Rejected) }),
		counters(g, "reported_total", "Jobs that were reported, by class.", "class", func(s *S) []labelled {
			return []labelled{of("read", s.Moved[job.Read].Jobs), of("write", s.Moved[job.Write].Jobs)}
		}),
	}
	for _, class := range []job.Class{job.Read, job.Write} {
		families = append(families, counters(g, class.String()+"_blocks_total",
			"Blocks of reported jobs of this class, by outcome.", "outcome", func(s *S) []labelled {
				b := s.Moved[class].Blocks
				return []labelled{of("arrived", b[job.OutcomeArrived]), of("failed", b[job.OutcomeFailed]),
					of("untried", b[job.OutcomeUntried])}
			}))
	}
	return newCollector(g, stats, families)
}
