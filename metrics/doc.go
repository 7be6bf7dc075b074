// Package metrics shows Prometheus what tiers and their parts count.
//
// The statistics of a tier are its owner's: no other goroutine may ask for them, and a scrape comes on its own. So the
// owner takes them with Collector.Refresh, once in each of its steps, and a scrape sees what was taken last:
//
//	disk := metrics.Tier("disk", tier.Stats)
//	if err := registry.Register(disk); err != nil {
//		return err
//	}
//	for { // the owner's steps
//		now := time.Now()
//		tier.BeginStep(now, budget)
//		…
//		tier.EndStep(now, budget)
//		disk.Refresh(now)
//	}
//
// Refresh takes them anew at most every Interval, so it costs next to nothing in between; how old they are is a metric
// too. A Collector that was never refreshed shows nothing. A part that is used by itself has a Collector of its own:
// Lookup, Jobs, Health, Primary and Files.
//
// Every metric has the label tier. All other labels have values from fixed lists, so no key, request or error makes a new
// series. Names follow the conventions of Prometheus: seconds, bytes, and _total for what never falls. What is registered
// twice, or has a name that is no UTF-8, is refused by the registerer.
package metrics
