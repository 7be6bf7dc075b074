package job_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/jobspec"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/job"
)

// A happening is all that any event of the machine may look at.
type happening struct {
	self   job.Entry
	gen    job.Token
	blocks int32
	ending job.Ending
	left   bool
	ok     bool
}

// fresh is a token that no entry has.
const fresh = job.Token(2)

// steps are the generated functions by the name of their event.
var steps = map[string]func(in happening) job.Result{
	"Submit":  func(in happening) job.Result { return job.OnSubmit(in.self, in.blocks, fresh).Result },
	"Start":   func(in happening) job.Result { return job.OnStart(in.self, in.gen).Result },
	"End":     func(in happening) job.Result { return job.OnEnd(in.self, in.gen, in.ending, in.left).Result },
	"GiveUp":  func(in happening) job.Result { return job.OnGiveUp(in.self, in.gen).Result },
	"Expire":  func(in happening) job.Result { return job.OnExpire(in.self, in.gen).Result },
	"Poll":    func(in happening) job.Result { return job.OnPoll(in.self, in.gen).Result },
	"Release": func(in happening) job.Result { return job.OnRelease(in.self, in.gen).Result },
	"Clean":   func(in happening) job.Result { return job.OnClean(in.self, in.gen).Result },
	"Cleaned": func(in happening) job.Result { return job.OnCleaned(in.self, in.gen, in.ok).Result },
	"Shut":    func(in happening) job.Result { return job.OnShut(in.self).Result },
}

// given are the generated step's inputs for an entry and arguments in the interpreter's numbers.
func given(e *ast.Event, entry model.Entry, args []int) happening {
	in := happening{self: entryOf(entry)}
	for i, v := range e.Args {
		switch v.Name {
		case "gen":
			in.gen = job.Token(args[i])
		case "blocks":
			in.blocks = int32(args[i])
		case "ending":
			in.ending = job.Ending(args[i])
		case "left":
			in.left = args[i] == 1
		case "ok":
			in.ok = args[i] == 1
		}
	}
	return in
}

// entryOf is an entry in the words of the step; its fields are in the order of the declaration's use.
func entryOf(entry model.Entry) job.Entry {
	f := entry.Fields
	return job.Entry{
		Phase:      job.Phase(entry.Phase),
		Generation: job.Token(f[0]),
		Waiting:    int32(f[1]),
		Copies:     int32(f[2]),
		Cause:      job.Cause(f[3]),
		Remains:    f[4] == 1,
		Tries:      int32(f[5]),
		Closing:    f[6] == 1,
	}
}

// If it failed, what runs would not be what was explored.
func TestStepIsTheSpec(t *testing.T) {
	sys, err := spec.Resolve(jobspec.System)
	require.NoError(t, err)
	requireFields(t, sys.Machines[0])
	require.EqualValues(t, jobspec.Tries, job.Tries)
	m, err := model.Compile(sys, &ast.Instance{Name: "step", Sizes: map[string]int{"Record": 1}, Tokens: int(fresh)})
	require.NoError(t, err)
	reached := map[int]bool{}
	for _, e := range sys.Events {
		at := 0
		for entry := range m.Entries(sys.Machines[0]) {
			if at++; at%stride() != 0 || job.Token(entry.Fields[0]) == fresh {
				continue
			}
			for args := range m.Arguments(e) {
				want, err := m.Apply(e.Name, []int{0}, entry, args, int(fresh))
				require.NoError(t, err)
				compare(t, want, steps[e.Name](given(e, entry, args)))
				reached[want.Cell] = true
			}
		}
	}
	require.Len(t, reached, len(sys.Cells), "every cell is met")
}

// compare requires that the interpreter and the step say the same. The comparison is written out
// because it is made half a million times.
func compare(t *testing.T, want model.Happening, got job.Result) {
	var sent job.Sent
	for _, message := range want.Sent {
		sent |= channels[message.Channel.Name]
	}
	same := want.Cell == int(got.Cell) && sent == got.Sent && want.Drew == got.Drew &&
		(want.Fault != "" || entryOf(want.Next) == got.Next) && // more than the model counts
		(want.Reply == "" || want.Reply == got.Reply.String())
	require.True(t, same, "the spec says %+v, the step %+v", want, got)
	require.Equal(t, want.Outcome == ast.Reject, got.Outcome() == statemachine.Reject)
}

// channels are the bits of the channels that steps send to.
var channels = map[string]job.Sent{
	"named": job.SentNamed, "queue": job.SentQueue, "copying": job.SentCopying, "ended": job.SentEnded, "spent": job.SentSpent,
	"reported": job.SentReported, "returned": job.SentReturned, "dirty": job.SentDirty, "cleaning": job.SentCleaning,
	"forsaken": job.SentForsaken,
}

func requireFields(t *testing.T, m *ast.Machine) {
	var names []string
	for _, f := range m.Fields {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"generation", "waiting", "copies", "cause", "remains", "tries", "closing"}, names)
}
