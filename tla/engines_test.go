package tla_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/blockspec"
	"github.com/genlock-go/genlock/spec/filespec"
	"github.com/genlock-go/genlock/spec/healthspec"
	"github.com/genlock-go/genlock/spec/jobspec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

var large = flag.Bool("large", false, "also the instances that take TLC minutes")

// minutes are the instances that only -large runs.
var minutes = []string{"Lookup/keys", "Lookup/six"}

// systems are the declarations whose modules stand here.
var systems = []spec.System{lookupspec.System, blockspec.System, filespec.System, healthspec.System,
	jobspec.System}

// TestEnginesCountTheSame would fail if TLC explored another graph than the interpreter: one that has as many states, as
// many steps between them and as many levels is hardly another.
func TestEnginesCountTheSame(t *testing.T) {
	each(t, func(t *testing.T, system spec.System) {
		sys := spec.Link(system)
		for _, i := range sys.Instances {
			t.Run(i.Name, func(t *testing.T) {
				t.Parallel()
				if slices.Contains(minutes, sys.Name+"/"+i.Name) && !*large {
					t.Skip("takes TLC minutes: run it with -large")
				}
				countsAgree(t, sys, i.Name)
			})
		}
	})
}

func countsAgree(t *testing.T, sys *ast.System, instance string) {
	theirs := explore(t, runner(t, false), sys, model.Options{Instance: instance})
	ours := interpret(t, sys, model.Options{Instance: instance})
	require.Equal(t, model.Holds, ours.Result)
	assert.Equal(t, ours.Result, theirs.Result, "%s %s", theirs.Property, theirs.Reason)
	assert.Equal(t, ours.Distinct, theirs.Distinct, "distinct")
	assert.Equal(t, ours.Generated, theirs.Generated, "generated")
	assert.Equal(t, ours.Depth, theirs.Depth, "depth")
	t.Logf("%d distinct, %d generated, depth %d, %.0f s", theirs.Distinct, theirs.Generated, theirs.Depth, theirs.Seconds)
}

// TestEnginesReachTheSameStates would fail if equal counts were a coincidence.
func TestEnginesReachTheSameStates(t *testing.T) {
	t.Parallel()
	sys := spec.Link(lookupspec.System)
	ctx, cancel := context.WithTimeout(t.Context(), runLimit)
	defer cancel()
	theirs, err := runner(t, true).States(ctx, sys, "tiny")
	require.NoError(t, err)
	ours := slices.Collect(interpret(t, sys, model.Options{Instance: "tiny", KeepStates: true}).States())
	require.Greater(t, len(ours), 1000)
	slices.Sort(ours)
	slices.Sort(theirs)
	assert.Equal(t, ours, theirs)
}

// TestTLCCatchesKnownBugs would fail if TLC let a known bug pass, caught it for another reason, or found a shorter way to
// it than the interpreter.
func TestTLCCatchesKnownBugs(t *testing.T) {
	each(t, func(t *testing.T, system spec.System) {
		for _, bug := range sought(system) {
			for _, found := range bug.Found {
				t.Run(bug.Name+"/"+found.Instance, func(t *testing.T) {
					t.Parallel()
					caught(t, buggy(t, system, bug.Name), bug.Breaks, found)
				})
			}
		}
	})
}

// sought are the known bugs that TLC looks for: all of the lookup's, and with -large all of the others'. Else it is every
// eighth of theirs, since each run takes seconds: all were found by TLC when they were recorded, and what is recorded the
// interpreter still finds.
func sought(system spec.System) (bugs []spec.Edit) {
	for i, bug := range system.KnownBugs {
		if *large || system.Name == lookupspec.System.Name || i%8 == 0 {
			bugs = append(bugs, bug)
		}
	}
	return bugs
}

func caught(t *testing.T, sys *ast.System, breaks string, found spec.Found) {
	o := model.Options{Instance: found.Instance, Only: []string{breaks}}
	r, ours := explore(t, runner(t, true), sys, o), interpret(t, sys, o)
	assert.Equal(t, breaks, r.Property)
	require.NotNil(t, r.Trace)
	assert.Empty(t, r.Reason)
	assert.Equal(t, ours.Result, r.Result)
	if r.Result == model.Safety {
		assert.Equal(t, found.Length, r.Trace.Len())
		assert.Equal(t, ours.Trace.Len(), r.Trace.Len())
	}
}

// each runs a test for each declaration.
func each(t *testing.T, test func(*testing.T, spec.System)) {
	for _, system := range systems {
		t.Run(system.Name, func(t *testing.T) { test(t, system) })
	}
}

// A record is one object of models.json.
type record struct {
	Spec      string `json:"spec"`
	Instance  string `json:"instance"`
	Bug       string `json:"bug"`
	Result    string `json:"result"`
	Property  string `json:"property"`
	Distinct  int64  `json:"distinct"`
	Generated int64  `json:"generated"`
	Depth     int    `json:"depth"`
	TraceLen  int    `json:"trace_len"`
}

// TestModelsAreRecorded would fail if models.json said what is no longer so, or left something out: both engines agreed
// on it when it was written, and the interpreter still finds the same.
func TestModelsAreRecorded(t *testing.T) {
	want := map[[3]string]record{}
	for _, r := range records(t) {
		want[[3]string{r.Spec, r.Instance, r.Bug}] = r
	}
	compare := func(t *testing.T, sys *ast.System, instance, bug string, o model.Options) {
		at := [3]string{sys.Name, instance, bug}
		r, ok := want[at]
		require.True(t, ok, "not recorded: run genlock check -record %s", sys.Name)
		delete(want, at)
		o.Instance = instance
		assert.Equal(t, r, recordOf(interpret(t, sys, o), bug))
	}
	each(t, func(t *testing.T, system spec.System) {
		sys := spec.Link(system)
		for _, i := range sys.Instances {
			t.Run(i.Name, func(t *testing.T) { compare(t, sys, i.Name, "", model.Options{}) })
		}
		for _, bug := range system.KnownBugs {
			for _, found := range bug.Found {
				t.Run(bug.Name+"/"+found.Instance, func(t *testing.T) {
					compare(t, buggy(t, system, bug.Name), found.Instance, bug.Name, model.Options{Only: []string{bug.Breaks}})
				})
			}
		}
	})
	assert.Empty(t, want, "recorded, and no longer there")
}

func records(t *testing.T) []record {
	data, err := os.ReadFile("models.json")
	require.NoError(t, err)
	var all []record
	require.NoError(t, json.Unmarshal(data, &all))
	return all
}

// recordOf is what is recorded: counts of what holds, the length of a shortest behaviour that breaks a property.
func recordOf(r *model.Report, bug string) record {
	rec := record{Spec: r.Spec, Instance: r.Instance, Bug: bug, Result: string(r.Result), Property: r.Property}
	switch r.Result {
	case model.Holds:
		rec.Distinct, rec.Generated, rec.Depth = r.Distinct, r.Generated, r.Depth
	case model.Safety, model.Deadlock:
		rec.TraceLen = r.Trace.Len()
	}
	return rec
}

func interpret(t *testing.T, sys *ast.System, o model.Options) *model.Report {
	t.Helper()
	r, err := model.Explore(t.Context(), sys, o)
	require.NoError(t, err)
	return r
}

// explore is the same by TLC. The time limit is for a bug that has no end.
func explore(t *testing.T, by tlc.Runner, sys *ast.System, o model.Options) *model.Report {
	t.Helper()
	limit := runLimit
	if *large {
		limit = 6 * runLimit
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	r, err := by.Explore(ctx, sys, o)
	require.NoError(t, err)
	return r
}

// runner is TLC for short runs or long ones, or the end of the test with -short or on a machine without it.
func runner(t *testing.T, short bool) tlc.Runner {
	t.Helper()
	if testing.Short() {
		t.Skip("runs TLC, which -short leaves out")
	}
	tool, err := tlc.Find(t.Context())
	demand.Of(t, "tlc", err)
	return tlc.Runner{Tool: tool, Heap: 512 << 20, Short: short}
}
