package metrics

import "github.com/genlock-go/genlock/tiers/primary"

// Primary shows what a primary.Pool counts. stats is its method.
func Primary(tier string, stats func() primary.Stats) *Collector[primary.Stats] {
	type S = primary.Stats
	g := group{tier, "primary"}
	return newCollector(g, stats, []family[S]{
		gauges(g, "slots", "Slots by what they are in.", "phase", func(s *S) []labelled {
			return []labelled{of("free", s.Free), of("reserved", s.Reserved), of("loading", s.Loading),
				of("writing", s.Writing), of("ready", s.Ready), of("draining", s.Draining)}
		}),
		gauge(g, "pinned_slots", "Ready slots that are in use.", func(s *S) float64 { return float64(s.Pinned) }),
		gauge(g, "evictable_slots", "Ready slots that are not in use.", func(s *S) float64 { return float64(s.Evictable) }),
		counters(g, "pins_total", "Pins by what they found.", "found", func(s *S) []labelled {
			return []labelled{of("hit", s.Hits), of("wait", s.Waits), of("miss", s.Misses)}
		}),
		counter(g, "evictions_total", "Blocks that had to go, for others.", func(s *S) float64 { return float64(s.Evictions) }),
		counters(g, "refused_calls_total", "Calls that were refused, by the reason.", "reason", func(s *S) []labelled {
			return []labelled{of("full", s.Full), of("too_many", s.TooMany), of("no_victim", s.NoVictim),
				of("unknown_ref", s.UnknownRefs)}
		}),
		counter(g, "rejected_events_total", "Events that can never be: each a bug of the caller, or of genlock.",
			func(s *S) float64 { return float64(s.Rejected) }),
	})
}
