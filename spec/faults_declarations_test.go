package spec_test

import "github.com/genlock-go/genlock/spec"

type (
	unnamed  spec.Enum // an enumeration without words
	doubled  spec.Enum
	Pairless struct{ A, B spec.Value[Lamp] }
	hidden   struct{ lamp spec.Value[Lamp] }
	flat     struct{ N int }
	Tick     struct{}
	Paired   struct {
		Both spec.Value[spec.Pair[Lamp, Hand]]
	}
)

var _ = [...]spec.Term[doubled]{spec.Word[doubled]("twice"), spec.Word[doubled]("twice"), spec.Word[doubled]("odd word")}

// reject gives an event a cell in every phase of its machine and an action that fires it, so that it is no more than
// declared wrongly.
func (h *house) reject(on spec.AnyEvent, fire spec.Firing, in ...spec.Phases) {
	h.Cells = append(h.Cells, spec.Cell{In: spec.In(in...), On: on, Reject: "never"})
	h.Actions = append(h.Actions, spec.Action{Name: "More", For: spec.Vars(h.lamp), Fire: spec.Fire(fire)})
}

// extra is a machine with one event, declared for a test.
func extra[K any](h *house, key spec.Variable[K], phases ...spec.Phase) spec.Machine[K] {
	m := spec.Each(key, "extras", phases...)
	on := spec.On(m, Tick{})
	h.Cells = append(h.Cells, spec.Cell{In: spec.In(phases[0]), On: on, Ignore: "always"})
	h.Actions = append(h.Actions, spec.Action{Name: "More", For: spec.Vars(key), Fire: spec.Fire(on.At(key, Tick{}))})
	return m
}

var spoiledDeclarations = []spoiled{
	{"phases of a machine differ", func(h *house) { extra(h, h.lamp, Off, Off) }},
	{"blank phases and meanings are of phases", func(h *house) { extra(h, h.lamp, Off).Blank(Ajar).Means(Shut, "shut") }},
	{"a machine is keyed by a sort", func(h *house) { extra(h, h.hard, Off) }},
	{"a machine is keyed by two variables", func(h *house) {
		m := spec.Each(spec.Of(h.lamp, h.lamp), "pairs", Off)
		on := spec.On(m, Slam{h.mood})
		h.Cells = append(h.Cells, spec.Cell{In: Off, On: on, When: h.mood.Eq(calm), Ignore: "always"}, spec.Cell{In: Off, On: on, When: spec.Not(h.mood.Eq(calm)), Ignore: "always"})
	}},
	{"a machine is keyed by variables", func(h *house) {
		h.action("Pay").When = spec.Each(spec.After(h.lamp), "afters", Off).In(h.lamp, Off)
	}},
	{"a machine has phases", func(h *house) {
		m := spec.Each(h.lamp, "blanks")
		on := spec.On(m, Slam{h.mood})
		h.reject(on, on.At(h.lamp, Slam{calm}), Off)
	}},
	{"a value of a sort is an option or a set", func(h *house) { spec.FieldOf[Hand](h.lamps, "owner", "") }},
	{"sets and options are of sorts", func(h *house) {
		spec.SetOf[bool](h.lamps, "truths", "")
		spec.OptionOf[spec.Token](h.lamps, "ticket", "")
	}},
	{"counters have a bound", func(h *house) {
		spec.FieldOf[spec.Nat](h.lamps, "count", "")
		spec.CountOf[spec.Token](h.lamps, "tokens", "")
		h.claim(spec.Always{Name: "P", Holds: h.uses.At(h.lamp).Less(spec.Var[spec.Nat]("n"))})
		h.claim(spec.Always{Name: "Q", Holds: spec.FactUpTo(h.lamp, "volts", "", 0).At(h.lamp).Less(spec.UpTo("m", -1))})
	}},
	{"fields of a message differ", func(h *house) {
		h.action("Pay").When = spec.N(0).Less(spec.Bag(Pairless{h.lamp, h.lamp}, "twins", "").Count(Pairless{}))
	}},
	{"a queue has room", func(h *house) {
		h.action("Pay").When = spec.Queue(Bill{h.lamp}, 0, "full", "").Has(Bill{})
	}},
	{"Each is of queues", func(h *house) {
		h.action("Pay").When = spec.Bag(Bill{h.lamp}, "loose", "").Each(h.lamp).Has(Bill{})
	}},
	{"Each is of fields of the message", func(h *house) {
		h.action("Pay").When = spec.Queue(Bill{h.lamp}, 1, "rows", "").Each(h.hand, h.lamp, h.lamp).Has(Bill{})
	}},
	{"arguments differ, and are not the key", func(h *house) {
		on := spec.On(h.lamps, Pairless{h.lamp, h.lamp2})
		h.reject(on, on.At(h.lamp, Pairless{h.lamp, h.lamp}), Off, On, Broken)
	}},
	{"a pattern is a struct of variables", func(h *house) {
		h.action("Pay").When = spec.Bag(Bill{spec.After(h.lamp)}, "laters", "").Has(Bill{})
	}},
	{"a message is a struct of exported values", func(h *house) {
		h.action("Pay").When = spec.AnyOf(spec.Bag(7, "sevens", "").Has(8), spec.Bag(flat{}, "flats", "").Has(flat{}),
			spec.Bag(hidden{h.lamp}, "hiddens", "").Has(hidden{}))
	}},
	{"a field is one value", func(h *house) {
		h.action("Pay").When = spec.Bag(Paired{spec.Of(h.lamp, h.hand)}, "pairs", "").Has(Paired{})
	}},
	{"fields of an event are all given", func(h *house) {
		h.action("Repair").Fire = spec.Fire(h.fix.At(h.lamp, Fix{}))
		h.action("Connect").Do = spec.Do(h.power.At(h.lamp).Becomes(spec.True), h.bills.Send(Bill{}))
	}},
	{"Replies wants a word", func(h *house) {
		h.action("Pay").When = spec.Replies[Answer](h.press.At(h.lamp, Press{h.hand, spec.True}), spec.ReplyOf[Answer](h.press.At(h.lamp, Press{h.hand, spec.True})))
	}},
	{"an enumeration has words", func(h *house) { spec.FieldOf[unnamed](h.lamps, "nameless", "") }},
	{"words of an enumeration are names that differ", func(h *house) { spec.FieldOf[doubled](h.lamps, "echo", "") }},
	{"keys of a fact differ", func(h *house) {
		h.action("Pay").When = spec.Fact[bool](spec.Of(h.lamp, h.lamp), "twin", "").At(spec.Of(h.lamp, h.lamp))
	}},
	{"a fact has a blank value", func(h *house) {
		h.action("Pay").When = spec.Fact[Lamp](h.lamp, "best", "").At(h.lamp).Eq(h.lamp)
	}},
}

var spoiledHandles = []spoiled{
	{"an event is declared", func(h *house) {
		h.Cells = append(h.Cells, spec.Cell{In: Off, On: spec.Event[Lamp, Fix]{}})
		h.action("Pay").Fire = spec.Fire(spec.Firing{}, spec.Event[Lamp, Fix]{}.At(h.lamp, Fix{spec.None}))
	}},
	{"a field is declared", func(h *house) {
		h.cell(h.press, Broken).When = spec.SetField[Lamp, Hand]{}.At(h.lamp).Empty()
		h.cell(h.fix, Broken).Do = spec.Do(spec.TokenField[Lamp]{}.Fresh(), nil)
	}},
	{"a variable is declared", func(h *house) {
		h.action("Pay").For = spec.Vars(nil, spec.Variable[Lamp]{})
		h.action("Pay").When = spec.Exists(spec.Variable[Lamp]{}, spec.Variable[bool]{})
		h.action("Storm").Fire = spec.Fire(h.slam.At(h.hand, Slam{wild}).ForEach(nil))
	}},
	{"a channel is declared", func(h *house) {
		h.action("Pay").Take = spec.Chan[Bill]{}
		h.action("Pay").Do = spec.Do(spec.Chan[Bill]{}.Send(Bill{h.lamp}))
		h.action("Pay").When = spec.Chan[Bill]{}.Has(Bill{})
	}},
	{"a fact is declared", func(h *house) {
		h.action("Pay").Do = spec.Do(spec.FactAt[Lamp, bool]{}.At(h.lamp).Becomes(spec.True))
		h.action("Pay").When = spec.FactAt[Lamp, bool]{}.At(h.lamp)
	}},
	{"a machine is declared", func(h *house) { h.action("Pay").When = spec.Machine[Lamp]{}.In(h.lamp, Off) }},
	{"a property is given", func(h *house) { h.Properties = append(h.Properties, nil) }},
	{"conditions are given", func(h *house) {
		h.action("Pay").When = spec.All(nil, spec.Not(nil), spec.Implies(nil, nil), h.lamp.Eq(nil))
	}},
	{"a key is a whole one", func(h *house) { h.action("Pay").When = h.lamps.In(spec.Term[Lamp]{}, Off) }},
}
