package block_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/blockspec"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
)

// happening is all that any event of the machine may look at.
type happening struct {
	self    block.Entry
	key     block.Key
	arrived bool
	users   int32
}

// steps are the generated functions by the name of their event.
var steps = map[string]func(in happening) block.Result{
	"Reserve": func(in happening) block.Result { return block.OnReserve(in.self, in.key) },
	"Write":   func(in happening) block.Result { return block.OnWrite(in.self, in.key) },
	"Send":    func(in happening) block.Result { return block.OnSend(in.self) },
	"Cancel":  func(in happening) block.Result { return block.OnCancel(in.self) },
	"Land":    func(in happening) block.Result { return block.OnLand(in.self, in.arrived, in.users) },
	"Pin":     func(in happening) block.Result { return block.OnPin(in.self) },
	"Unpin":   func(in happening) block.Result { return block.OnUnpin(in.self) },
	"Evict":   func(in happening) block.Result { return block.OnEvict(in.self) },
	"Detach":  func(in happening) block.Result { return block.OnDetach(in.self) },
}

// The fields of an entry in the interpreter's numbers.
const (
	bound = iota // one more than the key, 0 for none
	pins
)

// given are the generated step's inputs for an entry and arguments in the interpreter's numbers.
func given(e *ast.Event, entry model.Entry, args []int) happening {
	in := happening{self: entryOf(entry)}
	for i, v := range e.Args {
		switch v.Name {
		case "key":
			in.key = block.Key(args[i])
		case "arrived":
			in.arrived = args[i] == 1
		case "users":
			in.users = int32(args[i])
		}
	}
	return in
}

func entryOf(entry model.Entry) block.Entry {
	e := block.Entry{Phase: block.Phase(entry.Phase), Pins: int32(entry.Fields[pins])}
	if key := entry.Fields[bound]; key > 0 {
		e.Bound = statemachine.Some(block.Key(key - 1))
	}
	return e
}

// If it failed, what runs would not be what was explored.
func TestStepIsTheSpec(t *testing.T) {
	sys, err := spec.Resolve(blockspec.System)
	require.NoError(t, err)
	m, err := model.Compile(sys, &ast.Instance{Name: "step", Sizes: map[string]int{"Key": 2, "Slot": 1}})
	require.NoError(t, err)
	reached := map[int]bool{}
	for _, e := range sys.Events {
		for entry := range m.Entries(sys.Machines[0]) {
			for args := range m.Arguments(e) {
				want, err := m.Apply(e.Name, []int{0}, entry, args, 0)
				require.NoError(t, err)
				got := steps[e.Name](given(e, entry, args))
				require.Equal(t, want.Cell, int(got.Cell), "%s(%v) at %v", e.Name, args, entry)
				require.Equal(t, want.Outcome.String(), got.Outcome().String(), got.Cell)
				if want.Fault == "" { // a fourth pin is more than the model counts
					require.Equal(t, entryOf(want.Next), got.Next, got.Cell)
				}
				if want.Reply != "" {
					require.Equal(t, want.Reply, got.Reply.String(), got.Cell)
				}
				reached[want.Cell] = true
			}
		}
	}
	require.Len(t, reached, len(sys.Cells), "every cell is met")
}
