package metrics

import "github.com/genlock-go/genlock/statemachine/health"

// Health shows what a health.Watch counts. stats is its method.
func Health(tier string, stats func() health.Stats) *Collector[health.Stats] {
	g := group{tier, "health"}
	return newCollector(g, stats, watch(g))
}

func watch(g group) []family[health.Stats] {
	type S = health.Stats
	return []family[S]{
		gauge(g, "up", "1 while the tier serves.", func(s *S) float64 { return truth(s.Serves) }),
		gauge(g, "stuck_calls", "Calls that were replaced and have not returned.", func(s *S) float64 { return float64(s.Stuck) }),
		gauge(g, "places", "How many stuck calls may be replaced at a time.", func(s *S) float64 { return float64(s.Bound) }),
		counters(g, "late_calls_total", "Calls that asked for a place, by whether they were lent one.", "loan",
			func(s *S) []labelled { return []labelled{of("lent", s.Lent), of("refused", s.Refused)} }),
		counter(g, "outages_total", "How often the tier went down.", func(s *S) float64 { return float64(s.Outages) }),
		counter(g, "tests_total", "Tests of a tier that was down.", func(s *S) float64 { return float64(s.Tests) }),
		counter(g, "failed_tests_total", "Tests that failed, or were late.", func(s *S) float64 { return float64(s.TestsFailed) }),
		counter(g, "rejected_events_total", "Events that can never be: each a bug of genlock, or of a pool of workers.",
			func(s *S) float64 { return float64(s.Rejected) }),
	}
}
