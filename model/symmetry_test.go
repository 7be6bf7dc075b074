package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/testspec/random"
	"github.com/genlock-go/genlock/internal/testspec/twophase"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// Two-phase commit with five resource managers has 8,832 states, of which 314 differ by more than the managers' names.
func TestSymmetryOfTwoPhaseCommit(t *testing.T) {
	r := explore(t, twophase.System, model.Options{Instance: "five", Symmetry: true, Only: []string{model.NoRejectedCell}})
	assert.Equal(t, model.Holds, r.Result)
	assert.EqualValues(t, 314, r.Distinct)
}

// A fault that shows itself only to some values would be lost with them: with symmetry a search must find the same faults in
// as many steps, tell a real behaviour, and see at least the share of the states that the renamings leave.
func TestSymmetryFindsTheSame(t *testing.T) {
	broken := 0
	for n := range 300 {
		sys := random.System(n)
		only := []string{"Holds", "Steps", model.NoRejectedCell, model.NoDeadlock}
		all, err := model.Explore(t.Context(), sys, model.Options{Only: only, MaxStates: 3000})
		require.NoError(t, err)
		few, err := model.Explore(t.Context(), sys, model.Options{Only: only, MaxStates: 3000, Symmetry: true})
		require.NoError(t, err, "system %d", n)
		if all.Result == model.Incomplete {
			continue
		}
		require.Equal(t, all.Result, few.Result, "system %d", n)
		require.LessOrEqual(t, few.Distinct, all.Distinct)
		if all.Result == model.Holds {
			require.GreaterOrEqual(t, 4*few.Distinct, all.Distinct, "two sorts of two values: four renamings")
			require.Equal(t, all.Depth, few.Depth)
			continue
		}
		broken++
		require.Equal(t, all.Trace.Len(), few.Trace.Len(), "system %d", n)
		requireBehaviour(t, sys, few)
	}
	assert.Greater(t, broken, 50)
}

// requireBehaviour follows the trace of a report.
func requireBehaviour(t *testing.T, sys *ast.System, r *model.Report) {
	t.Helper()
	m, err := model.New(sys, r.Instance)
	require.NoError(t, err)
	s := m.Init()
	for _, step := range r.Trace.Steps[1:] {
		next, ok := move(m, s, step.Label)
		require.True(t, ok, "%s is not possible", step.Label)
		require.Equal(t, step.State, m.Canonical(next))
		s = next
	}
}

// Known bugs must be found among representatives too, each in as many steps.
func TestSymmetryFindsKnownBugs(t *testing.T) {
	for _, bug := range lookupspec.System.KnownBugs {
		for _, f := range bug.Found {
			if f.Length == 0 || f.Instance == "six" {
				continue
			}
			t.Run(bug.Name+"/"+f.Instance, func(t *testing.T) {
				edited, err := lookupspec.System.With(bug)
				require.NoError(t, err)
				r, err := model.Explore(t.Context(), spec.Link(edited), model.Options{Instance: f.Instance, Only: []string{bug.Breaks}, Symmetry: true})
				require.NoError(t, err)
				require.Equal(t, bug.Breaks, r.Property)
				assert.Equal(t, f.Length, r.Trace.Len())
			})
		}
	}
}

// The long run cannot be judged on representatives, and it must be said that it was not.
func TestSymmetryRefusesTheLongRun(t *testing.T) {
	r := explore(t, lookupspec.System, model.Options{Instance: "daily", Symmetry: true})
	assert.Equal(t, model.Refused, r.Result)
	assert.Contains(t, r.Reason, "the long run")
	assert.Positive(t, r.Distinct, "the rest is judged")
}
