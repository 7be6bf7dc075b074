package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// Lookup shows what a lookup.Manager counts. stats is its method.
func Lookup(tier string, stats func() lookup.Stats) *Collector[lookup.Stats] {
	type S = lookup.Stats
	g := group{tier, "lookup"}
	return newCollector(g, stats,
		within(func(s *S) *lookup.AskStats { return &s.Asks }, asks(g)),
		within(func(s *S) *lookup.ProbeStats { return &s.Probes }, probes(g)),
		[]family[S]{
			gauge(g, "requests", "Requests begun and not ended.", func(s *S) float64 { return float64(s.Requests) }),
			gauge(g, "keys", "Keys that requests hold, or whose probe runs.", func(s *S) float64 { return float64(s.Keys) }),
			gauges(g, "probes", "Probes that are not answered, by where they are.", "state", func(s *S) []labelled {
				return []labelled{of("gathered", s.Gathered), of("under_way", s.UnderWay)}
			}),
			gauge(g, "down", "1 while no probe is started.", func(s *S) float64 { return truth(s.Down) }),
			gauges(g, "stuck_calls", "Calls of the prober past their deadline, by whether another worker took over.", "state",
				func(s *S) []labelled {
					return []labelled{of("replaced", s.Replaced), of("held", s.Stuck-s.Replaced)}
				}),
			counters(g, "misuses_total", "Calls that named nothing that was handed out.", "what", func(s *S) []labelled {
				return []labelled{of("handle", s.UnknownHandles), of("generation", s.UnknownGenerations)}
			}),
			counter(g, "rejected_events_total", "Events that can never be: each a bug of genlock.",
				func(s *S) float64 { return float64(s.Rejected) }),
		})
}

// asks are what requests heard.
func asks(g group) []family[lookup.AskStats] {
	type S = lookup.AskStats
	return []family[S]{
		counters(g, "asks_total", "Asks by what they heard.", "verdict", func(s *S) []labelled {
			return []labelled{of("hit", s.Hits), of("miss", s.Misses), of("retry", s.Retries)}
		}),
		counter(g, "sync_total", "First asks of a key that were answered at once.",
			func(s *S) float64 { return float64(s.AtOnce) }),
		delays(g),
		counters(g, "refused_total", "Requests that were told miss though nothing is known of the block, by the reason.", "reason",
			func(s *S) []labelled {
				r := s.Refused
				return []labelled{of("deadline", r.Deadline), of("down", r.Down), of("failed", r.Failed)}
			}),
	}
}

// delays is how long requests waited that were not answered at once.
func delays(g group) family[lookup.AskStats] {
	desc := g.desc("async_delay_seconds",
		"How long requests waited for the first hit or miss of a key that was not answered at once, by the clock of their steps.")
	return family[lookup.AskStats]{desc, func(s *lookup.AskStats, show func(prometheus.Metric)) {
		show(histogram(desc, &s.Delays))
	}}
}

func histogram(desc *prometheus.Desc, d *lookup.Delays) prometheus.Metric {
	buckets, below := map[float64]uint64{}, uint64(0)
	for i := range lookup.DelayBounds {
		below += d.Counts[i]
		buckets[lookup.DelayBound(i).Seconds()] = below
	}
	m, err := prometheus.NewConstHistogram(desc, below+d.Counts[lookup.DelayBounds], d.Sum.Seconds(), buckets)
	if err != nil {
		return prometheus.NewInvalidMetric(desc, err)
	}
	return m
}

// probes are what the prober did.
func probes(g group) []family[lookup.ProbeStats] {
	type S = lookup.ProbeStats
	return []family[S]{
		counters(g, "probe_calls_total", "Calls of the prober by how they ended.", "outcome", func(s *S) []labelled {
			return []labelled{
				of("ok", s.Calls-s.Errors-s.Panics-s.Short-s.Unmade),
				of("error", s.Errors), of("panic", s.Panics), of("short", s.Short), of("not_made", s.Unmade),
			}
		}),
		counter(g, "failed_probes_total", "Keys whose probe failed.", func(s *S) float64 { return float64(s.Failed) }),
		counters(g, "stray_answers_total", "Answers that no key waited for.", "kind", func(s *S) []labelled {
			return []labelled{of("second", s.Second), of("out_of_range", s.OutOfRange), of("late", s.Late)}
		}),
	}
}
