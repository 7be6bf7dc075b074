package job_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/internal/steptest"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/job"
)

// eachValue visits every phase with small numbers in every field, and all arguments; one in so many of them where time is
// short.
func eachValue(visit func(in happening)) {
	for at := 0; at < 10*3*3*5*2*2*2*2*2*3*2; at += stride() {
		rest := at
		digit := func(base int) int {
			d := rest % base
			rest /= base
			return d
		}
		in := happening{self: job.Entry{
			Phase:      job.Phase(digit(10)),
			Generation: 1,
			Waiting:    int32(digit(3)),
			Copies:     int32(digit(3)),
			Cause:      job.Cause(digit(5)),
			Remains:    digit(2) == 1,
			Tries:      int32(digit(2)) * job.Tries,
			Closing:    digit(2) == 1,
		}}
		in.gen, in.left, in.ending = job.Token(digit(2)), digit(2) == 1, job.Ending(digit(3))
		in.blocks = 2 * int32(digit(2))
		in.ok = in.left
		visit(in)
	}
}

// stride shares no factor with the numbers of values, so it leaves out none of any field.
func stride() int {
	switch {
	case race.Enabled:
		return 37
	case testing.Short():
		return 7
	}
	return 1
}

// answer asks a question of the table in the words in which the table asks it.
func answer(t *testing.T, text string, in happening) bool {
	switch text {
	case "blocks = 0":
		return in.blocks == 0
	case "gen = generation":
		return in.gen == in.self.Generation
	case "1 < waiting":
		return in.self.Waiting > 1
	case "0 < waiting":
		return in.self.Waiting > 0
	case "cause = none":
		return in.self.Cause == job.CauseNone
	case "whole and open":
		return in.self.Cause == job.CauseNone && in.self.Waiting > 0
	case "copies = 1":
		return in.self.Copies == 1
	case "tries = 3":
		return in.self.Tries == job.Tries
	case "ok":
		return in.ok
	case "remains":
		return in.self.Remains
	case "closing":
		return in.self.Closing
	}
	if ending, is := strings.CutPrefix(text, "ending = "); is {
		return in.ending.String() == ending
	}
	require.FailNow(t, "the table asks what this test cannot", "%q", text)
	return false
}

// do is what a cell of the table says, its effects carried out one after the other. It shares nothing with the generated
// functions.
func do(t *testing.T, at int, in happening) job.Result {
	cell := &job.Table.Cells[at]
	r := job.Result{Next: in.self, Effects: job.Effects{Cell: job.Cell(at)}}
	for _, e := range cell.Effects {
		carryOut(t, e, in, &r)
	}
	for i, p := range job.Table.Phases {
		if p.Name == cell.To {
			r.Next.Phase = job.Phase(i)
		}
	}
	if cell.Clears {
		r.Next = job.Entry{Phase: r.Next.Phase}
	}
	for _, o := range []job.Outcome{arrived, failed} {
		if cell.Reply == o.String() {
			r.Reply = o
		}
	}
	return r
}

func carryOut(t *testing.T, e statemachine.Effect, in happening, r *job.Result) {
	next := &r.Next
	switch e.Text {
	case "fresh generation":
		next.Generation, r.Drew = fresh, true
	case "waiting becomes blocks":
		next.Waiting = in.blocks
	case "count waiting down":
		next.Waiting--
	case "count copies up":
		next.Copies++
	case "count copies down":
		next.Copies--
	case "count tries up":
		next.Tries++
	case "remains becomes remains or left":
		next.Remains = next.Remains || in.left
	case "closing becomes true":
		next.Closing = true
	default:
		if why, is := strings.CutPrefix(e.Text, "cause becomes "); is {
			next.Cause = causes[why]
			return
		}
		require.Equal(t, statemachine.Send, e.Op, "the table does what this test cannot: %s", e)
		r.Sent |= channels[e.On]
	}
}

var causes = map[string]job.Cause{
	"failure": job.CauseFailure, "givenUp": job.CauseGivenUp, "expired": job.CauseExpired, "closed": job.CauseClosed,
}

// If it failed, the functions that run and the table that errors, dumps and documents read would be two machines.
func TestStepIsItsTable(t *testing.T) {
	steptest.Machine[happening, job.Result]{
		Table: &job.Table, Steps: steps, Each: eachValue, Answer: answer, Do: do,
		Phase: func(in happening) string { return in.self.Phase.String() },
	}.StepIsItsTable(t)
}

// If it failed, a phase beyond the last one would do something.
func TestStepBeyondThePhases(t *testing.T) {
	for event, step := range steps {
		in := happening{self: job.Entry{Phase: job.Closed + 1, Copies: 1}}
		r := step(in)
		require.Equal(t, job.Result{Next: in.self, Effects: job.Effects{Cell: job.NoCell}}, r, event)
		require.Equal(t, statemachine.Reject, r.Outcome(), event)
	}
}
