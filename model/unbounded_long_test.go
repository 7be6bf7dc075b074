package model_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/mutant"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// alone is the lookup with one key, one request and some tokens.
func alone(tokens int, with ...string) *ast.System {
	s := lookupspec.System
	s.Instances = []spec.Instance{{Name: "alone", Tokens: tokens, With: with,
		Sizes: spec.Sizes(spec.Size[lookupspec.Key](1), spec.Size[lookupspec.Request](1))}}
	return spec.Link(s)
}

// The properties of the long run that are judged here.
var longRun = []string{"EveryAskIsAnswered", "EveryAskIsSent", "EveryOrphanEnds", "OrphansEnd", "NoMissForEver"}

// judgeTwice is the verdict on a property without a bound on tokens and with one, when actions owe what fair says.
func judgeTwice(ctx context.Context, t require.TestingT, fair map[string]ast.Fairness, property string) (without, with model.Result) {
	sys := alone(2, "Appear")
	sys.Instances[0].Fair = fair
	only := []string{property}
	free, err := model.Explore(ctx, sys, model.Options{Only: only, Unbounded: true})
	require.NoError(t, err)
	bound, err := model.Explore(ctx, sys, model.Options{Only: only})
	require.NoError(t, err)
	return free.Result, bound.Result
}

// owing has every action owe the same.
func owing(fair ast.Fairness) map[string]ast.Fairness {
	all := map[string]ast.Fairness{}
	for _, a := range alone(2).Actions {
		all[a.Name] = fair
	}
	return all
}

// If it failed, the long run without a bound on tokens would be judged wrongly where the verdict is plain: everything
// comes about when all actions are owed, and nothing when none is.
func TestUnboundedLongRun(t *testing.T) {
	for _, tt := range []struct {
		name string
		fair map[string]ast.Fairness
		want model.Result
	}{
		{"nothing is owed", owing(ast.Unfair), model.Liveness},
		{"all is owed weakly", owing(ast.Weak), model.Holds},
		{"all is owed strongly", owing(ast.Strong), model.Holds},
	} {
		for _, property := range longRun {
			t.Run(tt.name+"/"+property, func(t *testing.T) {
				without, with := judgeTwice(t.Context(), t, tt.fair, property)
				assert.Equal(t, tt.want, without, "without a bound")
				assert.Equal(t, tt.want, with, "with a bound")
			})
		}
	}
}

// Whatever actions owe, the long run must be judged alike with a bound on tokens and without; but where a told change, which
// draws one, is what ends the waiting: with a bound there comes a time when none can be told. Both verdicts are met by name
// above, so that no draw has to meet them.
func TestUnboundedLongRunAtRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fair := map[string]ast.Fairness{}
		for _, a := range alone(2).Actions {
			fair[a.Name] = rapid.SampledFrom([]ast.Fairness{ast.Unfair, ast.Weak, ast.Strong}).Draw(t, a.Name)
		}
		without, with := judgeTwice(t.Context(), t, fair, rapid.SampledFrom(longRun).Draw(t, "property"))
		told := fair["TellStored"] != ast.Unfair || fair["TellDeleted"] != ast.Unfair
		if told && without == model.Holds && with == model.Liveness {
			return
		}
		require.Equal(t, with, without)
	})
}

// If dropping dead messages dropped a fault, or made one, a mutant would show it: those that may draw tokens without a bound
// must break in as many steps as with four tokens, or hold as well.
func TestUnboundedMutants(t *testing.T) {
	judged, broken := 0, 0
	for i, m := range mutant.All(alone(4)) {
		if i%16 != 0 {
			continue
		}
		without, err := model.Explore(t.Context(), m.System, model.Options{Unbounded: true, MaxStates: 5_000})
		require.NoError(t, err)
		if without.Result == model.Refused || without.Property == model.TypeOK {
			continue
		}
		with, err := model.Explore(t.Context(), m.System, model.Options{Only: safety(m.System), MaxStates: 30_000})
		require.NoError(t, err)
		judged++
		if without.Result == model.Safety && with.Result == model.Safety {
			broken++
			require.LessOrEqual(t, with.Trace.Len(), without.Trace.Len(), m.Name)
			continue
		}
		require.NotEqual(t, model.Safety, without.Result, "%s: only without a bound: %s", m.Name, without.Property)
	}
	assert.Greater(t, judged, 25)
	assert.Greater(t, broken, 15)
}

// safety are the names of what is judged of states and steps.
func safety(sys *ast.System) []string {
	names := []string{model.NoRejectedCell}
	for _, p := range sys.PropertiesIn(sys.Instances[0]) {
		if p.Safety() {
			names = append(names, p.Name)
		}
	}
	return names
}
