package lookupspec_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// TestInstancesHold would fail if a rule did not follow from the cells, or if some cell, action or sometimes were
// reached in no instance: then what holds would hold because nothing happens.
func TestInstancesHold(t *testing.T) {
	sys, err := spec.Resolve(lookupspec.System)
	require.NoError(t, err)
	var reports []*model.Report
	for _, i := range sys.Instances {
		t.Run(i.Name, func(t *testing.T) {
			r := explore(t, sys, model.Options{Instance: i.Name})
			assert.Equal(t, model.Holds, r.Result, "%s", r.Property)
			t.Logf("%d distinct, %d generated, depth %d", r.Distinct, r.Generated, r.Depth)
			reports = append(reports, r)
		})
	}
	assert.Empty(t, model.Vacuity(sys, reports))
}

// TestKnownBugs would fail if a property no longer caught its bug, or not in the fewest steps.
func TestKnownBugs(t *testing.T) {
	for _, bug := range lookupspec.System.KnownBugs {
		t.Run(bug.Name, func(t *testing.T) {
			edited, err := lookupspec.System.With(bug)
			require.NoError(t, err)
			sys, err := spec.Resolve(edited)
			require.NoError(t, err, "a known bug is a valid system: nothing but its property speaks against it")
			require.NotEmpty(t, bug.Found)
			for _, found := range bug.Found {
				r := explore(t, sys, model.Options{Instance: found.Instance, Only: []string{bug.Breaks}})
				assert.Equal(t, bug.Breaks, r.Property)
				require.NotNil(t, r.Trace)
				if p := sys.Property(bug.Breaks); p != nil && !p.Safety() {
					assert.Equal(t, model.Liveness, r.Result)
					assert.GreaterOrEqual(t, r.Trace.Loop, 0)
					return
				}
				assert.Equal(t, model.Safety, r.Result)
				assert.Equal(t, found.Length, r.Trace.Len())
			}
		})
	}
}

// TestSeedsComeFirst would fail if one of the bugs that started it all were no longer among the known ones.
func TestSeedsComeFirst(t *testing.T) {
	var names []string
	for _, bug := range lookupspec.System.KnownBugs {
		names = append(names, bug.Name)
		assert.NotEmpty(t, bug.Doc, bug.Name)
	}
	assert.Equal(t, []string{"staleVerdict", "noGeneration", "unguardedMarkMiss", "resolvedOnlyMarkMiss", "noMarkMiss",
		"endlessPromotion", "forgottenProbe", "secondProbe", "leakedEntry"}, names[:9])
	assert.Len(t, names, 47)
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), 47, "names are unique")
}

// TestEveryCellIsNeeded would fail if the table had a cell that says nothing: without any one of them it has a hole, and
// Validate names it.
func TestEveryCellIsNeeded(t *testing.T) {
	for i, cell := range spec.Link(lookupspec.System).Cells {
		holed := lookupspec.System
		holed.Cells = slices.Delete(slices.Clone(holed.Cells), i, i+1)
		err := spec.Validate(holed)
		require.Error(t, err)
		for _, phase := range cell.In.Phases {
			assert.Contains(t, err.Error(), cell.Event.Name)
			assert.Contains(t, err.Error(), phase)
		}
	}
}

func explore(t *testing.T, sys *ast.System, opt model.Options) *model.Report {
	t.Helper()
	r, err := model.Explore(context.Background(), sys, opt)
	require.NoError(t, err)
	return r
}
