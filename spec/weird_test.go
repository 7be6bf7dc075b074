package spec_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/spec"
)

// TestZeroSystem would fail if the smallest systems made the tools stumble.
func TestZeroSystem(t *testing.T) {
	require.ErrorIs(t, spec.Validate(spec.System{}), spec.ErrInvalid)
	spec.Digest(spec.System{})
	require.ErrorIs(t, spec.Validate(spec.System{
		Cells:      []spec.Cell{{}},
		Actions:    []spec.Action{{For: spec.Vars(nil), Fire: spec.Fire(spec.Firing{})}},
		Properties: []spec.Property{nil, spec.Always{}, spec.Step{}, spec.LeadsTo{}, spec.Finitely{}, spec.Sometimes{}},
		Instances:  []spec.Instance{{}},
		KnownBugs:  []spec.Edit{{}},
	}), spec.ErrInvalid)
}

// TestNoPanic would fail if some system, however odd, made Validate, Digest, With or Resolve panic. Each draw spoils a
// house in several ways at once: with handles of another house, zero handles, missing parts and odd names.
func TestNoPanic(t *testing.T) {
	invalid := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawer{t, newHouse(), newHouse()}
		for range rapid.IntRange(1, 6).Draw(t, "spoils") {
			pick(d, d.cell, d.action, d.property, d.instance, d.bug, d.name)()
		}
		if spec.Validate(d.h.System) != nil {
			invalid++
		}
		spec.Digest(d.h.System)
		_, _ = spec.Resolve(d.h.System)
		for _, bug := range d.h.KnownBugs {
			if edited, err := d.h.With(bug); err == nil {
				_ = spec.Validate(edited)
			}
		}
	})
	require.NotZero(t, invalid, "nothing was spoiled")
}

// A drawer spoils house h, with what is also in another one.
type drawer struct {
	t        *rapid.T
	h, other *house
}

// pick draws a place, which a failure can print; the things themselves are too long.
func pick[T any](d drawer, from ...T) T {
	return from[rapid.IntRange(0, len(from)-1).Draw(d.t, "pick")]
}

func (d drawer) condition(depth int) spec.Bool {
	h := pick(d, d.h, d.h, d.other)
	leaves := []spec.Bool{
		nil, spec.True, spec.False, h.hard, h.same, spec.Variable[bool]{}, spec.Term[bool]{}, h.hands.Empty(), h.hands.Has(h.hand),
		h.hands.At(h.lamp).Without(h.hand).Empty(), h.firm.Has(h.hand), h.uses.Less(spec.N(2)), h.uses.Eq(spec.N(-1)), h.last.None(),
		h.last.Is(h.hand), h.feels.Eq(wild), h.gen.Less(h.fixing), h.lamps.In(h.lamp, Off, Ajar), h.lamps.In(h.lamp),
		h.lamps.Changes(h.lamp2), h.power.At(h.lamp), h.calls.Has(Call{}), h.bills.Has(Bill{h.lamp}),
		spec.Replies(h.press.At(h.lamp, Press{h.hand, nil}), yes), spec.Moves(h.slam.At(h.hand, Slam{h.mood})), spec.Moves(spec.Firing{}),
		spec.ReplyOf[Answer](h.press.At(h.lamp, Press{h.hand, spec.True})).Eq(no), spec.Sum(h.uses, spec.N(1)).Eq(nil),
	}
	if depth == 0 {
		return pick(d, leaves...)
	}
	a, b := d.condition(depth-1), d.condition(depth-1)
	return pick[spec.Bool](d, pick(d, leaves...), spec.Not(a), spec.All(a, b), spec.AnyOf(a, b), spec.All(), spec.Implies(a, b), spec.After(spec.Not(a)),
		spec.Define("odd", a), spec.Define("", b), spec.Exists(h.hand, a), spec.Forall(h.gen, b), spec.AtMost(spec.NumberOf(h.lamp, a), 1),
		spec.Exists(spec.Variable[Lamp]{}, a), spec.Exists(spec.Var[spec.Nat]("many"), b))
}

func (d drawer) effects() spec.Effects {
	h := pick(d, d.h, d.h, d.other)
	all := []spec.Effect{
		nil, h.fixing.Fresh(), h.fixing.Becomes(spec.None), h.fixing.Becomes(nil), h.hands.Add(h.hand), h.hands.Remove(h.hand),
		h.hands.Clear(), h.firm.Mark(h.hand), h.firm.MarkAll(), h.firm.UnmarkAll(), h.uses.Inc(), h.uses.Dec(), h.last.Clear(),
		h.last.Becomes(h.hand), h.feels.Becomes(wild), h.calls.Send(Call{h.lamp, h.gen}), h.bills.Send(Bill{}),
		h.power.At(h.lamp).Becomes(spec.True), spec.TokenField[Lamp]{}.Fresh(), spec.Chan[Bill]{}.Send(Bill{h.lamp}),
	}
	return spec.Do(pick(d, all...), pick(d, all...))
}

func (d drawer) newCell() spec.Cell {
	return spec.Cell{
		In:     pick[spec.Phases](d, nil, Off, Ajar, spec.Phase(""), spec.In(), spec.Named("\x00", Off, Off), spec.In(Off, On, Broken)),
		On:     pick[spec.AnyEvent](d, nil, d.h.press, d.h.fix, d.h.slam, d.other.press, spec.Event[Lamp, Fix]{}),
		When:   d.condition(pick(d, 0, 1, 3)),
		Do:     pick(d, spec.Effects{}, d.effects()),
		To:     pick[spec.Phase](d, "", Off, Ajar, "Nowhere"),
		Reply:  pick[spec.AnyValue](d, nil, yes, wild, d.h.lamp, spec.Term[Answer]{}),
		Ignore: pick(d, "", "", "\u202e odd"),
		Reject: pick(d, "", "", "never"),
	}
}

func (d drawer) cell() {
	if i := rapid.IntRange(0, len(d.h.Cells)).Draw(d.t, "cell"); i < len(d.h.Cells) {
		d.h.Cells[i] = d.newCell()
		return
	}
	d.h.Cells = append(d.h.Cells, d.newCell())
}

func (d drawer) firing() spec.Firing {
	h := pick(d, d.h, d.h, d.other)
	f := pick(d, spec.Firing{}, h.press.At(h.lamp, Press{h.hand, h.hard}), h.fix.At(h.lamp2, Fix{}), h.slam.At(spec.Term[Hand]{}, Slam{wild}),
		h.slam.At(h.hand, Slam{h.mood}), spec.Event[Lamp, Fix]{}.At(h.lamp, Fix{h.gen}))
	switch pick(d, 0, 0, 1, 2) {
	case 1:
		return f.ForEach(h.lamp, spec.Variable[Lamp]{}).Where(d.condition(1))
	case 2:
		return f.ForEach(h.hand).Where(nil)
	}
	return f
}

func (d drawer) action() {
	h := pick(d, d.h, d.h, d.other)
	a := &d.h.Actions[rapid.IntRange(0, len(d.h.Actions)-1).Draw(d.t, "action")]
	switch pick(d, 0, 1, 2, 3, 4, 5) {
	case 0:
		a.When = d.condition(2)
	case 1:
		a.Do = d.effects()
	case 2:
		a.Fire = append(slices.Clone(a.Fire), d.firing())
	case 3:
		a.For = pick(d, nil, spec.Vars(nil), spec.Vars(h.lamp), spec.Vars(spec.Variable[Hand]{}, h.hand, h.hand))
	case 4:
		a.Take = pick[spec.Channel](d, nil, h.calls, h.bills, spec.Chan[Bill]{})
	case 5:
		a.Name, a.Fair = pick(d, "", "Pay", "\x1b[31m"), pick[spec.Fairness](d, 0, 200)
	}
}

func (d drawer) property() {
	x, y := d.condition(2), d.condition(2)
	d.h.claim(pick[spec.Property](d, nil, spec.Always{Name: "P", Holds: x}, spec.Step{Name: "", On: "Pay", Holds: x},
		spec.LeadsTo{Name: "P", From: x, To: y}, spec.Sometimes{Holds: y}, spec.Finitely{Action: "Nobody"}))
	if rapid.Bool().Draw(d.t, "done") {
		d.h.Done = x
	}
}

func (d drawer) instance() {
	d.h.Instances = append(d.h.Instances, spec.Instance{
		Name: pick(d, "", "one", "two"), Tokens: pick(d, -1, 0, 3), Checks: pick[spec.Checks](d, 0, 9),
		Sizes: spec.Sizes(spec.Size[Lamp](pick(d, -1, 1)), spec.Size[bool](2), spec.SortSize{}),
		With:  []string{pick(d, "", "Storm")}, Without: []string{"Storm", ""},
		Fair: map[string]spec.Fairness{pick(d, "", "Pay"): 77},
	})
}

func (d drawer) bug() {
	d.h.KnownBugs = append(d.h.KnownBugs, spec.Edit{
		Name: pick(d, "", "bug"), Breaks: pick(d, "", "FewUses"), Found: []spec.Found{{Instance: "one"}},
		Changes: []spec.Change{pick(d, nil, spec.ReplaceCells(d.newCell()), spec.ReplaceCells(),
			spec.Assume(pick[spec.AnyEvent](d, nil, d.h.press, spec.Event[Lamp, Fix]{}), d.condition(1), true),
			spec.SetWhen("Pay", d.condition(2)), spec.SetFire("Pay", d.firing()), spec.SetDo("Pay", d.effects()), spec.SetFair("", 5))},
	})
}

func (d drawer) name() {
	odd := pick(d, "", " ", "_", "é", "\u202e", "a\nb", "func", "UNCHANGED", "self")
	switch pick(d, 0, 1, 2, 3) {
	case 0:
		d.h.Name = odd
	case 1:
		spec.FieldOf[bool](d.h.lamps, odd, odd)
	case 2:
		d.h.Done = spec.Exists(spec.Var[spec.Pair[Lamp, Hand]](odd), spec.True)
	case 3:
		d.h.Actions[2].When = spec.Bag(Bill{spec.Var[Lamp](odd)}, odd, odd).Has(Bill{})
	}
}
