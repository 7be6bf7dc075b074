package tlc_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/internal/testspec/ferry"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// If they failed, TLC would take something that the spec can say otherwise than the interpreter does: a condition in two
// ways and so as two steps, an equal name as the same, a queue in another order.
func TestFerryCountsTheSame(t *testing.T) {
	sys := resolve(t, ferry.System)
	for _, instance := range []string{"one", "gull"} {
		t.Run(instance, func(t *testing.T) {
			t.Parallel()
			ours, theirs := interpret(t, sys, model.Options{Instance: instance}), check(t, sys, model.Options{Instance: instance})
			require.Equal(t, model.Holds, ours.Result)
			assert.Equal(t, ours.Result, theirs.Result)
			assert.Equal(t, ours.Distinct, theirs.Distinct, "distinct")
			assert.Equal(t, ours.Generated, theirs.Generated, "generated")
			assert.Equal(t, ours.Depth, theirs.Depth, "depth")
		})
	}
}

// If it failed, equal counts would be a coincidence.
func TestFerryReachesTheSameStates(t *testing.T) {
	t.Parallel()
	sys := resolve(t, ferry.System)
	theirs, err := runner(t).States(limited(t), sys, "one")
	require.NoError(t, err)
	ours := slices.Collect(interpret(t, sys, model.Options{Instance: "one", KeepStates: true}).States())
	require.NotEmpty(t, ours)
	slices.Sort(ours)
	slices.Sort(theirs)
	assert.Equal(t, ours, theirs)
}

// If it failed, a trace of TLC would be told in other words than one of ours, or with other parameters.
func TestTracesAreToldAlike(t *testing.T) {
	t.Parallel()
	sys := resolve(t, ferry.System)
	o := model.Options{Instance: "sinks"}
	ours, theirs := interpret(t, sys, o), check(t, sys, o)
	require.NotNil(t, ours.Trace)
	require.NotNil(t, theirs.Trace)
	assert.Empty(t, theirs.Reason)
	require.Equal(t, ours.Trace.Len(), theirs.Trace.Len())
	last := theirs.Trace.Steps[theirs.Trace.Len()]
	assert.NotEmpty(t, last.Events, "the interpreter has followed it")
	assert.Equal(t, ours.Trace.Doc, theirs.Trace.Doc)
}

func resolve(t *testing.T, s spec.System) *ast.System {
	t.Helper()
	sys, err := spec.Resolve(s)
	require.NoError(t, err)
	return sys
}

func interpret(t *testing.T, sys *ast.System, o model.Options) *model.Report {
	t.Helper()
	r, err := model.Explore(t.Context(), sys, o)
	require.NoError(t, err)
	return r
}

func check(t *testing.T, sys *ast.System, o model.Options) *model.Report {
	t.Helper()
	r, err := runner(t).Explore(limited(t), sys, o)
	require.NoError(t, err)
	return r
}

// limited is a context that outlives any run of these tests on a busy machine.
func limited(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// runner is TLC, or the end of the test with -short or on a machine without it.
func runner(t *testing.T) tlc.Runner {
	t.Helper()
	if testing.Short() {
		t.Skip("runs TLC, which -short leaves out")
	}
	tool, err := tlc.Find(t.Context())
	demand.Of(t, "tlc", err)
	return tlc.Runner{Tool: tool, Heap: 512 << 20}
}
