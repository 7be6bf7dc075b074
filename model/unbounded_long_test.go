package model_test

import (
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

// Whatever actions owe, the long run must be judged alike with a bound on tokens and without; but where a told change, which
// draws one, is what ends the waiting: with a bound there comes a time when none can be told.
func TestUnboundedLongRun(t *testing.T) {
	verdicts := map[model.Result]int{}
	rapid.Check(t, func(t *rapid.T) {
		sys := alone(2, "Appear")
		fair := map[string]ast.Fairness{}
		for _, a := range sys.Actions {
			fair[a.Name] = rapid.SampledFrom([]ast.Fairness{ast.Unfair, ast.Weak, ast.Strong}).Draw(t, a.Name)
		}
		sys.Instances[0].Fair = fair
		property := rapid.SampledFrom([]string{"EveryAskIsAnswered", "EveryAskIsSent", "EveryOrphanEnds", "OrphansEnd", "NoMissForEver"}).Draw(t, "property")
		without, err := model.Explore(t.Context(), sys, model.Options{Only: []string{property}, Unbounded: true})
		require.NoError(t, err)
		with, err := model.Explore(t.Context(), sys, model.Options{Only: []string{property}})
		require.NoError(t, err)
		verdicts[without.Result]++
		told := fair["TellStored"] != ast.Unfair || fair["TellDeleted"] != ast.Unfair
		if told && without.Result == model.Holds && with.Result == model.Liveness {
			return
		}
		require.Equal(t, with.Result, without.Result)
	})
	assert.Positive(t, verdicts[model.Holds])
	assert.Positive(t, verdicts[model.Liveness])
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
