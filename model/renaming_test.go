package model

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/testspec/random"
	"github.com/genlock-go/genlock/internal/testspec/twophase"
	"github.com/genlock-go/genlock/spec"
)

// If one class had two representatives, some states would be looked at twice; if two classes had one, some never: whatever
// a state is renamed to, the same state must stand for it, and be one of its renamings.
func TestOneStateStandsForAClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := random.Systems().Draw(t, "system")
		m, err := Compile(sys, sys.Instances[0])
		if err != nil {
			t.Skip(err)
		}
		c := &classes{renamings: m.renamings()}
		state := walked(t, m)
		stands, other, renamed := make([]byte, len(state)), make([]byte, len(state)), make([]byte, len(state))
		c.of(stands, state)
		among := slices.Equal(stands, state)
		for i := range c.renamings {
			c.renamings[i].apply(renamed, state)
			c.of(other, renamed)
			require.Equal(t, stands, other)
			among = among || slices.Equal(stands, renamed)
		}
		require.True(t, among)
	})
}

// walked is a state some steps away.
func walked(t *rapid.T, m *Model) []byte {
	s := m.Init()
	for range rapid.IntRange(0, 12).Draw(t, "steps") {
		moves := m.Moves(s)
		if len(moves) == 0 {
			break
		}
		s = moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")].To
	}
	return []byte(s)
}

// The well-known number for two-phase commit with five managers, 665 of 8,832, is that of a search which only sorts the
// managers by what they have come to, and goes on from the states as it found them: several states stand for one class.
func TestSortedManagersAreNoClasses(t *testing.T) {
	m, err := New(spec.Link(twophase.System), "five")
	require.NoError(t, err)
	seen := map[State]bool{sortedManagers(m, m.Init()): true}
	for open := []State{m.Init()}; len(open) > 0; {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		for _, move := range m.Moves(s) {
			if r := sortedManagers(m, move.To); !seen[r] {
				seen[r] = true
				open = append(open, move.To)
			}
		}
	}
	assert.Len(t, seen, 665)
}

func sortedManagers(m *Model, s State) State {
	managers := m.layout.machines[m.System.Machines[slices.IndexFunc(m.System.Machines, isManagers)]]
	order := []int{0, 1, 2, 3, 4}
	slices.SortStableFunc(order, func(a, b int) int { return int(s[managers.at(a)]) - int(s[managers.at(b)]) })
	rank := make([]int, len(order))
	for i, manager := range order {
		rank[manager] = i
	}
	r, renamed := m.renaming(permutation{"Manager": rank}), make([]byte, len(s))
	r.apply(renamed, []byte(s))
	return State(renamed)
}

func isManagers(m *ast.Machine) bool { return m.Name == "managers" }
