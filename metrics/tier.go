package metrics

import (
	"strings"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// Tier shows what a tiers.Tier counts: its traffic, and what Lookup and Health show of its parts. stats is its method.
func Tier(tier string, stats func() tiers.Stats) *Collector[tiers.Stats] {
	type S = tiers.Stats
	g, lookups := group{tier, "tier"}, group{tier, "lookup"}
	return newCollector(g, stats,
		sizes(g),
		moved(g, "load", func(s *S) *tiers.Traffic { return &s.Loads }),
		moved(g, "store", func(s *S) *tiers.Traffic { return &s.Stores }),
		refusals(g),
		within(func(s *S) *lookup.AskStats { return &s.Asks }, asks(lookups)),
		within(func(s *S) *lookup.ProbeStats { return &s.Probes }, probes(lookups)),
		within(func(s *S) *health.Stats { return &s.Health }, watch(group{tier, "health"})),
	)
}

func sizes(g group) []family[tiers.Stats] {
	type S = tiers.Stats
	return []family[S]{
		gauge(g, "requests", "Requests begun and not ended.", func(s *S) float64 { return float64(s.Requests) }),
		gauge(g, "keys", "Keys that requests hold, or whose probe runs.", func(s *S) float64 { return float64(s.Keys) }),
		gauge(g, "jobs", "Loads and stores submitted and not reported.", func(s *S) float64 { return float64(s.Jobs) }),
		gauge(g, "held_jobs", "Jobs that were reported while a copy of theirs still runs.",
			func(s *S) float64 { return float64(s.Held) }),
		counter(g, "late_loads_total", "Ends of loads whose requests had ended.", func(s *S) float64 { return float64(s.Late) }),
		counter(g, "changes_total", "Changes of the storage that were told.", func(s *S) float64 { return float64(s.Changes) }),
		counter(g, "forsaken_total", "Things left behind in the storage that could not be removed.",
			func(s *S) float64 { return float64(s.Forsaken) }),
		counter(g, "rejected_events_total", "Events that can never be: each a bug of genlock.",
			func(s *S) float64 { return float64(s.Rejected) }),
	}
}

// moved is the traffic of one way.
func moved(g group, way string, traffic func(*tiers.Stats) *tiers.Traffic) []family[tiers.Stats] {
	type T = tiers.Traffic
	return within(traffic, []family[T]{
		counter(g, way+"_jobs_total", "Reported jobs of this kind.", func(t *T) float64 { return float64(t.Jobs) }),
		counters(g, way+"_blocks_total", "Blocks of reported jobs of this kind, by outcome.", "outcome", func(t *T) []labelled {
			return []labelled{of("arrived", t.Arrived), of("failed", t.Failed), of("untried", t.Untried)}
		}),
		counter(g, way+"_bytes_total", "Bytes of blocks that arrived.", func(t *T) float64 { return float64(t.Bytes) }),
		counter(g, way+"_seconds_total", "Time within the storage, of calls that ran side by side.",
			func(t *T) float64 { return t.Busy.Seconds() }),
	})
}

// refusals are calls that were refused, by the reasons that a tier knows.
func refusals(g group) []family[tiers.Stats] {
	type S = tiers.Stats
	return []family[S]{
		counters(g, "refused_calls_total", "Calls that were refused, by the reason.", "reason", func(s *S) []labelled {
			var list []labelled
			for r, n := range s.Refused {
				list = append(list, of(strings.ReplaceAll(tiers.Refusal(r).String(), " ", "_"), n))
			}
			return list
		}),
	}
}
