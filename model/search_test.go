package model_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// Wrong counts mean states lost, or steps taken that are not possible. Of n lamps each is in one of three phases, and a
// click is possible at each, a burnt one included: that step changes nothing and counts.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		lamps               int
		distinct, generated int64
		depth               int
	}{
		{1, 3, 1 + 1 + 2 + 1, 3},
		{2, 9, 1 + 2*(3*4), 5},
		{3, 27, 1 + 3*(9*4), 7},
	} {
		r := explore(t, lampsWorld(c.lamps, nil), model.Options{})
		assert.Equal(t, model.Holds, r.Result)
		assert.Equal(t, c.distinct, r.Distinct)
		assert.Equal(t, c.generated, r.Generated)
		assert.Equal(t, c.depth, r.Depth)
		assert.Positive(t, r.BytesPerState)
	}
}

// Machines that move together would come out wrong here: the counts are TLC's.
func TestCountsOfSeveralMachines(t *testing.T) {
	for instance, want := range map[string][3]int64{
		"one":         {198, 1_571, 11},
		"twoRequests": {830, 8_777, 12},
		"twoKeys":     {8_988, 112_449, 18},
	} {
		r := explore(t, tiering.System, model.Options{Instance: instance})
		assert.Equal(t, model.Holds, r.Result, r.Property)
		assert.Equal(t, want, [3]int64{r.Distinct, r.Generated, int64(r.Depth)}, instance)
	}
}

// A store that took two states for one, or one for two, would differ from a plain search with a map.
func TestSearchIsPlainSearch(t *testing.T) {
	for _, c := range []struct {
		system   spec.System
		instance string
	}{{tiering.System, "twoRequests"}, {lookupspec.System, "tiny"}, {printing.System, ""}} {
		sys := spec.Link(c.system)
		if c.instance == "" {
			c.instance = sys.Instances[0].Name
		}
		r, err := model.Explore(t.Context(), sys, model.Options{Instance: c.instance, KeepStates: true})
		require.NoError(t, err)
		m, err := model.New(sys, c.instance)
		require.NoError(t, err)
		var order []string
		seen := map[model.State]bool{m.Init(): true}
		for queue := []model.State{m.Init()}; len(queue) > 0; queue = queue[1:] {
			order = append(order, m.Canonical(queue[0]))
			for _, move := range m.Moves(queue[0]) {
				if !seen[move.To] {
					seen[move.To] = true
					queue = append(queue, move.To)
				}
			}
		}
		assert.Equal(t, order, slices.Collect(r.States()), c.system.Name)
	}
}

// Limits must end a search with what is known, and be told from a search that has ended.
func TestIncomplete(t *testing.T) {
	canceled, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	for _, c := range []struct {
		ctx    context.Context
		opt    model.Options
		reason string
	}{
		{t.Context(), model.Options{Instance: "daily", MaxStates: 100}, "there are more than 100 states"},
		{t.Context(), model.Options{Instance: "daily", MaxBytes: 1 << 18}, "the search needs more than 262144 bytes"},
		{canceled, model.Options{Instance: "daily"}, "enough"},
	} {
		r, err := model.Explore(c.ctx, spec.Link(lookupspec.System), c.opt)
		require.NoError(t, err)
		assert.Equal(t, model.Incomplete, r.Result)
		assert.Equal(t, c.reason, r.Reason)
		assert.Positive(t, r.Distinct)
		assert.Less(t, r.Distinct, int64(12_000))
		assert.Nil(t, r.Trace)
	}
}

// An instance that cannot be explored must say what is wrong with it by name, before anything is explored.
func TestErrors(t *testing.T) {
	tooMany := func(s *spec.System) { s.Instances[0].Sizes = spec.Sizes(spec.Size[Lamp](1 << 20)) }
	for _, c := range []struct {
		system spec.System
		opt    model.Options
		want   string
	}{
		{lookupspec.System, model.Options{Instance: "weekly"}, `spec Lookup has no instance "weekly"; there are: daily, tiny`},
		{lookupspec.System, model.Options{}, `spec Lookup has no instance ""`},
		{lookupspec.System, model.Options{Instance: "tiny", Only: []string{"Nothing"}}, `spec Lookup has no property "Nothing"`},
		{lampsWorld(1, func(s *spec.System) { s.Instances[0].Sizes = nil }), model.Options{}, "sort Lamp no size"},
		{lampsWorld(1, tooMany), model.Options{}, "machine lamps has too many entries"},
		{lampsWorld(300, signalled), model.Options{}, "channel signals has more different messages"},
		{postWorld(crowded), model.Options{}, "field seen is a set of up to 9 values"},
		{postWorld(endlessTokens), model.Options{}, "instance some has 255 tokens"},
	} {
		_, err := model.Explore(t.Context(), spec.Link(c.system), c.opt)
		assert.ErrorContains(t, err, c.want)
	}
}

func signalled(s *spec.System) {
	signals := spec.Queue(Signal{lamp}, 1, "signals", "")
	s.Actions = append(s.Actions, spec.Action{Name: "Signal", For: spec.Vars(lamp), Do: spec.Do(signals.Send(Signal{lamp}))})
}

type Signal struct{ Lamp spec.Value[Lamp] }

func crowded(s *spec.System) {
	s.Instances[0].Sizes = spec.Sizes(spec.Size[Box](1), spec.Size[Person](9))
}

func endlessTokens(s *spec.System) { s.Instances[0].Tokens = 255 }

// What no instance reaches must be named, whatever the other instances reach, and reject cells must not.
func TestVacuity(t *testing.T) {
	s := lampsWorld(1, func(s *spec.System) {
		s.Properties = []spec.Property{
			spec.Sometimes{Name: "Bright", Holds: lamps.In(lamp, On)},
			spec.Sometimes{Name: "Pair", Holds: spec.Not(lamp.Eq(lamp2))},
		}
		named(s.Actions, "BurnsOut").Optional = true
		s.Instances = []spec.Instance{
			{Name: "one", Sizes: spec.Sizes(spec.Size[Lamp](1))},
			{Name: "two", Sizes: spec.Sizes(spec.Size[Lamp](2))},
			{Name: "burning", Sizes: spec.Sizes(spec.Size[Lamp](1)), With: []string{"BurnsOut"}},
		}
	})
	reports := map[string]*model.Report{}
	for _, name := range []string{"one", "two", "burning"} {
		reports[name] = explore(t, s, model.Options{Instance: name})
	}
	sys := spec.Link(s)
	assert.Empty(t, model.Vacuity(sys, []*model.Report{reports["one"], reports["two"], reports["burning"]}))
	assert.Equal(t, []string{"sometimes Pair never holds"}, model.Vacuity(sys, []*model.Report{reports["one"], reports["burning"]}))
	assert.Equal(t, []string{
		"action BurnsOut never changes anything",
		"no step reaches the cell Press in Burnt",
		"no step reaches the cell Burn in On",
		"sometimes Pair never holds",
	}, model.Vacuity(sys, []*model.Report{reports["one"]}))
}

// BenchmarkExplore measures the search on two instances, invariants only and with all properties.
func BenchmarkExplore(b *testing.B) {
	for _, instance := range []string{"six", "daily"} {
		b.Run(instance, func(b *testing.B) {
			var generated, seconds float64
			for b.Loop() {
				r := explore(b, lookupspec.System, model.Options{Instance: instance})
				require.Equal(b, model.Holds, r.Result)
				generated, seconds = generated+float64(r.Generated), seconds+r.Seconds
			}
			b.ReportMetric(generated/seconds, "states/s")
		})
	}
}

// States as text must follow the order in which the system lists its declarations: another engine prints the same.
func TestCanonicalStates(t *testing.T) {
	r := explore(t, postWorld(nil), model.Options{KeepStates: true})
	states := slices.Collect(r.States())
	require.NotEmpty(t, states)
	// Two boxes with a phase and six fields, four letters, two queues with a length and two places, two facts, the next
	// token, what was rejected.
	assert.Equal(t, "<<"+strings.Repeat("0, ", 2*7+4+2*3+2)+"1, 0>>", states[0])
	assert.Contains(t, states, "<<1, 1, 1, 1, 0, 1, 1, "+strings.Repeat("0, ", 7)+"1, 0, 0, 0, "+strings.Repeat("0, ", 8)+"2, 0>>",
		"after Open(box1, person1)")
	assert.Contains(t, states, "<<"+strings.Repeat("0, ", 2*7+4)+"0, 0, 0, 1, 4, 0, 0, 0, 1, 0>>", "after Post(box2, person2)")
}
