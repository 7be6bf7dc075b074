package fast_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen/testdata/lampsmodel"
	"github.com/genlock-go/genlock/gen/testdata/leasemodel"
	"github.com/genlock-go/genlock/gen/testdata/ordermodel"
	"github.com/genlock-go/genlock/gen/testdata/pilesmodel"
	"github.com/genlock-go/genlock/gen/testdata/printingmodel"
	"github.com/genlock-go/genlock/gen/testdata/tieringmodel"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/internal/testspec/order"
	"github.com/genlock-go/genlock/internal/testspec/piles"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/fast"
	"github.com/genlock-go/genlock/model/lookupmodel"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// A packed spec is one with its packed model.
type packedSpec struct {
	system spec.System
	build  fast.New
}

var specs = map[string]packedSpec{
	"lamps":    {lamps.System, lampsmodel.New},       // several entries, no messages
	"lease":    {lease.System, leasemodel.New},       // tokens compared by age, an option, a message looked at
	"lookup":   {lookupspec.System, lookupmodel.New}, // a set with marks, bags and queues
	"order":    {order.System, ordermodel.New},       // a fact that counts
	"piles":    {piles.System, pilesmodel.New},       // more copies of a message than two bits count
	"printing": {printing.System, printingmodel.New}, // a queue each printer, a counter, a pair of keys
	"tiering":  {tiering.System, tieringmodel.New},   // four machines, events at several entries, replies as arguments
}

// each calls do with every instance of every spec.
func each(t *testing.T, do func(t *testing.T, sys *ast.System, build fast.New, instance *ast.Instance)) {
	for name, s := range specs {
		sys, err := spec.Resolve(s.system)
		require.NoError(t, err)
		for _, i := range sys.Instances {
			if (testing.Short() || race.Enabled) && i.Checks == ast.InvariantsOnly {
				continue // large ones
			}
			t.Run(name+"/"+i.Name, func(t *testing.T) { do(t, sys, s.build, i) })
		}
	}
}

func explore(t *testing.T, sys *ast.System, build fast.New, opt fast.Options) *model.Report {
	r, err := fast.Explore(t.Context(), sys, build, opt)
	require.NoError(t, err)
	return r
}

func interpret(t *testing.T, sys *ast.System, opt model.Options) *model.Report {
	r, err := model.Explore(t.Context(), sys, opt)
	require.NoError(t, err)
	return r
}

// requireEqual holds all that two engines say against each other.
func requireEqual(t *testing.T, want, got *model.Report) {
	require.Equal(t, want.Result, got.Result)
	require.Equal(t, want.Property, got.Property)
	require.Equal(t, want.With, got.With)
	require.Equal(t, want.Trace, got.Trace)
	if want.Result != model.Holds {
		return
	}
	require.Equal(t, []int64{want.Distinct, want.Generated, int64(want.Depth)}, []int64{got.Distinct, got.Generated, int64(got.Depth)})
	require.Equal(t, want.Reached, got.Reached)
}

// If it failed, the packed model would be another system than the interpreter's, or the search would lose or double a
// state.
func TestFastIsTheInterpreter(t *testing.T) {
	each(t, func(t *testing.T, sys *ast.System, build fast.New, i *ast.Instance) {
		want := interpret(t, sys, model.Options{Instance: i.Name})
		require.Equal(t, model.Holds, want.Result)
		for _, workers := range []int{1, 2, 5} {
			requireEqual(t, want, explore(t, sys, build, fast.Options{Options: model.Options{Instance: i.Name}, Workers: workers}))
		}
		hashed := explore(t, sys, build, fast.Options{Options: model.Options{Instance: i.Name}, Fingerprints: true})
		requireEqual(t, want, hashed)
		assert.Contains(t, hashed.Reason, "missed with a probability of")
	})
}

// If it failed, a step that is excused because an excepted action could have done the same would end as an error, or as a
// fault that the other engines do not see.
func TestExcusedSteps(t *testing.T) {
	sys, err := spec.Resolve(piles.System)
	require.NoError(t, err)
	for _, only := range [][]string{nil, {"OnlyTidyingEases"}} {
		o := model.Options{Instance: "tidy", Only: only}
		r := explore(t, sys, pilesmodel.New, fast.Options{Options: o})
		requireEqual(t, interpret(t, sys, o), r)
		assert.Empty(t, r.Reason, "the packed model judged it")
	}
}

// If it failed, what must hold in the long run would be taken to hold because the fast engine cannot tell.
func TestLongRunIsJudged(t *testing.T) {
	s := specs["lease"]
	bug, ok := s.system.Bug("stoppedClock")
	require.True(t, ok)
	edited, err := s.system.With(bug) // changes fairness alone, so the packed model is the same
	require.NoError(t, err)
	sys, err := spec.Resolve(edited)
	require.NoError(t, err)
	r := explore(t, sys, s.build, fast.Options{Options: model.Options{Instance: "one"}})
	requireEqual(t, interpret(t, sys, model.Options{Instance: "one"}), r)
	assert.Equal(t, model.Liveness, r.Result)
	assert.Equal(t, "EveryLeaseEnds", r.Property)
	assert.Contains(t, r.Reason, "judged by the interpreter")
}

// If it failed, a limit would let a search run on, or throw away what it knows.
func TestLimits(t *testing.T) {
	s := specs["lookup"]
	sys, err := spec.Resolve(s.system)
	require.NoError(t, err)
	limited := func(ctx context.Context, o model.Options) *model.Report {
		o.Instance = "shared"
		r, err := fast.Explore(ctx, sys, s.build, fast.Options{Options: o})
		require.NoError(t, err)
		require.Equal(t, model.Incomplete, r.Result)
		assert.Nil(t, r.Trace)
		assert.Positive(t, r.Distinct)
		return r
	}
	assert.Equal(t, int64(1001), limited(t.Context(), model.Options{MaxStates: 1000}).Distinct)
	assert.Contains(t, limited(t.Context(), model.Options{MaxBytes: 1 << 20}).Reason, "needs more than 1048576 bytes")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, context.Canceled.Error(), limited(ctx, model.Options{}).Reason)
}

// If it failed, a mistake in a command line would look like a result.
func TestErrors(t *testing.T) {
	s := specs["lookup"]
	sys, err := spec.Resolve(s.system)
	require.NoError(t, err)
	_, err = fast.Explore(t.Context(), sys, s.build, fast.Options{Options: model.Options{Instance: "none"}})
	assert.ErrorContains(t, err, `no instance "none"`)
	another := *sys
	another.Properties = sys.Properties[1:]
	_, err = fast.Explore(t.Context(), &another, s.build, fast.Options{Options: model.Options{Instance: "tiny"}})
	assert.ErrorContains(t, err, "not that of spec Lookup")
	_, err = fast.Explore(t.Context(), sys, s.build, fast.Options{Options: model.Options{Instance: "tiny", Symmetry: true}})
	assert.ErrorContains(t, err, "symmetry")
	_, err = fast.Explore(t.Context(), sys, s.build, fast.Options{Options: model.Options{Instance: "tiny", KeepStates: true}})
	assert.ErrorContains(t, err, "keeps no states")
	_, err = fast.Explore(t.Context(), sys, s.build, fast.Options{Options: model.Options{Instance: "tiny", Only: []string{"Nothing"}}})
	assert.ErrorContains(t, err, `no property "Nothing"`)
}
