package metrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Interval is how old statistics may be before Refresh takes new ones.
const Interval = time.Second

// A Collector shows statistics of one kind, as its owner took them last. It is a prometheus.Collector.
type Collector[S any] struct {
	families []family[S]
	when     *prometheus.Desc // they were taken
	stats    func() S

	mu    sync.Mutex
	last  S
	taken time.Time // zero: never
}

// newCollector makes a Collector of families whose descriptions have the name of the tier.
func newCollector[S any](g group, stats func() S, families ...[]family[S]) *Collector[S] {
	c := &Collector[S]{stats: stats}
	c.when = g.desc("taken_timestamp_seconds", "When these statistics were taken, in seconds since 1970, by the clock of their owner.")
	for _, f := range families {
		c.families = append(c.families, f...)
	}
	return c
}

// Refresh takes the statistics if the last ones are Interval old. It is called by the goroutine that may ask for them, by
// the clock that it tells everybody else.
func (c *Collector[S]) Refresh(now time.Time) {
	if age := now.Sub(c.taken); c.taken.IsZero() || age < 0 || age >= Interval {
		c.Take(now)
	}
}

// Take takes the statistics, however old the last ones are: after the end of a tier, so that its last second is not lost. It
// is called where Refresh is.
func (c *Collector[S]) Take(now time.Time) {
	s := c.stats()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.taken = s, now
}

// Describe implements prometheus.Collector.
func (c *Collector[S]) Describe(to chan<- *prometheus.Desc) {
	for _, f := range c.families {
		to <- f.desc
	}
	to <- c.when
}

// Collect implements prometheus.Collector. It may be called from any goroutine, and waits for nothing but a copy.
func (c *Collector[S]) Collect(to chan<- prometheus.Metric) {
	c.mu.Lock()
	s, taken := c.last, c.taken
	c.mu.Unlock()
	if taken.IsZero() {
		return
	}
	for _, f := range c.families {
		f.read(&s, func(m prometheus.Metric) { to <- m })
	}
	to <- metric(c.when, prometheus.GaugeValue, float64(taken.UnixMilli())/1000)
}
