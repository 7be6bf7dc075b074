package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// Each kind of property must break where it should, and be shown by a shortest behaviour.
func TestSafety(t *testing.T) {
	noOther := spec.Not(spec.Exists(lamp2, spec.All(spec.Not(lamp2.Eq(lamp)), lamps.Changes(lamp2))))
	for _, c := range []struct {
		name     string
		property spec.Property
		want     []string // labels; nil: holds
		with     []model.Binding
	}{
		{"always", spec.Always{Holds: spec.Not(lamps.In(lamp, Burnt))},
			[]string{"Init", "Click(lamp1)", "BurnsOut(lamp1)"}, []model.Binding{{"lamp", "lamp1"}}},
		{"always, for all values", spec.Always{Holds: spec.Implies(lamps.In(lamp, On), lamps.In(lamp2, Off, On))},
			[]string{"Init", "Click(lamp1)", "Click(lamp2)", "BurnsOut(lamp1)"}, []model.Binding{{"lamp", "lamp2"}, {"lamp2", "lamp1"}}},
		{"always, at once", spec.Always{Holds: lamps.In(lamp, On)}, []string{"Init"}, []model.Binding{{"lamp", "lamp1"}}},
		{"always, a number", spec.Always{Holds: spec.AtMost(spec.NumberOf(lamp, lamps.In(lamp, On)), 1)},
			[]string{"Init", "Click(lamp1)", "Click(lamp2)"}, nil},
		{"step on an action", spec.Step{On: "BurnsOut", Holds: lamps.In(lamp2, Off, On)},
			[]string{"Init", "Click(lamp1)", "Click(lamp2)", "BurnsOut(lamp1)", "BurnsOut(lamp2)"}, []model.Binding{{"lamp2", "lamp1"}}},
		{"step with after", spec.Step{On: "Click", Holds: spec.Implies(lamps.In(lamp, On), spec.Not(spec.After(lamps.In(lamp, Off))))},
			[]string{"Init", "Click(lamp1)", "Click(lamp1)"}, nil},
		{"step, changes", spec.Step{On: "Click", Holds: lamps.Changes(lamp)}, nil, nil}, // a click at a burnt lamp is a self-loop
		{"step of one lamp", spec.Step{On: "Click", Holds: noOther}, nil, nil},
		{"step except some", spec.Step{Except: []string{"BurnsOut"}, Holds: spec.Implies(spec.After(lamps.In(lamp, Burnt)), lamps.In(lamp, Burnt))}, nil, nil},
		{"step except too few", spec.Step{Except: []string{"Click"}, Holds: spec.Implies(spec.After(lamps.In(lamp, Burnt)), lamps.In(lamp, Burnt))},
			[]string{"Init", "Click(lamp1)", "BurnsOut(lamp1)"}, []model.Binding{{"lamp", "lamp1"}}},
		{"moves", spec.Always{Holds: spec.Moves(press.At(lamp, Press{}))},
			[]string{"Init", "Click(lamp1)", "BurnsOut(lamp1)"}, []model.Binding{{"lamp", "lamp1"}}},
		{"moves, after", spec.Step{Holds: spec.After(spec.Moves(press.At(lamp, Press{})))},
			[]string{"Init", "Click(lamp1)", "BurnsOut(lamp1)"}, []model.Binding{{"lamp", "lamp1"}}},
		{"sometimes never breaks", spec.Sometimes{Holds: spec.False}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := explore(t, lampsWorld(2, func(s *spec.System) { s.Properties = []spec.Property{renamed(c.property)} }), model.Options{})
			if c.want == nil {
				assert.Equal(t, model.Holds, r.Result)
				assert.Nil(t, r.Trace)
				return
			}
			assert.Equal(t, model.Safety, r.Result)
			assert.Equal(t, "Claim", r.Property)
			require.NotNil(t, r.Trace)
			assert.Equal(t, c.want, stepLabels(r.Trace))
			assert.ElementsMatch(t, c.with, r.With)
		})
	}
}

// A step is told by what it does: one that does what an excepted action could have done is excepted too, or TLC and we would
// differ.
func TestStepsThatDoTheSame(t *testing.T) {
	again := func(s *spec.System) {
		s.Actions = append(s.Actions, spec.Action{Name: "Touch", By: "child", For: spec.Vars(lamp), Fire: spec.Fire(press.At(lamp, Press{}))})
		s.Properties = []spec.Property{spec.Step{Name: "Claim", Except: []string{"Click", "BurnsOut"}, Holds: spec.False}}
	}
	assert.Equal(t, model.Holds, explore(t, lampsWorld(1, again), model.Options{}).Result)
	some := func(s *spec.System) { again(s); named(s.Actions, "Click").When = lamps.In(lamp, On) }
	assert.Equal(t, []string{"Init", "Touch(lamp1)"}, stepLabels(explore(t, lampsWorld(1, some), model.Options{}).Trace))
}

// renamed gives a property a name.
func renamed(p spec.Property) spec.Property {
	switch p := p.(type) {
	case spec.Always:
		p.Name = "Claim"
		return p
	case spec.Step:
		p.Name = "Claim"
		return p
	case spec.LeadsTo:
		p.Name = "Claim"
		return p
	case spec.Finitely:
		p.Name = "Claim"
		return p
	case spec.Sometimes:
		p.Name = "Claim"
		return p
	}
	return p
}

// An event in a phase that rejects it must be found, and said in the last step of the trace.
func TestRejectedCell(t *testing.T) {
	r := explore(t, lampsWorld(1, func(s *spec.System) { named(s.Actions, "BurnsOut").When = nil }), model.Options{})
	assert.Equal(t, model.Safety, r.Result)
	assert.Equal(t, model.NoRejectedCell, r.Property)
	assert.Equal(t, []string{"Init", "BurnsOut(lamp1)"}, stepLabels(r.Trace))
	last := r.Trace.Steps[1].Events[0]
	assert.Equal(t, "reject", last.Outcome)
	assert.Equal(t, "no current", last.Why)
}

// Of several properties that break, the implicit ones come first, then those of the state, then those of the step, each
// in order of declaration; and Only judges the one that it names.
func TestOrderOfProperties(t *testing.T) {
	s := lampsWorld(1, func(s *spec.System) {
		named(s.Actions, "BurnsOut").When = nil
		s.Properties = []spec.Property{
			spec.Step{Name: "Third", On: "BurnsOut", Holds: spec.False},
			spec.Always{Name: "First", Holds: spec.Implies(spec.Exists(lamp2, lamps.In(lamp2, On)), lamps.In(lamp, Off))},
			spec.Always{Name: "Second", Holds: lamps.In(lamp, Off)},
		}
	})
	assert.Equal(t, "First", explore(t, s, model.Options{}).Property, "found at Click, before BurnsOut")
	assert.Equal(t, model.NoRejectedCell, explore(t, s, model.Options{Only: []string{model.NoRejectedCell}}).Property)
	assert.Equal(t, "Second", explore(t, s, model.Options{Only: []string{"Second"}}).Property)
	r := explore(t, s, model.Options{Only: []string{"Third"}})
	assert.Equal(t, "Third", r.Property)
	assert.Equal(t, 1, r.Trace.Len())
}

// An optional property must be judged only where it is on, and one of an action that is off not at all.
func TestOptionalProperties(t *testing.T) {
	s := lampsWorld(1, func(s *spec.System) {
		s.Properties = []spec.Property{
			spec.Always{Name: "Dark", Holds: lamps.In(lamp, Off), Optional: true},
			spec.Step{Name: "NeverBurns", On: "BurnsOut", Holds: spec.False},
		}
		s.Instances = []spec.Instance{
			{Name: "none", Sizes: spec.Sizes(spec.Size[Lamp](1)), Without: []string{"BurnsOut"}},
			{Name: "dark", Sizes: spec.Sizes(spec.Size[Lamp](1)), With: []string{"Dark"}},
			{Name: "invariants", Sizes: spec.Sizes(spec.Size[Lamp](1)), Checks: spec.InvariantsOnly},
			{Name: "burns", Sizes: spec.Sizes(spec.Size[Lamp](1))},
		}
	})
	for instance, want := range map[string]string{"none": "", "dark": "Dark", "invariants": "", "burns": "NeverBurns"} {
		assert.Equal(t, want, explore(t, s, model.Options{Instance: instance}).Property, instance)
	}
}

// A state in which nothing is possible is a fault unless the system is done there.
func TestDeadlock(t *testing.T) {
	stuck := func(s *spec.System) { named(s.Actions, "Click").When = spec.Not(lamps.In(lamp, Burnt)) }
	r := explore(t, lampsWorld(1, stuck), model.Options{})
	assert.Equal(t, model.Deadlock, r.Result)
	assert.Equal(t, []string{"Init", "Click(lamp1)", "BurnsOut(lamp1)"}, stepLabels(r.Trace))

	r = explore(t, lampsWorld(1, func(s *spec.System) { stuck(s); s.Done = spec.Forall(lamp, lamps.In(lamp, Burnt)) }), model.Options{})
	assert.Equal(t, model.Holds, r.Result)
	assert.EqualValues(t, 1+1+2+1, r.Generated, "an end counts as a step")

	r = explore(t, lampsWorld(1, stuck), model.Options{Only: []string{model.TypeOK}})
	assert.Equal(t, model.Holds, r.Result, "nobody asked")
}

// Running out of tokens is the end of the instance, not of the system. Draw and Drop take turns until none is left.
func TestSpent(t *testing.T) {
	r := explore(t, spec.System{
		Name: "Ticket",
		Cells: []spec.Cell{
			{In: Off, On: draw, Do: spec.Do(ticket.Fresh()), To: On},
			{In: On, On: draw, Reject: "held"},
			{In: On, On: drop, To: Off},
			{In: Off, On: drop, Reject: "not held"},
		},
		Actions: []spec.Action{
			{Name: "Draw", For: spec.Vars(lamp), When: tickets.In(lamp, Off), Fire: spec.Fire(draw.At(lamp, Draw{}))},
			{Name: "Drop", For: spec.Vars(lamp), When: tickets.In(lamp, On), Fire: spec.Fire(drop.At(lamp, Drop{}))},
		},
		Instances: []spec.Instance{{Name: "two", Sizes: spec.Sizes(spec.Size[Lamp](1)), Tokens: 2}},
	}, model.Options{})
	assert.Equal(t, model.Holds, r.Result)
	assert.EqualValues(t, 5, r.Distinct)
	assert.EqualValues(t, 1+4+2, r.Generated, "two states in which all tokens are drawn")
	assert.Equal(t, 5, r.Depth)
}

type (
	Draw struct{}
	Drop struct{}
)

var (
	tickets = spec.Each(lamp, "tickets", Off, On)
	ticket  = spec.TokenOf(tickets, "ticket", "")
	draw    = spec.On(tickets, Draw{})
	drop    = spec.On(tickets, Drop{})
)
