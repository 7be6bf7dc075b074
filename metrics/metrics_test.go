package metrics_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	dto "github.com/prometheus/client_model/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/metrics"
	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/primary"
)

var start = time.Unix(1000, 0)

// A refresher is a Collector of whatever statistics.
type refresher interface {
	prometheus.Collector
	Refresh(now time.Time)
}

// A kind is one constructor, over statistics whose fields all differ.
type kind struct {
	make func(tier string) refresher
	// fields are the numbers of the statistics by their paths, and elsewhere those that another number includes.
	fields    map[string]float64
	elsewhere map[string]string
}

func kindOf[S any](make func(string, func() S) *metrics.Collector[S], elsewhere map[string]string) kind {
	var s S
	k := kind{fields: map[string]float64{}, elsewhere: elsewhere}
	number := uint64(1000)
	fill(reflect.ValueOf(&s).Elem(), "", &number, k.fields)
	k.make = func(tier string) refresher { return make(tier, func() S { return s }) }
	return k
}

// fill gives each number below v another value. Booleans are true, errors stay nil.
func fill(v reflect.Value, path string, number *uint64, fields map[string]float64) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), path+"."+v.Type().Field(i).Name, number, fields)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), fmt.Sprintf("%s[%d]", path, i), number, fields)
		}
	case reflect.Int, reflect.Int64:
		*number *= 3
		*number %= 1_000_003
		v.SetInt(int64(*number))
		fields[path] = float64(*number)
		if v.Type() == reflect.TypeFor[time.Duration]() {
			fields[path] /= 1e9
		}
	case reflect.Uint64:
		*number *= 3
		*number %= 1_000_003
		v.SetUint(*number)
		fields[path] = float64(*number)
	case reflect.Bool:
		v.SetBool(true)
		fields[path] = 1
	}
}

// within are the numbers that are not shown as such, with the reason.
var (
	histogram = func(path string) map[string]string {
		m := map[string]string{}
		for i := range lookup.DelayBounds + 1 {
			m[fmt.Sprintf("%s.Counts[%d]", path, i)] = "a bucket has those before it, too"
		}
		return m
	}
	lookups = with(histogram(".Asks.Delays"), map[string]string{
		".Stuck": "shown as replaced and held", ".Probes.Calls": "shown by outcome",
	})
)

func with(maps ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range maps {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

var kinds = map[string]kind{
	"Lookup": kindOf(metrics.Lookup, lookups),
	"Health": kindOf(metrics.Health, nil),
	"Jobs": kindOf(metrics.Jobs, map[string]string{
		".In[0]": "no job is on the record", ".In[9]": "no job is on the record",
	}),
	"Tier": kindOf(metrics.Tier, with(histogram(".Asks.Delays"), map[string]string{
		".Stuck": "shown as the watch's", ".Probes.Calls": "shown by outcome",
	})),
	"Primary": kindOf(metrics.Primary, nil),
	"Files":   kindOf(metrics.Files, nil),
}

// gather are all series of a registry.
func gather(t *testing.T, r prometheus.Gatherer) (list []*dto.Metric) {
	t.Helper()
	families, err := r.Gather()
	require.NoError(t, err)
	for _, f := range families {
		list = append(list, f.Metric...)
	}
	return list
}

// If it failed, something that is counted would not be shown, or the numbers of two things would be mixed up.
func TestEveryNumberIsShown(t *testing.T) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			c := k.make("disk")
			c.Refresh(start)
			r := prometheus.NewPedanticRegistry()
			require.NoError(t, r.Register(c))
			shown := map[float64]bool{}
			for _, m := range gather(t, r) {
				shown[m.GetCounter().GetValue()] = true
				shown[m.GetGauge().GetValue()] = true
				shown[m.GetHistogram().GetSampleSum()] = true
			}
			for path, n := range k.fields {
				if k.elsewhere[path] == "" {
					assert.True(t, shown[n], "%s is not shown", path)
				}
			}
			for path := range k.elsewhere {
				assert.Contains(t, k.fields, path, "an excuse for nothing")
			}
		})
	}
}

// If it failed, names would not be those that users of Prometheus expect.
func TestNamesFollowTheConventions(t *testing.T) {
	for name, k := range kinds {
		c := k.make("disk")
		c.Refresh(start)
		problems, err := testutil.CollectAndLint(c)
		require.NoError(t, err)
		assert.Empty(t, problems, name)
	}
}

// If it failed, two tiers could not be told apart, or one that is shown twice would go unnoticed.
func TestRegistering(t *testing.T) {
	for name, k := range kinds {
		r := prometheus.NewPedanticRegistry()
		disk, cold := k.make("disk"), k.make("cold")
		require.NoError(t, r.Register(disk), name)
		require.NoError(t, r.Register(cold), name)
		var twice prometheus.AlreadyRegisteredError
		require.ErrorAs(t, r.Register(k.make("disk")), &twice, name)
		disk.Refresh(start)
		cold.Refresh(start)
		both := len(gather(t, r))

		assert.True(t, r.Unregister(disk), name)
		assert.Len(t, gather(t, r), both/2, name)
		require.NoError(t, r.Register(k.make("disk")), name)

		assert.Error(t, r.Register(k.make("\xff")), "no UTF-8")
	}
}

// If it failed, something that happens would make series without end.
func TestSeriesAreFixed(t *testing.T) {
	zero := map[string]refresher{
		"Lookup":  metrics.Lookup("disk", func() (s lookup.Stats) { return }),
		"Health":  metrics.Health("disk", func() (s health.Stats) { return }),
		"Jobs":    metrics.Jobs("disk", func() (s job.Stats) { return }),
		"Tier":    metrics.Tier("disk", func() (s tiers.Stats) { return }),
		"Primary": metrics.Primary("disk", func() (s primary.Stats) { return }),
		"Files":   metrics.Files("disk", func() (s fs.Stats) { return }),
	}
	for name, k := range kinds {
		c := k.make("disk")
		c.Refresh(start)
		zero[name].Refresh(start)
		assert.Equal(t, testutil.CollectAndCount(zero[name]), testutil.CollectAndCount(c), name)
	}
}

// If it failed, a part that is shown by itself would clash with its tier's, or be named otherwise.
func TestTierShowsItsParts(t *testing.T) {
	r := prometheus.NewPedanticRegistry()
	require.NoError(t, r.Register(kinds["Tier"].make("disk")))
	require.NoError(t, r.Register(kinds["Primary"].make("disk")))
	require.NoError(t, r.Register(kinds["Files"].make("disk")))
	require.NoError(t, r.Register(kinds["Jobs"].make("disk")))
	require.Error(t, r.Register(kinds["Health"].make("disk")), "it is the same watch")
}
