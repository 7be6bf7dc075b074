package file_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/filespec"
	"github.com/genlock-go/genlock/statemachine/file"
)

// happening is all that any event of the machine may look at.
type happening struct {
	self  file.Entry
	good  bool
	gen   file.Token
	fresh file.Token
}

// done is what a step does, whatever the event.
type done struct {
	file.Result
	looking file.Look
	told    file.Change
}

// steps are the generated functions by the name of their event.
var steps = map[string]func(in happening) done{
	"Reserve": func(in happening) done { return done{Result: file.OnReserve(in.self, in.fresh).Result} },
	"Published": func(in happening) done {
		r := file.OnPublished(in.self, in.good, in.fresh)
		return done{Result: r.Result, told: r.Told}
	},
	"Pin": func(in happening) done {
		r := file.OnPin(in.self, in.fresh)
		return done{Result: r.Result, looking: r.Looking}
	},
	"Unpin": func(in happening) done { return done{Result: file.OnUnpin(in.self)} },
	"Found": func(in happening) done { return done{Result: file.OnFound(in.self, in.gen, in.fresh)} },
	"Lost": func(in happening) done {
		r := file.OnLost(in.self, in.gen, in.fresh)
		return done{Result: r.Result, told: r.Told}
	},
	"Condemn": func(in happening) done { return done{Result: file.OnCondemn(in.self, in.gen).Result} },
	"Evict":   func(in happening) done { return done{Result: file.OnEvict(in.self).Result} },
	"Removed": func(in happening) done {
		r := file.OnRemoved(in.self, in.good, in.fresh)
		return done{Result: r.Result, told: r.Told}
	},
	"Forget": func(in happening) done { return done{Result: file.OnForget(in.self)} },
}

// The fields of an entry in the interpreter's numbers.
const (
	generation = iota
	stores
	pins
)

func entryOf(entry model.Entry) file.Entry {
	return file.Entry{
		Phase:      file.Phase(entry.Phase),
		Generation: file.Token(entry.Fields[generation]),
		Stores:     int32(entry.Fields[stores]),
		Pins:       int32(entry.Fields[pins]),
	}
}

// given are the generated step's inputs for an entry and arguments in the interpreter's numbers.
func given(e *ast.Event, entry model.Entry, args []int, fresh int) happening {
	in := happening{self: entryOf(entry), fresh: file.Token(fresh)}
	for i, v := range e.Args {
		switch v.Name {
		case "good":
			in.good = args[i] == 1
		case "gen":
			in.gen = file.Token(args[i])
		}
	}
	return in
}

// TestStepIsTheSpec fails if what runs is not what was explored.
func TestStepIsTheSpec(t *testing.T) {
	const tokens = 3
	sys, err := spec.Resolve(filespec.System)
	require.NoError(t, err)
	m, err := model.Compile(sys, &ast.Instance{Name: "step", Sizes: map[string]int{"Name": 1}, Tokens: tokens})
	require.NoError(t, err)
	reached := map[int]bool{}
	for _, e := range sys.Events {
		for entry := range m.Entries(sys.Machines[0]) {
			for args := range m.Arguments(e) {
				want, err := m.Apply(e.Name, []int{0}, entry, args, tokens)
				require.NoError(t, err)
				got := steps[e.Name](given(e, entry, args, tokens))
				require.Equal(t, want.Cell, int(got.Cell), "%s(%v) at %v", e.Name, args, entry)
				require.Equal(t, want.Outcome.String(), got.Outcome().String(), got.Cell)
				if want.Fault == "" { // a third store is more than the model counts
					require.Equal(t, entryOf(want.Next), got.Next, got.Cell)
				}
				reached[want.Cell] = true
			}
		}
	}
	require.Len(t, reached, len(sys.Cells), "every cell is met")
}
