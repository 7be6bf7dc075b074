package model

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// sized is the lookup with keys, requests and tokens.
func sized(keys, requests, tokens int) *ast.System {
	s := lookupspec.System
	s.Instances = []spec.Instance{{Name: "sized", Tokens: tokens,
		Sizes: spec.Sizes(spec.Size[lookupspec.Key](keys), spec.Size[lookupspec.Request](requests))}}
	return spec.Link(s)
}

// The numbers of states of the lookup with any number of generations. With one request two keys go their own ways but for
// the shutdown, which closes both: pairs of 215 states that are open, and pairs of 10 that are closed.
func TestUnboundedCounts(t *testing.T) {
	assert.Equal(t, 215*215+10*10, 46_325)
	for _, c := range []struct {
		keys, requests      int
		distinct, generated int64
		depth               int
	}{
		{1, 1, 225, 2_138, 11},
		{1, 2, 853, 12_351, 14},
		{1, 3, 3_297, 64_236, 17},
		{2, 1, 46_325, 790_591, 21},
	} {
		t.Run(fmt.Sprintf("%d keys, %d requests", c.keys, c.requests), func(t *testing.T) {
			r, err := Explore(t.Context(), sized(c.keys, c.requests, 0), Options{Unbounded: true})
			require.NoError(t, err)
			assert.Equal(t, Holds, r.Result)
			assert.Equal(t, c.distinct, r.Distinct)
			assert.Equal(t, c.generated, r.Generated)
			assert.Equal(t, c.depth, r.Depth)
			assert.Contains(t, r.Reason, "of the long run NoLoadFailsForEver;")
			assert.Contains(t, r.Reason, "of dead messages OneProbePerGeneration")
		})
	}
}

// A smaller world, in which the storage says one thing at a time and no miss grows old, was counted before by another program,
// which looked at the initial state twice: it generated the steps from there once more.
func TestUnboundedCountsOfASmallerWorld(t *testing.T) {
	for _, c := range []struct {
		keys, requests      int
		distinct, generated int64
		depth               int
	}{
		{1, 1, 110, 901, 9},
		{1, 2, 418, 5_504, 12},
		{1, 3, 1_622, 29_477, 15},
		{1, 4, 6_514, 151_238, 18},
		{2, 1, 11_050, 159_501, 17},
	} {
		sys := sized(c.keys, c.requests, 0)
		sys.Instances[0].Without = []string{"MissAges"}
		for _, name := range []string{"Store", "Evict"} {
			saysOneThing(t, sys.Action(name))
		}
		r, err := Explore(t.Context(), sys, Options{Unbounded: true})
		require.NoError(t, err)
		assert.Equal(t, c.distinct, r.Distinct)
		assert.Equal(t, c.generated, r.Generated)
		assert.Equal(t, c.depth, r.Depth)
	}
}

// saysOneThing has an action wait until nothing is left to say.
func saysOneThing(t *testing.T, a *ast.Action) {
	t.Helper()
	for _, e := range a.Do {
		if s, ok := e.(ast.Send); ok {
			like := ast.Count{Channel: s.Channel, Args: []ast.Expr{s.Args[0], nil}}
			a.When = ast.And{Xs: []ast.Expr{a.When, ast.Less{A: like, B: ast.Lit{Type: ast.Type{Kind: ast.Nat}, N: 1}}}}
			return
		}
	}
	t.Fatalf("%s says nothing", a.Name)
}

// explored is a search that has come to its end.
func explored(t *testing.T, sys *ast.System, opt Options) *search {
	t.Helper()
	s, refused, err := prepare(sys, opt)
	require.NoError(t, err)
	require.Nil(t, refused)
	s.run(context.Background())
	require.Equal(t, Holds, s.report.Result)
	return s
}

// edgesOf are the states to which steps lead from a state, by number.
func (s *search) edgesOf(state []byte) map[int]bool {
	to := map[int]bool{}
	s.now = state
	for _, st := range s.Model.steps {
		if s.step(st) {
			to[s.found.index(s.represent(s.next))] = true
		}
	}
	return to
}

// If a bounded instance did what the unbounded exploration does not know, or could not do what it does, the second would be
// about another system. Each step of an instance leads to a state of the same class, or to a class to which a step leads
// there; and as long as tokens are left each step there can be taken, whichever state of the class it is. With two tokens
// all classes are reached.
func TestBoundedInstancesBehaveAsTheUnboundedOne(t *testing.T) {
	for _, c := range []struct{ requests, tokens int }{{1, 2}, {1, 3}, {1, 4}, {2, 2}} {
		t.Run(fmt.Sprintf("%d requests, %d tokens", c.requests, c.tokens), func(t *testing.T) {
			only := []string{NoRejectedCell}
			all := explored(t, sized(1, c.requests, 0), Options{Unbounded: true, Only: only})
			some := explored(t, sized(1, c.requests, c.tokens), Options{Only: only})
			classes := &classes{project: project(all.quotient, some.layout, all.layout)}
			class := make([]byte, all.layout.size)
			classOf := make([]int, some.found.n)
			reached := map[int]bool{}
			for i := range classOf {
				classes.of(class, some.found.at(i))
				classOf[i] = all.found.index(class)
				require.GreaterOrEqual(t, classOf[i], 0, "a class that the unbounded exploration does not know")
				reached[classOf[i]] = true
			}
			assert.Len(t, reached, all.found.n, "all classes are reached")
			leads := make([]map[int]bool, all.found.n)
			for i := range leads {
				leads[i] = all.edgesOf(all.found.at(i))
			}
			for i := range some.found.n {
				state, own := some.found.at(i), classOf[i]
				to := map[int]bool{}
				for j := range some.edgesOf(state) {
					to[classOf[j]] = true
					require.True(t, classOf[j] == own || leads[own][classOf[j]], "a step that the unbounded exploration does not know")
				}
				if int(state[some.nextToken]) > c.tokens {
					continue
				}
				for j := range leads[own] {
					require.True(t, j == own || to[j], "a step that the instance cannot take")
				}
			}
		})
	}
}

// If one key could do beside another what it cannot do alone, or the other way round, exploring one key would say nothing
// of many. With one request the states of two keys, seen at the first, lead where the states of one key lead.
func TestTwoKeysBehaveAsOne(t *testing.T) {
	only := []string{NoRejectedCell}
	one := explored(t, sized(1, 1, 0), Options{Unbounded: true, Only: only})
	two := explored(t, sized(2, 1, 0), Options{Unbounded: true, Only: only})
	first := firstKey(t, two.Model, one.Model)
	seen := make([]byte, one.layout.size)
	at := make([]int, two.found.n)
	for i := range at {
		first(seen, two.found.at(i))
		at[i] = one.found.index(seen)
		require.GreaterOrEqual(t, at[i], 0, "a state that one key alone is never in")
	}
	leads := make([]map[int]bool, one.found.n)
	for i := range leads {
		leads[i] = one.edgesOf(one.found.at(i))
	}
	for i, own := range at {
		to := map[int]bool{}
		for j := range two.edgesOf(two.found.at(i)) {
			to[at[j]] = true
			require.True(t, at[j] == own || leads[own][at[j]], "a step that one key alone does not take")
		}
		for j := range leads[own] {
			require.True(t, j == own || to[j], "a step that the other key forbids")
		}
	}
}

// firstKey reads what a state with two keys says of the first.
func firstKey(t *testing.T, two, one *Model) func(dst, state []byte) {
	var moves []move
	note := func(from, to int) { moves = append(moves, move{from, to}) }
	isKey := func(v *ast.Variable) bool { return v.Type.Name == "Key" }
	for m, e := range one.layout.machines {
		from := two.layout.machines[m]
		require.True(t, len(m.Keys) == 1 && isKey(m.Keys[0]))
		for b := range e.stride {
			note(from.at(0)+b, e.at(0)+b)
		}
	}
	for c, m := range one.layout.channels {
		from := two.layout.channels[c]
		require.True(t, isKey(c.Fields[0]), "the first messages are those of the first key, numbered alike")
		if c.Queue {
			require.True(t, len(c.Each) == 1 && isKey(c.Each[0]))
		}
		for b := range m.bytes() {
			note(from.base+b, m.base+b)
		}
	}
	for f, v := range one.layout.facts {
		require.True(t, len(f.Keys) == 1 && isKey(f.Keys[0]))
		note(two.layout.facts[f].base, v.base)
	}
	note(two.layout.nextToken, one.layout.nextToken)
	return func(dst, state []byte) {
		clear(dst)
		for _, m := range moves {
			dst[m.to] = state[m.from]
		}
	}
}

// A fault must be found without a bound on tokens as well as with one, in as many steps, and told as a behaviour of the
// system with tokens enough; unless the bug is just that a token is not looked at, which is refused.
func TestUnboundedFindsKnownBugs(t *testing.T) {
	found := 0
	for _, bug := range lookupspec.System.KnownBugs {
		f := bug.Found[0]
		if f.Length == 0 {
			continue
		}
		edited, err := lookupspec.System.With(bug)
		require.NoError(t, err)
		r, err := Explore(t.Context(), spec.Link(edited), Options{Instance: f.Instance, Only: []string{bug.Breaks}, Unbounded: true, MaxStates: 20_000})
		require.NoError(t, err, bug.Name)
		if r.Result != Safety || r.Property == TypeOK {
			continue
		}
		found++
		assert.Equal(t, bug.Breaks, r.Property, bug.Name)
		assert.Equal(t, f.Length, r.Trace.Len(), bug.Name)
	}
	assert.Greater(t, found, 25)
}
