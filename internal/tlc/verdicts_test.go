package tlc_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/tlc"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

type Lift spec.Sort

type (
	Up   struct{}
	Down struct{}
)

var (
	lift   = spec.Var[Lift]("lift")
	lifts  = spec.Each(lift, "lifts", "Idle", "Moving")
	floor  = spec.CountTo(lifts, "floor", "where it is", 2)
	up     = spec.On(lifts, Up{})
	down   = spec.On(lifts, Down{})
	moving = lifts.In(lift, spec.Phase("Moving"))
	top    = floor.At(lift).Eq(spec.N(2))
)

// liftSystem goes up to the second floor; what happens there is for each test to say.
func liftSystem(p ...spec.Property) spec.System {
	return spec.System{
		Name: "Lifts",
		Cells: []spec.Cell{
			{In: spec.In(spec.Phase("Idle"), spec.Phase("Moving")), On: up, When: floor.Less(spec.N(2)), Do: spec.Do(floor.Inc()), To: "Moving"},
			{In: spec.Phase("Moving"), On: up, When: spec.Not(floor.Less(spec.N(2))), Reject: "there is no third floor"},
			{In: spec.Phase("Idle"), On: up, When: spec.Not(floor.Less(spec.N(2))), Ignore: "there is no third floor"},
			{In: spec.Phase("Moving"), On: down, When: spec.Not(floor.Eq(spec.N(0))), Do: spec.Do(floor.Dec())},
			{In: spec.Phase("Moving"), On: down, When: floor.Eq(spec.N(0)), To: "Idle"},
			{In: spec.Phase("Idle"), On: down, Ignore: "it is down"},
		},
		Actions: []spec.Action{
			{Name: "Rise", By: "guest", For: spec.Vars(lift), When: spec.Not(top), Fire: spec.Fire(up.At(lift, Up{}))},
			{Name: "Sink", By: "guest", For: spec.Vars(lift), Optional: true, Fire: spec.Fire(down.At(lift, Down{}))},
			{Name: "Push", By: "guest", For: spec.Vars(lift), Optional: true, When: top, Fire: spec.Fire(up.At(lift, Up{}))},
		},
		Done:       spec.Not(spec.Exists(lift, spec.Not(top))),
		Properties: p,
		Instances: []spec.Instance{
			{Name: "one", Sizes: spec.Sizes(spec.Size[Lift](1))},
			{Name: "push", Sizes: spec.Sizes(spec.Size[Lift](1)), With: []string{"Push"}},
			{Name: "sink", Sizes: spec.Sizes(spec.Size[Lift](1)), With: []string{"Sink"}},
			{Name: "many", Sizes: spec.Sizes(spec.Size[Lift](7)), With: []string{"Sink"}},
		},
	}
}

// If it failed, a verdict of TLC would be taken for another one, or a run without one for a verdict.
func TestVerdicts(t *testing.T) {
	below := spec.Always{Name: "Below", Doc: "It stays below.", Holds: spec.Not(top)}
	slow := spec.Step{Name: "Slow", Doc: "It stays where it is.", Holds: spec.After(floor.At(lift)).Eq(floor.At(lift))}
	rises := spec.Step{Name: "Rises", On: "Rise", Holds: spec.Not(spec.After(top))}
	arrives := spec.LeadsTo{Name: "Arrives", Doc: "It gets there.", From: moving, To: top}
	rests := spec.LeadsTo{Name: "Rests", From: moving, To: spec.AnyOf(moving, top)}
	seldom := spec.Finitely{Name: "Seldom", Action: "Sink"}
	for _, tt := range []struct {
		name     string
		instance string
		result   model.Result
		property string
		steps    int // -1: no trace
		p        []spec.Property
	}{
		{"holds", "one", model.Holds, "", -1, nil},
		{"an invariant breaks", "one", model.Safety, "Below", 2, []spec.Property{below}},
		{"a step breaks a property", "one", model.Safety, "Slow", 1, []spec.Property{slow}},
		{"a step of one action breaks a property", "one", model.Safety, "Rises", 2, []spec.Property{rises}},
		{"a cell is reached that must not be", "push", model.Safety, model.NoRejectedCell, 3, nil},
		{"the behaviour stops for ever", "one", model.Liveness, "Arrives", 1, []spec.Property{arrives}},
		{"of several properties of the long run the one that breaks is named", "one", model.Liveness, "Arrives", 1, []spec.Property{rests, arrives}},
		{"the behaviour goes round for ever", "sink", model.Liveness, "Seldom", -1, []spec.Property{seldom}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sys := spec.Link(liftSystem(tt.p...))
			r := check(t, sys, model.Options{Instance: tt.instance})
			assert.Equal(t, tt.result, r.Result)
			assert.Equal(t, tt.property, r.Property)
			assert.Empty(t, r.Reason)
			ours := interpret(t, sys, model.Options{Instance: tt.instance})
			assert.Equal(t, ours.Result, r.Result)
			assert.Equal(t, ours.Property, r.Property)
			if tt.result != model.Holds {
				require.NotNil(t, r.Trace)
				assert.Equal(t, tt.property, r.Trace.Breaks)
			}
			if tt.steps >= 0 {
				assert.Equal(t, tt.steps, r.Trace.Len(), "%s", r.Trace.Text())
			}
		})
	}
}

// If it failed, a state in which nothing is possible would pass for an end, or the end of the stairs for a deadlock.
func TestDeadlock(t *testing.T) {
	t.Parallel()
	s := liftSystem()
	s.Done = nil
	sys := spec.Link(s)
	r := check(t, sys, model.Options{Instance: "one"})
	assert.Equal(t, model.Deadlock, r.Result)
	assert.Equal(t, model.NoDeadlock, r.Property)
	require.NotNil(t, r.Trace)
	assert.Equal(t, 2, r.Trace.Len())
	assert.Equal(t, model.Holds, check(t, sys, model.Options{Instance: "one", Only: []string{model.TypeOK}}).Result)
}

// If it failed, a search that was cut short would pass for a whole one.
func TestLimits(t *testing.T) {
	sys := spec.Link(liftSystem())
	t.Run("states", func(t *testing.T) {
		t.Parallel()
		r := check(t, sys, model.Options{Instance: "many", MaxStates: 100})
		assert.Equal(t, model.Incomplete, r.Result)
		assert.Greater(t, r.Distinct, int64(100))
		assert.Contains(t, r.Reason, "100 states")
	})
	t.Run("time", func(t *testing.T) {
		t.Parallel()
		r := runner(t)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		report, err := r.Explore(ctx, sys, model.Options{Instance: "many"})
		require.NoError(t, err)
		assert.Equal(t, model.Incomplete, report.Result)
		assert.Contains(t, report.Reason, "time limit")
	})
	t.Run("interrupted", func(t *testing.T) {
		t.Parallel()
		r := runner(t)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(300*time.Millisecond, cancel)
		report, err := r.Explore(ctx, sys, model.Options{Instance: "many"})
		require.NoError(t, err)
		assert.Equal(t, model.Incomplete, report.Result)
		assert.Equal(t, "interrupted", report.Reason)
	})
}

// If it failed, a module that TLC cannot read would pass for one that holds.
func TestNoVerdict(t *testing.T) {
	t.Parallel()
	files := []gen.File{
		{Path: "Broken.tla", Data: []byte("---- MODULE Broken ----\nVARIABLE x\nInit == x = y\n====\n")},
		{Path: "Broken.cfg", Data: []byte("INIT Init\nNEXT Init\n")},
	}
	_, err := runner(t).Check(limited(t), files, "Broken.tla", "Broken.cfg")
	var run *tlc.RunError
	require.ErrorAs(t, err, &run)
	assert.Equal(t, 150, run.Code)
	assert.Contains(t, run.Text, "Unknown operator: `y'")
}

// If it failed, a misspelt instance would be explored as another, or not at all, without a word.
func TestUnknownInstance(t *testing.T) {
	sys := spec.Link(liftSystem())
	_, err := tlc.Runner{}.Explore(t.Context(), sys, model.Options{Instance: "tow"})
	assert.EqualError(t, err, `tlc: spec Lifts has no instance "tow"; there are: one, push, sink, many`)
	sys.Instances[0].Sizes = nil
	_, err = tlc.Runner{}.Explore(t.Context(), sys, model.Options{Instance: "one"})
	assert.ErrorContains(t, err, "gives no size to Lift")
}
