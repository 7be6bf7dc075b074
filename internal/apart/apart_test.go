package apart_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/apart"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

func version(t *testing.T, s spec.System) apart.Version {
	t.Helper()
	sys, err := spec.Resolve(s)
	require.NoError(t, err)
	return apart.Version{Name: s.Name, System: sys}
}

func withBug(t *testing.T, s spec.System, name string) apart.Version {
	t.Helper()
	bug, ok := s.Bug(name)
	require.True(t, ok)
	edited, err := s.With(bug)
	require.NoError(t, err)
	v := version(t, edited)
	v.Name += "@" + name
	return v
}

func compare(t *testing.T, old, new apart.Version, instance string, opt apart.Options) *apart.Comparison {
	t.Helper()
	in := new.System.Instance(instance)
	require.NotNil(t, in)
	c, err := apart.Compare(context.Background(), old, new, in, opt)
	require.NoError(t, err)
	return c
}

// A reviewer would be told of another difference than the one that matters, or of one that is not the shortest.
func TestStories(t *testing.T) {
	tests := []struct {
		bug   string
		seen  apart.Seen
		alike int
	}{
		{"staleVerdict", apart.Answers, 4},
		{"staleVerdict", apart.Phases, 2},
		{"unguardedMarkMiss", apart.Answers, 7},
		{"unguardedMarkMiss", apart.Phases, 6},
		{"lateAskWaits", apart.Answers, 1},
	}
	old := version(t, lookupspec.System)
	for _, tt := range tests {
		file := tt.bug + map[apart.Seen]string{apart.Answers: "", apart.Phases: "-phases"}[tt.seen]
		t.Run(file, func(t *testing.T) {
			c := compare(t, old, withBug(t, lookupspec.System, tt.bug), "tiny", apart.Options{Seen: tt.seen})
			require.True(t, c.Differs)
			assert.Equal(t, tt.alike, c.Alike)
			golden(t, file+".txt", c.Text())
			golden(t, file+".mmd", c.Shown().Mermaid())
		})
	}
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), text)
}

// What is only possible in the old version is a difference too, and is shown by the old one.
func TestForbidden(t *testing.T) {
	c := compare(t, withBug(t, lookupspec.System, "lateAskStarts"), version(t, lookupspec.System), "tiny", apart.Options{})
	require.True(t, c.Differs)
	other := compare(t, version(t, lookupspec.System), withBug(t, lookupspec.System, "lateAskStarts"), "tiny", apart.Options{})
	assert.Equal(t, c.Alike, other.Alike)

	fewer := lamps.System
	fewer.Actions = []spec.Action{lamps.System.Actions[0]}
	fewer.Actions[0].When = spec.False
	quiet := apart.Version{Name: "Quiet", System: spec.Link(fewer)}
	c = compare(t, version(t, lamps.System), quiet, "one", apart.Options{})
	assert.Equal(t, 0, c.Alike)
	assert.Nil(t, c.NewTrace)
	require.NotNil(t, c.Shown())
	assert.Equal(t, "Quiet: this step is not possible", c.Shown().Note)
}

// A system that differed from itself would make every other difference doubtful.
func TestAlike(t *testing.T) {
	for _, seen := range []apart.Seen{apart.Answers, apart.Phases, apart.States} {
		c := compare(t, version(t, lookupspec.System), version(t, lookupspec.System), "tiny", apart.Options{Seen: seen})
		assert.False(t, c.Differs)
		assert.Nil(t, c.Shown())
	}
}

// What is owed in the long run shows in no finite behaviour: it must be said all the same.
func TestFairness(t *testing.T) {
	c := compare(t, version(t, lease.System), withBug(t, lease.System, "stoppedClock"), "one", apart.Options{})
	assert.True(t, c.Differs)
	assert.Nil(t, c.Shown())
	assert.Equal(t, []string{"TimePasses: weakly fair, then unfair"}, c.Fairness)
	assert.Contains(t, c.Text(), "every finite behaviour of one is one of the other")
}

func TestLimits(t *testing.T) {
	v := version(t, lookupspec.System)
	in := v.System.Instance("tiny")
	_, err := apart.Compare(context.Background(), v, v, in, apart.Options{MaxPairs: 100})
	require.ErrorIs(t, err, apart.ErrTooMany)
	assert.True(t, apart.Incomplete(err))

	ended, end := context.WithCancel(context.Background())
	end()
	_, err = apart.Compare(ended, v, v, in, apart.Options{})
	require.ErrorIs(t, err, context.Canceled)
	assert.True(t, apart.Incomplete(err))

	_, err = apart.Compare(context.Background(), v, version(t, lamps.System), in, apart.Options{})
	require.Error(t, err, "an instance of one that gives no size to the other's sorts")
	assert.False(t, apart.Incomplete(err))
}

// Were steps that change nothing, or steps that are only left out, taken for differences where they are not asked for,
// a mutant that nothing can tell would be a survivor.
func TestIdleAndLess(t *testing.T) {
	sys := version(t, lookupspec.System).System
	unconditional := edited(sys, "Lose", func(a *ast.Action) { a.When = nil })
	never := edited(sys, "Lose", func(a *ast.Action) { a.When = ast.Not{X: ast.Or{Xs: []ast.Expr{a.When, ast.Not{X: a.When}}}} })
	find := func(other *ast.System, opt apart.Options) *apart.Difference {
		t.Helper()
		a, err := model.New(sys, "tiny")
		require.NoError(t, err)
		b, err := model.New(other, "tiny")
		require.NoError(t, err)
		opt.Seen = apart.States
		d, err := apart.Find(context.Background(), a, b, opt)
		require.NoError(t, err)
		return d
	}
	assert.NotNil(t, find(unconditional, apart.Options{}))
	assert.NotNil(t, find(unconditional, apart.Options{Less: true}))
	assert.Nil(t, find(unconditional, apart.Options{Idle: true}))
	assert.NotNil(t, find(never, apart.Options{Idle: true}))
	assert.Nil(t, find(never, apart.Options{Less: true}))
}

func edited(sys *ast.System, action string, edit func(*ast.Action)) *ast.System {
	out := *sys
	out.Actions = nil
	for _, a := range sys.Actions {
		b := *a
		if a.Name == action {
			edit(&b)
		}
		out.Actions = append(out.Actions, &b)
	}
	return &out
}
