package tiers_test

import (
	"context"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// A scheduler stores a block, finds it again and loads it into another slot.
func Example() {
	memory := tiertest.NewSlots(2, 8)
	copy(memory.Slot(0), "8 bytes!")
	tier, err := tiers.New[string, int](tiertest.NewMemory[string](8, 100), memory, time.Now(), tiers.Config[string, int]{Name: "spare"})
	if err != nil {
		panic(err)
	}
	defer tier.Shutdown(context.Background())

	step := func() {
		tier.EndStep(time.Now(), 100)
		<-tier.Wake()
		tier.BeginStep(time.Now(), 100)
	}
	done := func() {
		results := tier.Poll(nil)
		for ; len(results) == 0; results = tier.Poll(nil) {
			step()
		}
		fmt.Println(results[0].Direction, results[0].Outcomes, results[0].Err)
	}

	tier.SubmitStore([]tiers.Block[string]{{Key: "k", Slot: 0}})
	done()

	request, _ := tier.Begin(1)
	verdict, _ := tier.Lookup(request, "k")
	fmt.Println(verdict)
	for verdict == lookup.VerdictRetry {
		step()
		verdict, _ = tier.Lookup(request, "k")
	}
	fmt.Println(verdict)

	_, err = tier.SubmitLoad(request, []tiers.Block[string]{{Key: "k", Slot: 2}})
	fmt.Println(err)
	tier.SubmitLoad(request, []tiers.Block[string]{{Key: "k", Slot: 1}})
	done()
	fmt.Printf("%s\n", memory.Slot(1))
	tier.Finish(request)
	// Output:
	// store [arrived] <nil>
	// retry
	// hit
	// spare: load of "k": tiers: bad slot: 2 of 2
	// load [arrived] <nil>
	// 8 bytes!
}

// A configuration names the type of each tier.
func ExampleTypes() {
	var types tiers.Types[string]
	types.Register("memory", func(_ context.Context, decode func(into any) error) (tiers.Backend[string], error) {
		var config struct{ BlockBytes, Room int }
		if err := decode(&config); err != nil {
			return nil, err
		}
		return tiertest.NewMemory[string](config.BlockBytes, config.Room), nil
	})

	storage, err := types.Open(context.Background(), "memory", tiers.FromJSON([]byte(`{"BlockBytes": 4096, "Room": 1000}`)))
	fmt.Println(storage.Capabilities().Medium, err)
	_, err = types.Open(context.Background(), "memory", tiers.FromJSON([]byte(`{"Blockbites": 4096}`)))
	fmt.Println(err)
	_, err = types.Open(context.Background(), "tape", nil)
	fmt.Println(err)
	// Output:
	// memory <nil>
	// memory: open: tiers: bad configuration: json: unknown field "Blockbites"
	// tiers: bad configuration: tier type "tape" is none of ["memory"]
}

// A Set chooses the tiers that a request may use.
func ExampleSet_Allowed() {
	var set tiers.Set[string, int]
	tier, _ := tiers.New[string, int](tiertest.NewMemory[string](8, 100), tiertest.NewSlots(1, 8), time.Now(), tiers.Config[string, int]{})
	set.Add(tier)
	defer set.Shutdown(context.Background())

	for _, f := range []tiers.Filter{{}, {Media: []tiers.Medium{tiers.File}}, {DenyAll: true}} {
		fmt.Println(len(set.Allowed(f)))
	}
	fmt.Println(set.Add(tier))
	// Output:
	// 1
	// 0
	// 0
	// tiers: bad configuration: two tiers are called "memory"
}
