package metrics_test

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/genlock-go/genlock/metrics"
	"github.com/genlock-go/genlock/statemachine/health"
)

// The owner takes the statistics in its steps; a scrape shows those that it took last.
func Example() {
	now := time.Unix(1000, 0)
	watch, err := health.New(now, health.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer watch.Close(context.Background())
	registry := prometheus.NewRegistry()
	disk := metrics.Health("disk", watch.Stats)
	if err := registry.Register(disk); err != nil {
		fmt.Println(err)
		return
	}

	watch.Borrow()
	watch.Step(now)
	disk.Refresh(now)

	families, err := registry.Gather()
	for _, f := range families {
		if f.GetName() == "genlock_health_stuck_calls" {
			fmt.Println(f.GetName(), f.GetMetric()[0].GetGauge().GetValue())
		}
	}
	fmt.Println(registry.Register(metrics.Health("disk", watch.Stats)), err)
	// Output:
	// genlock_health_stuck_calls 1
	// duplicate metrics collector registration attempted <nil>
}
