package metrics_test

import (
	"context"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/metrics"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// If it failed, a scrape would show numbers that nobody took, or taking them would cost each step.
func TestRefresh(t *testing.T) {
	asked := 0
	c := metrics.Lookup("disk", func() lookup.Stats {
		asked++
		return lookup.Stats{Keys: asked}
	})
	assert.Zero(t, testutil.CollectAndCount(c), "nothing was taken")
	keys := func() float64 {
		return value(t, c, "genlock_lookup_keys")
	}
	for i := range 100 {
		c.Refresh(start.Add(time.Duration(i) * 25 * time.Millisecond))
	}
	assert.Equal(t, 3, asked, "at 0, 1 and 2 seconds")
	assert.EqualValues(t, 3, keys())
	assert.EqualValues(t, 1002, value(t, c, "genlock_lookup_taken_timestamp_seconds"), "how old they are")
	c.Refresh(start.Add(-time.Hour))
	assert.EqualValues(t, 4, keys(), "a clock that was set back keeps nothing from being taken")
	c.Take(start.Add(-time.Hour))
	assert.EqualValues(t, 5, keys(), "what happened in the last second is lost")
}

// value is the value of the gauge of that name, which has one series.
func value(t *testing.T, c prometheus.Collector, name string) float64 {
	t.Helper()
	r := prometheus.NewRegistry()
	require.NoError(t, r.Register(c))
	families, err := r.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	require.Fail(t, "no such family", name)
	return 0
}

// If it failed, a scrape would read what the owner writes. It says something under the race detector only.
func TestScrapesBesideSteps(t *testing.T) {
	n := 0
	c := metrics.Lookup("disk", func() lookup.Stats { n++; return lookup.Stats{Keys: n} })
	var scrapes sync.WaitGroup
	for range 4 {
		scrapes.Go(func() {
			for range 200 {
				testutil.CollectAndCount(c)
			}
		})
	}
	for i := range 1000 {
		c.Refresh(start.Add(time.Duration(i) * time.Second))
	}
	scrapes.Wait()
	assert.Equal(t, 1000, n)
}

// If it failed, what a manager counts would reach Prometheus under another name, or as another number.
func TestManagerIsShown(t *testing.T) {
	m, err := lookup.New(lookup.ProberFunc[string](func(_ context.Context, keys []string, answer lookup.Answer) error {
		for i, key := range keys {
			answer.Post(i, map[string]lookup.Verdict{"there": lookup.VerdictHit, "gone": lookup.VerdictMiss}[key])
		}
		return nil
	}), start, lookup.Config[string, int]{Batch: 1})
	require.NoError(t, err)
	defer m.Close(context.Background())
	h, err := m.Begin(1)
	require.NoError(t, err)
	keys := []string{"there", "gone", "broken"}
	for _, key := range keys {
		m.Lookup(h, key)
	}
	m.Flush(start, math.MaxInt)
	for left := len(keys); left > 0; left -= m.Drain(left) {
		<-m.Wake()
	}
	m.Flush(start.Add(300*time.Millisecond), 0)
	for _, key := range keys {
		m.Lookup(h, key)
	}
	require.Eventually(t, func() bool { return m.Stats().Probes.Calls == 3 }, 10*time.Second, time.Millisecond)

	c := metrics.Lookup("disk", m.Stats)
	c.Refresh(start)
	require.NoError(t, testutil.CollectAndCompare(c, strings.NewReader(`
# HELP genlock_lookup_asks_total Asks by what they heard.
# TYPE genlock_lookup_asks_total counter
genlock_lookup_asks_total{tier="disk",verdict="hit"} 1
genlock_lookup_asks_total{tier="disk",verdict="miss"} 2
genlock_lookup_asks_total{tier="disk",verdict="retry"} 3
# HELP genlock_lookup_async_delay_seconds How long requests waited for the first hit or miss of a key that was not answered at once, by the clock of their steps.
# TYPE genlock_lookup_async_delay_seconds histogram
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.000131072"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.000262144"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.000524288"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.001048576"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.002097152"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.004194304"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.008388608"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.016777216"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.033554432"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.067108864"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.134217728"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.268435456"} 0
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="0.536870912"} 3
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="1.073741824"} 3
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="2.147483648"} 3
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="4.294967296"} 3
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="8.589934592"} 3
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="17.179869184"} 3
genlock_lookup_async_delay_seconds_bucket{tier="disk",le="+Inf"} 3
genlock_lookup_async_delay_seconds_sum{tier="disk"} 0.9
genlock_lookup_async_delay_seconds_count{tier="disk"} 3
# HELP genlock_lookup_refused_total Requests that were told miss though nothing is known of the block, by the reason.
# TYPE genlock_lookup_refused_total counter
genlock_lookup_refused_total{reason="deadline",tier="disk"} 0
genlock_lookup_refused_total{reason="down",tier="disk"} 0
genlock_lookup_refused_total{reason="failed",tier="disk"} 1
# HELP genlock_lookup_probe_calls_total Calls of the prober by how they ended.
# TYPE genlock_lookup_probe_calls_total counter
genlock_lookup_probe_calls_total{outcome="error",tier="disk"} 0
genlock_lookup_probe_calls_total{outcome="not_made",tier="disk"} 0
genlock_lookup_probe_calls_total{outcome="ok",tier="disk"} 3
genlock_lookup_probe_calls_total{outcome="panic",tier="disk"} 0
genlock_lookup_probe_calls_total{outcome="short",tier="disk"} 0
`), "genlock_lookup_asks_total", "genlock_lookup_async_delay_seconds", "genlock_lookup_refused_total",
		"genlock_lookup_probe_calls_total"))
}
