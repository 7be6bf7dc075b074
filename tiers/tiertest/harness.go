package tiertest

import (
	"context"
	"testing"
	"time"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A Harness opens the tiers that the suite tests. All but Open is optional; what is missing leaves out the tests that need
// it, and they say so.
type Harness struct {
	// Open opens a tier. What it fails to open ends the test.
	Open func(t *testing.T, o Opening) tiers.Tier[string, int]
	// SlotBytes is the size of a block; 0: 4096.
	SlotBytes int

	// Evict makes the storage remove a block as if it needed the room, and Lose removes it behind the back of the tier.
	Evict, Lose func(t *testing.T, o Opening, key string)
	// Shared says that two tiers may be open on one directory, and see each other's blocks.
	Shared bool
	// Salted says that tiers of two salts on one directory share nothing.
	Salted bool
	// Inspect looks at the storage from outside after a test, when all of its tiers have been shut down: nothing may be left
	// that is no block, or that others can read.
	Inspect func(t *testing.T, o Opening)
}

// An Opening is what a test asks of a tier.
type Opening struct {
	// Name is the name of the tier.
	Name string
	// Dir is a directory for its storage, and the name of the storage for tiers that are on no files. It is empty at first.
	Dir string
	// Salt is what separates tenants.
	Salt string
	// Memory is the primary memory.
	Memory tiers.Memory
	// Now is the time at which it is opened. Tests run in a bubble of testing/synctest, whose clock they move.
	Now time.Time
	// Wrap is to be put around the storage of the tier, so that tests can make it fail. A tier that has no tiers.Backend
	// leaves it alone, and with it all tests of faults.
	Wrap func(tiers.Backend[string]) tiers.Backend[string]
	// Events, if given, is to hear of changes.
	Events func(tiers.Event[string])
	Limits
}

// Limits are deadlines and bounds that tests count on.
type Limits struct {
	AskDeadline  time.Duration // from the first ask of a key to a miss
	CallDeadline time.Duration // of a probe, and of a test of the storage, from when on it counts as stuck
	JobDeadline  time.Duration // of a load or store, queued or running
	TestEvery    time.Duration // how often a storage that is down is tested at most
	Workers      int           // calls that run at a time: so many probes, and so many copies
	Stuck        int           // calls that may be stuck before the tier is down
	Jobs         int           // loads, and as many stores, that are submitted and not reported
}

// usual are the limits of a test that says nothing else.
var usual = Limits{
	AskDeadline:  10 * time.Second,
	CallDeadline: 5 * time.Second,
	JobDeadline:  30 * time.Second,
	TestEvery:    time.Second,
	Workers:      4,
	Stuck:        16,
	Jobs:         256,
}

// Backends is a harness for a storage: it is driven by a tiers.Secondary.
func Backends(open func(t *testing.T, o Opening) tiers.Backend[string]) Harness {
	return Harness{Open: func(t *testing.T, o Opening) tiers.Tier[string, int] {
		b := open(t, o)
		tier, err := tiers.New[string, int](o.Wrap(b), o.Memory, o.Now, o.config())
		if err != nil {
			b.Close(context.Background())
			t.Fatal(err)
		}
		return tier
	}}
}

// config is what a Secondary is to be told.
func (o Opening) config() tiers.Config[string, int] {
	return tiers.Config[string, int]{
		Name: o.Name,
		Lookups: lookup.Config[string, int]{
			Deadline:      o.AskDeadline,
			ProbeDeadline: o.CallDeadline,
			Workers:       o.Workers,
		},
		Jobs: job.Config{
			Deadline:     o.JobDeadline,
			CallDeadline: o.CallDeadline,
			Workers:      o.Workers,
			Jobs:         o.Jobs,
		},
		Health: health.Config{
			Bound:        o.Stuck,
			TestEvery:    o.TestEvery,
			TestDeadline: o.CallDeadline,
		},
		Events: o.Events,
	}
}
