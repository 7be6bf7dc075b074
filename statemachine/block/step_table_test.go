package block_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/steptest"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
)

// eachValue visits every phase with and without a key, with up to three pins, and all arguments.
func eachValue(visit func(in happening)) {
	for rest := range 6 * 3 * 4 * 2 * 2 * 3 {
		digit := func(base int) int {
			d := rest % base
			rest /= base
			return d
		}
		in := happening{self: block.Entry{Phase: block.Phase(digit(6))}}
		if key := digit(3); key > 0 {
			in.self.Bound = statemachine.Some(block.Key(key - 1))
		}
		in.self.Pins = int32(digit(4))
		in.key, in.arrived, in.users = block.Key(digit(2)), digit(2) == 1, int32(digit(3))
		visit(in)
	}
}

// answer asks a question of the table in the words in which the table asks it.
func answer(t *testing.T, text string, in happening) bool {
	switch text {
	case "arrived":
		return in.arrived
	case "pins = 0":
		return in.self.Pins == 0
	case "pins = 1":
		return in.self.Pins == 1
	}
	require.FailNow(t, "the table asks what this test cannot", "%q", text)
	return false
}

// do is what a cell of the table says, its effects carried out one after the other. It shares nothing with the generated
// functions.
func do(t *testing.T, at int, in happening) block.Result {
	cell := block.Table.Cells[at]
	r := block.Result{Next: in.self, Effects: block.Effects{Cell: block.Cell(at)}}
	for _, e := range cell.Effects {
		carryOut(t, e, in, &r.Next)
	}
	for i, p := range block.Table.Phases {
		if p.Name == cell.To {
			r.Next.Phase = block.Phase(i)
		}
	}
	if cell.Clears {
		r.Next = block.Entry{Phase: r.Next.Phase}
	}
	if cell.Reply == block.AnswerHit.String() {
		r.Reply = block.AnswerHit
	}
	return r
}

func carryOut(t *testing.T, e statemachine.Effect, in happening, next *block.Entry) {
	switch e.Text {
	case "bound becomes key":
		next.Bound = statemachine.Some(in.key)
	case "clear bound":
		next.Bound = statemachine.Option[block.Key]{}
	case "pins becomes users":
		next.Pins = in.users
	case "count pins up":
		next.Pins++
	case "count pins down":
		next.Pins--
	default:
		require.FailNow(t, "the table does what this test cannot", "%s", e)
	}
}

// If it failed, the functions that run and the table that errors, dumps and documents read would be two machines.
func TestStepIsItsTable(t *testing.T) {
	steptest.Machine[happening, block.Result]{
		Table: &block.Table, Steps: steps, Each: eachValue, Answer: answer, Do: do,
		Phase: func(in happening) string { return in.self.Phase.String() },
	}.StepIsItsTable(t)
}

// If it failed, a phase beyond the last one would do something.
func TestStepBeyondThePhases(t *testing.T) {
	for event, step := range steps {
		in := happening{self: block.Entry{Phase: block.Draining + 1, Pins: 1}}
		r := step(in)
		require.Equal(t, block.Result{Next: in.self, Effects: block.Effects{Cell: block.NoCell}}, r, event)
		require.Equal(t, statemachine.Reject, r.Outcome(), event)
	}
}

// If it failed, an event would cost the garbage collector something.
func TestStepAllocatesNothing(t *testing.T) {
	for event, step := range steps {
		require.Zero(t, testing.AllocsPerRun(10, func() { eachValue(func(in happening) { step(in) }) }), event)
	}
}
