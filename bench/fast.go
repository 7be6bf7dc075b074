package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/fast"
	"github.com/genlock-go/genlock/model/lookupmodel"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// fastBars measures the fast engine, exact, with parents: on the interpreter's instance beside TLC (nil: not run), on the
// default instance as go test checks it, and on one of many states.
func fastBars(r run, sys *ast.System, instance string, peer *model.Report) ([]Bar, error) {
	best, err := explored(sys, instance, r.turns(), 1, 2)
	if err != nil {
		return nil, err
	}
	one, two := best[0], best[1]
	daily, err := explored(sys, sys.Instances[0].Name, r.turns(), runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	states := "fast: distinct states a CPU second, " + instance
	bars := []Bar{
		figureOnly(states, found(one)),
		faster("fast: seconds on two cores beside one, "+instance, two.Seconds, one.Seconds, 1.7),
		atMost("fast: bytes a state, "+instance, one.BytesPerState, 60),
		atMost("fast: seconds of the default instance", daily[0].Seconds, 0.2),
	}
	if peer != nil {
		bars[0] = times(states, found(one), found(peer), 30)
	}
	if r.short {
		return bars, nil
	}
	many, err := manyStates()
	return append(bars, many...), err
}

// found is distinct states a second of CPU time.
func found(r *model.Report) float64 { return float64(r.Distinct) / r.CPUSeconds }

// turns is how often explorations take turns.
func (r run) turns() int {
	if r.short {
		return 3
	}
	return 10
}

// explored is the quickest of some explorations for each number of cores, which take turns. All must count alike.
func explored(sys *ast.System, instance string, turns int, cores ...int) ([]*model.Report, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	best := make([]*model.Report, len(cores))
	for range turns {
		for i, n := range cores {
			runtime.GOMAXPROCS(n)
			r, err := fast.Explore(context.Background(), sys, lookupmodel.New, fast.Options{Options: model.Options{Instance: instance}})
			if err != nil {
				return nil, err
			}
			if err := alike(r, best[0]); err != nil {
				return nil, err
			}
			if best[i] == nil || r.Seconds < best[i].Seconds {
				best[i] = r
			}
		}
	}
	return best, nil
}

// alike is an error where an exploration does not hold, or counts other than one before it.
func alike(r, before *model.Report) error {
	switch {
	case r.Result != model.Holds:
		return fmt.Errorf("instance %s: %s %s", r.Instance, r.Result, r.Property)
	case before != nil && (r.Distinct != before.Distinct || r.Generated != before.Generated || r.Depth != before.Depth):
		return fmt.Errorf("instance %s: two runs count %d/%d and %d/%d", r.Instance, r.Distinct, r.Generated, before.Distinct, before.Generated)
	}
	return nil
}

const many = 20_000_000

// manyStates finds so many states of an instance that has more, and looks at the clock and at the memory of the process.
func manyStates() ([]Bar, error) {
	system := lookupspec.System
	six := system.Instances[slices.IndexFunc(system.Instances, func(i spec.Instance) bool { return i.Name == "six" })]
	six.Name, six.Tokens = "many", 4
	six.Sizes = spec.Sizes(spec.Size[lookupspec.Key](1), spec.Size[lookupspec.Request](4))
	six.Without = slices.DeleteFunc(slices.Clone(six.Without), func(name string) bool { return name == "Lose" })
	system.Instances = append(slices.Clone(system.Instances), six)
	sys, err := spec.Resolve(system)
	if err != nil {
		return nil, err
	}
	r, err := fast.Explore(context.Background(), sys, lookupmodel.New, fast.Options{Options: model.Options{Instance: "many", MaxStates: many}})
	if err != nil {
		return nil, err
	}
	if r.Distinct < many {
		return nil, fmt.Errorf("instance many: only %d states, %s %s", r.Distinct, r.Result, r.Reason)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return []Bar{
		atMost("fast: seconds to find 20 M states", r.Seconds, 60),
		atMost("fast: GB taken from the system for 20 M states", float64(memory.Sys)/1e9, 3),
	}, nil
}
