// Package spectest is the tests that every declaration of ours must pass.
package spectest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/mutant"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// Holds fails if a rule does not follow from the cells in some instance, or if a cell, an action or a sometimes is reached
// in none: then what holds holds because nothing happens.
func Holds(t *testing.T, system spec.System) {
	sys, err := spec.Resolve(system)
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

// KnownBugs fails if a property no longer catches its bug, or not in the fewest steps.
func KnownBugs(t *testing.T, system spec.System) {
	var names []string
	for _, bug := range system.KnownBugs {
		names = append(names, bug.Name)
		t.Run(bug.Name, func(t *testing.T) { known(t, system, bug) })
	}
	assert.NotEmpty(t, names)
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(names), "names are unique")
}

func known(t *testing.T, system spec.System, bug spec.Edit) {
	edited, err := system.With(bug)
	require.NoError(t, err)
	sys, err := spec.Resolve(edited)
	require.NoError(t, err, "a known bug is a valid system: nothing but its property speaks against it")
	assert.NotEmpty(t, bug.Doc)
	require.NotEmpty(t, bug.Found)
	for _, found := range bug.Found {
		r := explore(t, sys, model.Options{Instance: found.Instance, Only: []string{bug.Breaks}})
		assert.Equal(t, bug.Breaks, r.Property)
		require.NotNil(t, r.Trace)
		if p := sys.Property(bug.Breaks); p != nil && !p.Safety() {
			assert.Equal(t, model.Liveness, r.Result)
			assert.GreaterOrEqual(t, r.Trace.Loop, 0)
			continue
		}
		assert.Equal(t, model.Safety, r.Result)
		assert.Equal(t, found.Length, r.Trace.Len())
	}
}

// EveryCellIsNeeded fails if the table has a cell that says nothing: without any one of them it has a hole, and Validate
// names it.
func EveryCellIsNeeded(t *testing.T, system spec.System) {
	for i, cell := range spec.Link(system).Cells {
		holed := system
		holed.Cells = slices.Delete(slices.Clone(holed.Cells), i, i+1)
		err := spec.Validate(holed)
		require.Error(t, err)
		for _, phase := range cell.In.Phases {
			assert.Contains(t, err.Error(), cell.Event.Name)
			assert.Contains(t, err.Error(), phase)
		}
	}
}

// NoSurvivors fails if a single edit makes another system and no property notices, or if nothing breaks some property.
// It takes seconds for a small system, so -short leaves it out.
func NoSurvivors(t *testing.T, system spec.System) {
	if testing.Short() {
		t.Skip("makes every single edit, which -short leaves out")
	}
	sys, err := spec.Resolve(system)
	require.NoError(t, err)
	opt := mutant.Options{}
	for _, bug := range system.KnownBugs {
		opt.Caught = append(opt.Caught, bug.Breaks)
	}
	r, err := mutant.Hunt(t.Context(), sys, opt)
	require.NoError(t, err)
	for _, v := range r.Verdicts {
		assert.NotContains(t, []mutant.Fate{mutant.Survived, mutant.Undecided}, v.Fate, "%s: %s", v.Name, v.Reason)
	}
	assert.Empty(t, r.Idle)
	t.Logf("%d edits, %d killed", len(r.Verdicts), r.Count(mutant.Killed))
	assert.Positive(t, r.Count(mutant.Killed))
}

func explore(t *testing.T, sys *ast.System, opt model.Options) *model.Report {
	t.Helper()
	r, err := model.Explore(t.Context(), sys, opt)
	require.NoError(t, err)
	return r
}
