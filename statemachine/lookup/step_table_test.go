package lookup_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/steptest"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// everything is all that any event of the machine may look at.
type everything struct {
	self    lookup.Entry
	holders *smallSet
	request lookup.Request
	gen     lookup.Token
	found   bool
	down    bool
	fresh   lookup.Token
}

// done is what a step does, whatever the event: the results of all events, in one shape.
type done struct {
	lookup.Result
	asked   lookup.Probe
	probing lookup.Probe
	loading lookup.Promotion
}

// steps are the generated functions by the name of their event.
var steps = map[string]func(in *everything) done{
	"Ask": func(in *everything) done {
		r := lookup.OnAsk(in.self, in.holders, in.request, in.down, in.fresh)
		return done{Result: r.Result, asked: r.Asked}
	},
	"Flush": func(in *everything) done {
		r := lookup.OnFlush(in.self, in.gen)
		return done{Result: r.Result, probing: r.Probing}
	},
	"Load": func(in *everything) done {
		r := lookup.OnLoad(in.self, in.holders, in.request)
		return done{Result: r.Result, loading: r.Loading}
	},
	"Deliver": func(in *everything) done {
		return done{Result: lookup.OnDeliver(in.self, in.holders, in.gen, in.found)}
	},
	"ProbeFailed": func(in *everything) done { return done{Result: lookup.OnProbeFailed(in.self, in.holders, in.gen)} },
	"Expire":      func(in *everything) done { return done{Result: lookup.OnExpire(in.self, in.holders, in.request)} },
	"Loaded":      func(in *everything) done { return done{Result: lookup.OnLoaded(in.self, in.request, in.gen)} },
	"MarkMiss":    func(in *everything) done { return done{Result: lookup.OnMarkMiss(in.self, in.gen)} },
	"Cleanup":     func(in *everything) done { return done{Result: lookup.OnCleanup(in.self, in.holders, in.request)} },
	"Stored":      func(in *everything) done { return done{Result: lookup.OnStored(in.self, in.holders, in.fresh)} },
	"Deleted":     func(in *everything) done { return done{Result: lookup.OnDeleted(in.self, in.holders, in.fresh)} },
	"Age":         func(in *everything) done { return done{Result: lookup.OnAge(in.self)} },
	"Shut":        func(in *everything) done { return done{Result: lookup.OnShut(in.self)} },
}

// smallSet is a set of three requests with its marks, one bit each.
type smallSet struct{ members, refused, loaders uint8 }

func (s *smallSet) Len() int                      { return int(s.members&1 + s.members>>1&1 + s.members>>2&1) }
func (s *smallSet) Has(r lookup.Request) bool     { return s.members>>r&1 == 1 }
func (s *smallSet) Refused(r lookup.Request) bool { return s.refused>>r&1 == 1 }
func (s *smallSet) Loaders(r lookup.Request) bool { return s.loaders>>r&1 == 1 }

// eachSmallValue visits the whole domain: every phase, tokens 0 to 2, two requests that may be members with every
// combination of marks, and a third that is none, as the argument too.
func eachSmallValue(visit func(in *everything)) {
	for set := range 25 {
		holders := &smallSet{}
		for i, n := range [2]int{set % 5, set / 5} { // 0: no member; else the marks are the bits of n-1
			if n > 0 {
				holders.members |= 1 << i
				holders.refused |= uint8((n-1)&1) << i
				holders.loaders |= uint8((n-1)>>1) << i
			}
		}
		for rest := range 7 * 3 * 3 * 3 * 2 * 2 {
			digit := func(base int) int {
				d := rest % base
				rest /= base
				return d
			}
			visit(&everything{
				self:    lookup.Entry{Phase: lookup.Phase(digit(7)), Generation: lookup.Token(digit(3))},
				holders: holders,
				gen:     lookup.Token(digit(3)),
				request: lookup.Request(digit(3)),
				down:    digit(2) == 1,
				found:   digit(2) == 1,
				fresh:   3,
			})
		}
	}
}

// answer asks a question of the table in the words in which the table asks it.
func answer(t *testing.T, text string, in *everything) bool {
	s := in.holders
	switch text {
	case "down":
		return in.down
	case "found":
		return in.found
	case "gen = generation":
		return in.gen == in.self.Generation
	case "holders is empty":
		return s.members == 0
	case "(holders less request) is empty":
		return s.members&^(1<<in.request) == 0
	case "request in holders":
		return s.Has(in.request)
	case "request in refused":
		return s.Refused(in.request)
	case "request in loaders":
		return s.Loaders(in.request)
	default:
		require.FailNow(t, "the table asks what this test cannot", "%q", text)
		return false
	}
}

// do is what a cell of the table says, its effects carried out one after the other. It shares nothing with the generated
// functions.
func do(t *testing.T, cell int, in *everything) (r done) {
	c := &lookup.Table.Cells[cell]
	r.Next, r.Cell = in.self, lookup.Cell(cell)
	for _, e := range c.Effects {
		carryOut(t, e, in, &r)
	}
	for i, p := range lookup.Table.Phases {
		if p.Name == c.To {
			r.Next.Phase = lookup.Phase(i)
		}
	}
	if c.Clears {
		r.Next, r.Holders = lookup.Entry{Phase: r.Next.Phase}, lookup.HoldersClear
	}
	for v := lookup.VerdictRetry; v <= lookup.VerdictMiss; v++ {
		if v.String() == c.Reply {
			r.Reply = v
		}
	}
	return r
}

// setBits are the bits of what may be done to a set or a mark.
var setBits = map[string]map[statemachine.Op]lookup.HoldersChange{
	"holders": {statemachine.Clear: lookup.HoldersClear, statemachine.Remove: lookup.HoldersRemove, statemachine.Add: lookup.HoldersAdd},
	"refused": {statemachine.Clear: lookup.RefusedUnmarkAll, statemachine.Unmark: lookup.RefusedUnmark, statemachine.MarkAll: lookup.RefusedMarkAll, statemachine.Mark: lookup.RefusedMark},
	"loaders": {statemachine.Clear: lookup.LoadersUnmarkAll, statemachine.Unmark: lookup.LoadersUnmark, statemachine.MarkAll: lookup.LoadersMarkAll, statemachine.Mark: lookup.LoadersMark},
}

func carryOut(t testing.TB, e statemachine.Effect, in *everything, r *done) {
	switch {
	case e.Op == statemachine.Fresh && e.On == "generation":
		r.Next.Generation, r.Drew = in.fresh, true
	case e.Op == statemachine.Send && e.On == "asked":
		r.asked, r.Sent = lookup.Probe{r.Next.Generation}, r.Sent|lookup.SentAsked
	case e.Op == statemachine.Send && e.On == "probing":
		r.probing, r.Sent = lookup.Probe{r.Next.Generation}, r.Sent|lookup.SentProbing
	case e.Op == statemachine.Send && e.On == "loading":
		r.loading, r.Sent = lookup.Promotion{in.request, r.Next.Generation}, r.Sent|lookup.SentLoading
	case setBits[e.On][e.Op] != 0:
		r.Holders |= setBits[e.On][e.Op]
	default:
		require.FailNow(t, "the table does what this test cannot", "%s", e)
	}
}

// If it failed, the functions that run and the table that errors, dumps and documents read would be two machines.
func TestStepIsItsTable(t *testing.T) {
	steptest.Machine[*everything, done]{
		Table: &lookup.Table, Steps: steps, Each: eachSmallValue, Answer: answer, Do: do,
		Phase: func(in *everything) string { return in.self.Phase.String() },
	}.StepIsItsTable(t)
}

// If it failed, a phase beyond the last one would do something.
func TestStepBeyondThePhases(t *testing.T) {
	for event, step := range steps {
		in := &everything{self: lookup.Entry{Phase: lookup.Closed + 1, Generation: 1}, holders: &smallSet{}}
		r := step(in)
		require.Equal(t, done{Result: lookup.Result{Next: in.self, Effects: lookup.Effects{Cell: lookup.NoCell}}}, r, event)
		require.Equal(t, statemachine.Reject, r.Outcome(), event)
	}
}

// If it failed, an event would cost the garbage collector something.
func TestStepAllocatesNothing(t *testing.T) {
	for event, step := range steps {
		reached := map[statemachine.Outcome]*everything{}
		eachSmallValue(func(in *everything) { reached[step(in).Outcome()] = in })
		for outcome, in := range reached {
			require.Zero(t, testing.AllocsPerRun(100, func() { step(in) }), "%s: %s", event, outcome)
		}
	}
}
