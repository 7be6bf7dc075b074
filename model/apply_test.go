package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// The event alone and the event within a step must do the same: on random walks, each step of an action with one event
// is carried out once more by Apply.
func TestApplyIsTheStep(t *testing.T) {
	m, err := model.New(spec.Link(lookupspec.System), "daily")
	require.NoError(t, err)
	machine := m.System.Machines[0]
	checked := 0
	rapid.Check(t, func(t *rapid.T) {
		s, fresh := m.Init(), 1
		for range 30 {
			moves := m.Moves(s)
			move := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
			before, err := m.Entry(s, machine, 0)
			require.NoError(t, err)
			after, err := m.Entry(move.To, machine, 0)
			require.NoError(t, err)
			if args, ok := arguments(move); ok {
				h, err := m.Apply(move.Action.Fire[0].Event.Name, []int{0}, before, args, fresh)
				require.NoError(t, err)
				assert.Equal(t, after, h.Next, move.Label)
				fresh += bit(h.Drew)
				checked++
			}
			s = move.To
		}
	})
	require.Positive(t, checked) // of all walks: one alone may well be without such a step
}

// arguments are the values that a move gives to its only event, if they are parameters of the action.
func arguments(move model.Move) (args []int, ok bool) {
	if len(move.Action.Fire) != 1 {
		return nil, false
	}
	for _, x := range move.Action.Fire[0].Args {
		v, ok := x.(ast.Var)
		if !ok {
			return nil, false
		}
		for i, p := range move.Action.Params() {
			if p.Name == v.V.Name {
				args = append(args, move.Values[i])
			}
		}
	}
	return args, true
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}
