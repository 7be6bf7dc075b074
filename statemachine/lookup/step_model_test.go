package lookup_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A reference is the interpreter of the spec, asked for one event at one entry.
type reference struct {
	*model.Model
	machine *ast.Machine
}

func newReference(t testing.TB, requests, tokens int) reference {
	sys, err := spec.Resolve(lookupspec.System)
	require.NoError(t, err)
	m, err := model.Compile(sys, &ast.Instance{Name: "step", Sizes: map[string]int{"Key": 1, "Request": requests}, Tokens: tokens})
	require.NoError(t, err)
	return reference{m, sys.Machines[0]}
}

// The fields of an entry in the interpreter's numbers.
const (
	generation = iota
	holders
	refused
	loaders
)

// given are the generated step's inputs for an entry and arguments in the interpreter's numbers.
func given(e *ast.Event, entry model.Entry, args []int, fresh int) *everything {
	in := &everything{
		self:    lookup.Entry{Phase: lookup.Phase(entry.Phase), Generation: lookup.Token(entry.Fields[generation])},
		holders: &smallSet{uint8(entry.Fields[holders]), uint8(entry.Fields[refused]), uint8(entry.Fields[loaders])},
		fresh:   lookup.Token(fresh),
	}
	for i, v := range e.Args {
		switch v.Name {
		case "request":
			in.request = lookup.Request(args[i])
		case "gen":
			in.gen = lookup.Token(args[i])
		case "found":
			in.found = args[i] == 1
		case "down":
			in.down = args[i] == 1
		}
	}
	return in
}

// after is the entry once the caller has carried the step out, in the interpreter's numbers.
func (in *everything) after(r *done) model.Entry {
	s, bit := *in.holders, uint8(1)<<in.request
	for _, change := range []struct {
		when lookup.HoldersChange
		do   func()
	}{
		{lookup.HoldersClear, func() { s = smallSet{} }},
		{lookup.HoldersRemove, func() { s = smallSet{s.members &^ bit, s.refused &^ bit, s.loaders &^ bit} }},
		{lookup.HoldersAdd, func() { s.members |= bit }},
		{lookup.RefusedUnmarkAll, func() { s.refused = 0 }},
		{lookup.RefusedUnmark, func() { s.refused &^= bit }},
		{lookup.RefusedMarkAll, func() { s.refused = s.members }},
		{lookup.RefusedMark, func() { s.refused |= bit }},
		{lookup.LoadersUnmarkAll, func() { s.loaders = 0 }},
		{lookup.LoadersUnmark, func() { s.loaders &^= bit }},
		{lookup.LoadersMarkAll, func() { s.loaders = s.members }},
		{lookup.LoadersMark, func() { s.loaders |= bit }},
	} {
		if r.Holders&change.when != 0 {
			change.do()
		}
	}
	return model.Entry{Phase: int(r.Next.Phase), Fields: []int{int(r.Next.Generation), int(s.members), int(s.refused), int(s.loaders)}}
}

// messages are what the step sends, in the interpreter's numbers; the key is always the first.
func (r *done) messages() map[string][]int {
	sent := map[string][]int{}
	if r.Sent&lookup.SentAsked != 0 {
		sent["asked"] = []int{0, int(r.asked.Gen)}
	}
	if r.Sent&lookup.SentProbing != 0 {
		sent["probing"] = []int{0, int(r.probing.Gen)}
	}
	if r.Sent&lookup.SentLoading != 0 {
		sent["loading"] = []int{0, int(r.loading.Request), int(r.loading.Gen)}
	}
	return sent
}

// compare requires that the interpreter and the generated step do the same, and says what that is.
func (m reference) compare(t require.TestingT, e *ast.Event, entry model.Entry, args []int, fresh int) model.Happening {
	want, err := m.Apply(e.Name, []int{0}, entry, args, fresh)
	require.NoError(t, err)
	in := given(e, entry, args, fresh)
	got := steps[e.Name](in)
	sent := map[string][]int{}
	for _, message := range want.Sent {
		sent[message.Channel.Name] = message.Values
	}
	require.Equal(t, want.Cell, int(got.Cell), "%s(%v) at %v", e.Name, args, entry)
	require.Equal(t, want.Outcome.String(), got.Outcome().String(), got.Cell)
	require.Equal(t, want.Next, in.after(&got), got.Cell)
	require.Equal(t, want.Drew, got.Drew, got.Cell)
	require.Equal(t, sent, got.messages(), got.Cell)
	if want.Reply != "" {
		require.Equal(t, want.Reply, got.Reply.String(), got.Cell)
	}
	return want
}

// If it failed, what runs would not be what was explored.
func TestStepIsTheSpec(t *testing.T) {
	m := newReference(t, 2, 3)
	reached := map[int]bool{}
	for _, e := range m.System.Events {
		for entry := range m.Entries(m.machine) {
			for args := range m.Arguments(e) {
				reached[m.compare(t, e, entry, args, 3).Cell] = true
			}
		}
	}
	require.Len(t, reached, len(m.System.Cells), "every cell is met")
}

// If it failed, a difference between the spec and the step would add up over the life of an entry. Three requests, and
// messages that stay under way, are more than the whole domain could hold.
func TestStepFollowsTheSpec(t *testing.T) {
	const tokens = 40
	m := newReference(t, 3, tokens)
	outcomes := map[ast.Outcome]int{}
	rapid.Check(t, func(t *rapid.T) {
		entry := model.Entry{Fields: make([]int, len(m.machine.Fields))}
		drawn := 0
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			e := rapid.SampledFrom(m.System.Events).Draw(t, "event")
			if drawn == tokens {
				return
			}
			happened := m.compare(t, e, entry, m.draw(t, e, entry), drawn+1)
			if happened.Drew {
				drawn++
			}
			outcomes[happened.Outcome]++
			entry = happened.Next
		}
	})
	require.NotZero(t, outcomes[ast.Apply])
	require.NotZero(t, outcomes[ast.Ignore])
}

// draw are arguments; every other token is the entry's own, else hardly any would be.
func (m reference) draw(t *rapid.T, e *ast.Event, entry model.Entry) []int {
	args := make([]int, len(e.Args))
	for i, v := range e.Args {
		switch v.Type.Kind {
		case ast.Bool:
			args[i] = rapid.IntRange(0, 1).Draw(t, v.Name)
		case ast.Sort:
			args[i] = rapid.IntRange(0, m.Instance.Sizes[v.Type.Name]-1).Draw(t, v.Name)
		case ast.Token:
			args[i] = rapid.SampledFrom([]int{entry.Fields[generation], max(entry.Fields[generation]-1, 0)}).Draw(t, v.Name)
		}
	}
	return args
}
