package spec_test

import "github.com/genlock-go/genlock/spec"

// A house is a small valid system in which every part of the vocabulary occurs, for tests to spoil. Each has
// declarations of its own, since some tests spoil these.

type (
	Lamp   spec.Sort
	Hand   spec.Sort
	Answer spec.Enum
	Mood   spec.Enum
)

var (
	yes, no    = spec.Word[Answer]("yes"), spec.Word[Answer]("no")
	calm, wild = spec.Word[Mood]("calm"), spec.Word[Mood]("wild")
)

const (
	Off    spec.Phase = "Off"
	On     spec.Phase = "On"
	Broken spec.Phase = "Broken"
	Shut   spec.Phase = "Shut"
	Ajar   spec.Phase = "Ajar"
)

type (
	Press struct {
		Hand spec.Value[Hand]
		Hard spec.Value[bool]
	}
	Fix  struct{ Gen spec.Value[spec.Token] }
	Slam struct{ Mood spec.Value[Mood] }
	Call struct {
		Lamp spec.Value[Lamp]
		Gen  spec.Value[spec.Token]
	}
	Bill struct{ Lamp spec.Value[Lamp] }
)

type house struct {
	lamp, lamp2 spec.Variable[Lamp]
	hand        spec.Variable[Hand]
	hard        spec.Variable[bool]
	mood        spec.Variable[Mood]
	gen         spec.Variable[spec.Token]

	lamps  spec.Machine[Lamp]
	fixing spec.TokenField[Lamp]
	hands  spec.SetField[Lamp, Hand]
	firm   spec.MarkField[Lamp, Hand]
	uses   spec.Counter[Lamp]
	last   spec.OptionField[Lamp, Hand]
	press  spec.Event[Lamp, Press]
	fix    spec.Event[Lamp, Fix]

	doors spec.Machine[Hand]
	feels spec.Field[Hand, Mood]
	slam  spec.Event[Hand, Slam]

	calls spec.Chan[Call]
	bills spec.Chan[Bill]
	power spec.FactAt[Lamp, bool]

	same spec.Bool

	spec.System
}

func newHouse() *house {
	h := &house{
		lamp: spec.Var[Lamp]("lamp"), lamp2: spec.Var[Lamp]("lamp2"), hand: spec.Var[Hand]("hand"),
		hard: spec.Var[bool]("hard"), mood: spec.Var[Mood]("mood"), gen: spec.Var[spec.Token]("gen"),
	}
	h.lamps = spec.Each(h.lamp, "lamps", Off, On, Broken).Means(Off, "dark")
	h.fixing = spec.TokenOf(h.lamps, "fixing", "the repair under way")
	h.hands = spec.SetOf[Hand](h.lamps, "hands", "who pressed")
	h.firm = spec.MarkOn(h.hands, "firm", "pressed hard")
	h.uses = spec.CountTo(h.lamps, "uses", "how often", 3)
	h.last = spec.OptionOf[Hand](h.lamps, "last", "who pressed last")
	h.press = spec.On(h.lamps, Press{h.hand, h.hard})
	h.fix = spec.On(h.lamps, Fix{h.gen})
	h.doors = spec.Each(h.hand, "doors", Shut, Ajar)
	h.feels = spec.FieldOf[Mood](h.doors, "feels", "how it was left")
	h.slam = spec.On(h.doors, Slam{h.mood})
	h.calls = spec.Bag(Call{h.lamp, h.gen}, "calls", "for repair")
	h.bills = spec.Queue(Bill{h.lamp}, 2, "bills", "not yet paid").Each(h.lamp)
	h.power = spec.Fact[bool](h.lamp, "power", "the lamp has current")
	h.same = spec.Define("same", h.gen.Eq(h.fixing))
	h.System = spec.System{
		Name: "House", Cells: h.cells(), Actions: h.actions(), Properties: h.properties(),
		Instances: []spec.Instance{{
			Name: "one", Tokens: 1, With: []string{"Storm", "Quiet"},
			Sizes: spec.Sizes(spec.Size[Lamp](1), spec.Size[Hand](1)),
		}},
	}
	return h
}

func (h *house) cells() []spec.Cell {
	holds := spec.Define("holds", h.hands.Has(h.hand))
	return []spec.Cell{
		{In: Off, On: h.press, When: h.hard, Do: spec.Do(h.hands.Add(h.hand), h.firm.Mark(h.hand)), To: On, Reply: yes},
		{In: Off, On: h.press, When: spec.Not(h.hard), Do: spec.Do(h.hands.Add(h.hand)), To: On, Reply: yes},
		{In: On, On: h.press, When: spec.All(holds, spec.Not(h.firm.Has(h.hand))), To: Off, Reply: yes},
		{In: On, On: h.press, When: spec.All(holds, h.firm.Has(h.hand)), Reply: no,
			Do: spec.Do(h.fixing.Fresh(), h.uses.Inc(), h.last.Becomes(h.hand), h.calls.Send(Call{h.lamp, h.fixing})), To: Broken},
		{In: On, On: h.press, When: spec.Not(holds), Reply: no, Ignore: "not by this hand"},
		{In: Broken, On: h.press, Reply: no, Ignore: "it is broken"},

		{In: spec.In(Off, On), On: h.fix, When: spec.Not(h.same), Ignore: "fixed before"},
		{In: spec.In(Off, On), On: h.fix, When: h.same, Reject: "a repair ends once"},
		{In: Broken, On: h.fix, When: h.same, Do: spec.Do(h.bills.Send(Bill{h.lamp})), To: Off},
		{In: Broken, On: h.fix, When: spec.Not(h.same), Ignore: "another repair"},

		{In: Shut, On: h.slam, Do: spec.Do(h.feels.Becomes(h.mood)), To: Ajar},
		{In: Ajar, On: h.slam, When: h.mood.Eq(calm), Ignore: "ajar already"},
		{In: Ajar, On: h.slam, When: spec.Not(h.mood.Eq(calm)), To: Shut},
	}
}

func (h *house) actions() []spec.Action {
	return []spec.Action{
		{Name: "Touch", By: "guest", For: spec.Vars(h.lamp, h.hand, h.hard), When: h.power.At(h.lamp),
			Fire: spec.Fire(h.press.At(h.lamp, Press{h.hand, h.hard}), h.slam.At(h.hand, Slam{calm}))},
		{Name: "Repair", By: "smith", Fair: spec.Weak, Take: h.calls, Fire: spec.Fire(h.fix.At(h.lamp, Fix{h.gen}))},
		{Name: "Pay", By: "guest", Take: h.bills, Do: spec.Do(h.power.At(h.lamp).Becomes(spec.False))},
		{Name: "Storm", By: "sky", Optional: true, Fire: spec.Fire(h.slam.At(h.hand, Slam{wild}).ForEach(h.hand))},
		{Name: "Connect", By: "smith", For: spec.Vars(h.lamp), When: spec.Not(h.power.At(h.lamp)),
			Do: spec.Do(h.power.At(h.lamp).Becomes(spec.True))},
	}
}

func (h *house) properties() []spec.Property {
	return []spec.Property{
		spec.Always{Name: "BrokenIsKnown", Holds: spec.Implies(h.lamps.In(h.lamp, Broken), spec.Not(h.fixing.At(h.lamp).Eq(spec.None)))},
		spec.Always{Name: "FewUses", Holds: spec.AtMost(h.uses.At(h.lamp), 1)},
		spec.Always{Name: "LastPressed", Holds: spec.Implies(h.last.At(h.lamp).Is(h.hand), h.hands.At(h.lamp).Has(h.hand))},
		spec.Step{Name: "PaidIsDark", On: "Pay", Holds: spec.Not(spec.After(h.power.At(h.lamp)))},
		spec.LeadsTo{Name: "Fixed", From: h.lamps.In(h.lamp, Broken), To: h.lamps.In(h.lamp, Off)},
		spec.Finitely{Name: "FewRepairs", Action: "Repair"},
		spec.Sometimes{Name: "Wild", Holds: h.feels.At(h.hand).Eq(wild)},
		spec.Always{Name: "Quiet", Optional: true, Holds: spec.Implies(spec.Replies(h.press.At(h.lamp, Press{h.hand, spec.True}), no),
			spec.Not(h.lamps.In(h.lamp, Off)))},
	}
}
