package metrics

import (
	"github.com/prometheus/client_golang/prometheus"
)

// A family is the series of one name, and how they are read from statistics.
type family[S any] struct {
	desc *prometheus.Desc
	read func(s *S, show func(prometheus.Metric))
}

// A group makes the families of one tier and one part: genlock_lookup_…{tier="disk"}.
type group struct{ tier, part string }

func (g group) desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName("genlock", g.part, name), help, labels, prometheus.Labels{"tier": g.tier})
}

// A labelled is the value of one series of a family.
type labelled struct {
	label string
	value float64
}

// of is the value of a series, whatever number it is counted in.
func of[N int | int64 | uint64](label string, n N) labelled { return labelled{label, float64(n)} }

// counter is what never falls, gauge what rises and falls; each has one series.
func counter[S any](g group, name, help string, value func(*S) float64) family[S] {
	return single(g.desc(name, help), prometheus.CounterValue, value)
}

func gauge[S any](g group, name, help string, value func(*S) float64) family[S] {
	return single(g.desc(name, help), prometheus.GaugeValue, value)
}

func single[S any](desc *prometheus.Desc, kind prometheus.ValueType, value func(*S) float64) family[S] {
	return family[S]{desc, func(s *S, show func(prometheus.Metric)) {
		show(metric(desc, kind, value(s)))
	}}
}

// counters and gauges have one series for each value of a label; which values there are does not depend on the statistics.
func counters[S any](g group, name, help, label string, values func(*S) []labelled) family[S] {
	return several(g.desc(name, help, label), prometheus.CounterValue, values)
}

func gauges[S any](g group, name, help, label string, values func(*S) []labelled) family[S] {
	return several(g.desc(name, help, label), prometheus.GaugeValue, values)
}

func several[S any](desc *prometheus.Desc, kind prometheus.ValueType, values func(*S) []labelled) family[S] {
	return family[S]{desc, func(s *S, show func(prometheus.Metric)) {
		for _, v := range values(s) {
			show(metric(desc, kind, v.value, v.label))
		}
	}}
}

// metric is one series. A description that is not well formed makes it an error, which the registerer reports.
func metric(desc *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) prometheus.Metric {
	m, err := prometheus.NewConstMetric(desc, kind, value, labels...)
	if err != nil {
		return prometheus.NewInvalidMetric(desc, err)
	}
	return m
}

// within reads families of a part from the statistics of the whole.
func within[S, P any](part func(*S) *P, families []family[P]) []family[S] {
	whole := make([]family[S], len(families))
	for i, f := range families {
		whole[i] = family[S]{f.desc, func(s *S, show func(prometheus.Metric)) { f.read(part(s), show) }}
	}
	return whole
}

// truth is 1 for true.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
