package file_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/steptest"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/file"
)

// eachValue visits every phase with up to three stores and pins, tokens 1 and 2, a fresh one, and all arguments.
func eachValue(visit func(in happening)) {
	for rest := range 4 * 2 * 4 * 4 * 2 * 2 {
		digit := func(base int) int {
			d := rest % base
			rest /= base
			return d
		}
		in := happening{fresh: 3, self: file.Entry{Phase: file.Phase(digit(4)), Generation: file.Token(1 + digit(2))}}
		in.self.Stores, in.self.Pins = int32(digit(4)), int32(digit(4))
		in.good, in.gen = digit(2) == 1, file.Token(1+digit(2))
		visit(in)
	}
}

// answer asks a question of the table in the words in which the table asks it: of one thing, or of several by their names.
func answer(t *testing.T, text string, in happening) bool {
	for part := range strings.SplitSeq(text, " and ") {
		if !is(t, part, in) {
			return false
		}
	}
	return true
}

func is(t *testing.T, text string, in happening) bool {
	switch text {
	case "good":
		return in.good
	case "same", "gen = generation":
		return in.gen == in.self.Generation
	case "unstored", "stores = 0":
		return in.self.Stores == 0
	case "sole", "stores = 1":
		return in.self.Stores == 1
	case "unpinned", "pins = 0":
		return in.self.Pins == 0
	case "one", "pins = 1":
		return in.self.Pins == 1
	}
	require.FailNow(t, "the table asks what this test cannot", "%q", text)
	return false
}

// do is what a cell of the table says, its effects carried out one after the other. It shares nothing with the generated
// functions.
func do(t *testing.T, at int, in happening) done {
	cell := file.Table.Cells[at]
	r := done{Result: file.Result{Next: in.self, Effects: file.Effects{Cell: file.Cell(at)}}}
	for _, e := range cell.Effects {
		carryOut(t, e, in, &r)
	}
	for i, p := range file.Table.Phases {
		if p.Name == cell.To {
			r.Next.Phase = file.Phase(i)
		}
	}
	if cell.Clears {
		r.Next = file.Entry{Phase: r.Next.Phase}
	}
	return r
}

func carryOut(t *testing.T, e statemachine.Effect, in happening, r *done) {
	switch e.Text {
	case "fresh generation":
		r.Next.Generation, r.Drew = in.fresh, true
	case "count stores up":
		r.Next.Stores++
	case "count stores down":
		r.Next.Stores--
	case "count pins up":
		r.Next.Pins++
	case "count pins down":
		r.Next.Pins--
	case "send storing(name)":
		r.Sent |= file.SentStoring
	case "send unlinking(name)":
		r.Sent |= file.SentUnlinking
	case "send looking(name, generation)":
		r.Sent |= file.SentLooking
		r.looking.Gen = r.Next.Generation
	case "send told(name, true)", "send told(name, false)":
		r.Sent |= file.SentTold
		r.told.There = e.Text == "send told(name, true)"
	default:
		require.FailNow(t, "the table does what this test cannot", "%q", e.Text)
	}
}

// TestStepIsItsTable fails if the functions that run and the table that errors, dumps and documents read are two machines.
func TestStepIsItsTable(t *testing.T) {
	steptest.Machine[happening, done]{
		Table: &file.Table, Steps: steps, Each: eachValue, Answer: answer, Do: do,
		Phase: func(in happening) string { return in.self.Phase.String() },
	}.StepIsItsTable(t)
}

// TestStepBeyondThePhases fails if a phase beyond the last one does something.
func TestStepBeyondThePhases(t *testing.T) {
	for event, step := range steps {
		in := happening{self: file.Entry{Phase: file.Removing + 1, Pins: 1}}
		r := step(in)
		require.Equal(t, file.Result{Next: in.self, Effects: file.Effects{Cell: file.NoCell}}, r.Result, event)
		require.Equal(t, statemachine.Reject, r.Outcome(), event)
	}
}

// TestStepAllocatesNothing fails if an event costs the garbage collector something.
func TestStepAllocatesNothing(t *testing.T) {
	for event, step := range steps {
		require.Zero(t, testing.AllocsPerRun(10, func() { eachValue(func(in happening) { step(in) }) }), event)
	}
}
