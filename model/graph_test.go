package model

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/spec"
)

// A component that is cut in two, or a debt that is forgotten, would make an endless fault pass. On small graphs every
// set of states is tried instead: a behaviour can stay where some set is connected, and each fair step is taken in it or
// is not possible at some state of it, a strongly fair one at none.
func TestTrapsAreAllSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t)
		in := make([]bool, g.found.n)
		var region []int
		for i := range in {
			if in[i] = rapid.Bool().Draw(t, "in region"); in[i] {
				region = append(region, i)
			}
		}
		want := map[int]bool{}
		for set := 1; set < 1<<g.found.n; set++ {
			if inRegion(set, in) && g.connected(set) && g.owesNothing(set) {
				for i := range in {
					want[i] = want[i] || set>>i&1 != 0
				}
			}
		}
		traps := g.traps(region)
		for i := range in {
			assert.Equal(t, want[i], traps[i] != nil, "state %d", i)
		}
	})
}

// The walk through a component must close and pay whatever is owed, from wherever it starts.
func TestLoopsOweNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t)
		all := make([]int, g.found.n)
		for i := range all {
			all[i] = i
		}
		for start, c := range g.traps(all) {
			loop, at, seen := g.round(start, c, nil), start, 1<<start
			met := map[int]bool{}
			for _, e := range loop {
				from, to := g.edges(at)
				require.True(t, from <= e && e < to, "an edge of the state where the walk is")
				met[g.owing(e)] = true
				at = int(g.to[e])
				seen |= 1 << at
			}
			require.Equal(t, start, at, "the walk closes")
			for n := range g.strong {
				require.True(t, met[n] || g.impossibleIn(seen, n), "%d is owed", n)
			}
		}
	})
}

func randomGraph(t *rapid.T) *graph {
	n := rapid.IntRange(1, 5).Draw(t, "states")
	g := &graph{search: &search{found: &store{n: n}}, first: []uint32{0},
		stamps: make([]uint32, n), order: make([]uint32, n), low: make([]uint32, n)}
	g.strong = rapid.SliceOfN(rapid.Bool(), 0, 4).Draw(t, "strong")
	for range n {
		for range rapid.IntRange(0, 3).Draw(t, "edges") {
			g.by = append(g.by, uint32(len(g.steps)))
			g.to = append(g.to, uint32(rapid.IntRange(0, n-1).Draw(t, "to")))
			g.steps = append(g.steps, &step{owing: rapid.IntRange(-1, len(g.strong)-1).Draw(t, "owing")})
		}
		g.first = append(g.first, uint32(len(g.to)))
	}
	return g
}

func inRegion(set int, region []bool) bool {
	for i, in := range region {
		if set>>i&1 != 0 && !in {
			return false
		}
	}
	return true
}

// connected says whether each state of the set leads to each other one within it.
func (g *graph) connected(set int) bool {
	for i := range g.found.n {
		if set>>i&1 == 0 {
			continue
		}
		reached := 1 << i
		for range g.found.n {
			for j := range g.found.n {
				if reached>>j&1 == 0 {
					continue
				}
				for e, end := g.edges(j); e < end; e++ {
					reached |= 1 << g.to[e] & set
				}
			}
		}
		if reached != set {
			return false
		}
	}
	return true
}

func (g *graph) owesNothing(set int) bool {
	for n := range g.strong {
		if !g.takenIn(set, n) && !g.impossibleIn(set, n) {
			return false
		}
	}
	return true
}

func (g *graph) takenIn(set, owing int) bool {
	for i := range g.found.n {
		for e, end := g.edges(i); e < end; e++ {
			if set>>i&1 != 0 && set>>g.to[e]&1 != 0 && g.owing(e) == owing {
				return true
			}
		}
	}
	return false
}

// impossibleIn says whether the condition is not possible where it counts: somewhere, or everywhere if it is strong.
func (g *graph) impossibleIn(set, owing int) bool {
	states, without := 0, 0
	for i := range g.found.n {
		if set>>i&1 == 0 {
			continue
		}
		states++
		without += int(bit(!g.possible(i)[owing]))
	}
	if g.strong[owing] {
		return without == states
	}
	return without > 0
}

// Progress must count up to what the report says.
func TestProgress(t *testing.T) {
	m, err := New(spec.Link(tiering.System), "twoKeys")
	require.NoError(t, err)
	require.NoError(t, m.judge(nil))
	var last Progress
	calls := 0
	s := newSearch(m, Options{Progress: func(p Progress) {
		assert.GreaterOrEqual(t, p.States, last.States)
		assert.GreaterOrEqual(t, p.Depth, last.Depth)
		assert.Positive(t, p.Queue)
		last, calls = p, calls+1
	}})
	s.every = 0
	s.run(context.Background())
	s.finish()
	assert.Greater(t, calls, 3)
	assert.LessOrEqual(t, last.States, s.report.Distinct)
	assert.LessOrEqual(t, last.Depth, s.report.Depth)
}
