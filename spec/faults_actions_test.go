package spec_test

import "github.com/genlock-go/genlock/spec"

var spoiledActions = []spoiled{
	{"an action takes or peeks", func(h *house) { h.action("Repair").Peek = h.bills }},
	{"an action does something", func(h *house) {
		h.Actions = append(h.Actions, spec.Action{Name: "Idle", Peek: h.calls})
	}},
	{"fairness is one of five", func(h *house) { h.action("Pay").Fair = 9 }},
	{"For lists what nothing binds", func(h *house) { h.action("Touch").For = spec.Vars(h.lamp, h.hand) }},
	{"For lists nothing else", func(h *house) { h.action("Connect").For = spec.Vars(h.lamp, h.hand) }},
	{"For lists nothing that the message binds", func(h *house) { h.action("Pay").For = spec.Vars(h.lamp) }},
	{"For lists a variable once", func(h *house) { h.action("Connect").For = spec.Vars(h.lamp, h.lamp) }},
	{"a When decides something", func(h *house) {
		h.action("Connect").When = spec.AnyOf(h.power.At(h.lamp), spec.Not(h.power.At(h.lamp)))
	}},
	{"an action reads the fields of named entries", func(h *house) {
		h.action("Connect").When = spec.AnyOf(h.feels.Eq(calm), h.power.At(h.lamp))
	}},
	{"phases in conditions belong to the machine", func(h *house) {
		h.action("Connect").When = spec.AnyOf(h.lamps.In(h.lamp, Ajar), h.power.At(h.lamp))
	}},
	{"an action changes entries by events", func(h *house) {
		h.action("Connect").Do = spec.Do(h.power.At(h.lamp).Becomes(spec.True), h.fixing.Fresh(), h.hands.Clear())
	}},
	{"a quantifier in an action binds a variable of its own", func(h *house) {
		h.action("Connect").When = spec.Exists(h.lamp, h.power.At(h.lamp))
		h.action("Pay").When = spec.Exists(h.lamp, h.power.At(h.lamp))
	}},
	{"an action knows the state before only", func(h *house) { h.action("Pay").When = spec.After(h.power.At(h.lamp)) }},
	{"an action sends a channel one message", func(h *house) {
		h.action("Connect").Do = spec.Do(h.power.At(h.lamp).Becomes(spec.True), h.bills.Send(Bill{h.lamp}), h.bills.Send(Bill{h.lamp}))
	}},
	{"a question is about one entry", func(h *house) {
		h.action("Pay").When = spec.Moves(h.slam.At(h.hand, Slam{calm}).ForEach(h.hand))
	}},
	{"only an event that replies is asked for its reply", func(h *house) {
		h.action("Storm").Fire = spec.Fire(h.slam.At(h.hand, Slam{spec.ReplyOf[Mood](h.fix.At(h.lamp2, Fix{spec.None}))}).ForEach(h.hand))
	}},
	{"a reply is of the enumeration that the event gives", func(h *house) {
		h.action("Pay").When = spec.Replies(h.press.At(h.lamp, Press{}), wild)
		h.action("Connect").When = spec.Exists(h.hand, spec.Replies(h.press.At(h.lamp, Press{h.hand, spec.True}), wild))
	}},
}

var spoiledFirings = []spoiled{
	{"an entry is named by variables", func(h *house) {
		h.action("Pay").Fire = spec.Fire(h.fix.At(spec.After(h.lamp), Fix{spec.None}))
	}},
	{"ForEach runs over entries", func(h *house) {
		h.action("Storm").Fire = spec.Fire(h.slam.At(h.hand, Slam{wild}).ForEach(h.hand, h.lamp))
	}},
	{"ForEach runs over no parameter", func(h *house) {
		h.action("Pay").Fire = spec.Fire(h.fix.At(h.lamp, Fix{spec.None}).ForEach(h.lamp))
	}},
	{"ForEach runs over a variable once", func(h *house) {
		h.action("Storm").Fire = spec.Fire(h.slam.At(h.hand, Slam{wild}).ForEach(h.hand, h.hand))
	}},
	{"Where restricts a ForEach", func(h *house) {
		h.action("Repair").Fire = spec.Fire(h.fix.At(h.lamp, Fix{h.gen}).Where(h.power.At(h.lamp)))
	}},
	{"a Where decides something", func(h *house) {
		h.action("Storm").Fire = spec.Fire(h.slam.At(h.hand, Slam{wild}).ForEach(h.hand).Where(spec.True))
	}},
	{"two events of a machine are at two entries", func(h *house) {
		h.Actions = append(h.Actions, spec.Action{Name: "Both", For: spec.Vars(h.lamp, h.lamp2),
			Fire: spec.Fire(h.fix.At(h.lamp, Fix{spec.None}), h.fix.At(h.lamp2, Fix{spec.None}))})
	}},
	{"two events of a machine are none for each", func(h *house) {
		h.action("Storm").Fire = spec.Fire(h.slam.At(h.hand, Slam{wild}).ForEach(h.hand), h.slam.At(h.hand, Slam{calm}).ForEach(h.hand))
	}},
	{"an event for each draws no token", func(h *house) {
		h.action("Storm").Fire = spec.Fire(h.press.At(h.lamp, Press{h.hand, spec.True}).ForEach(h.lamp))
		h.action("Storm").For = spec.Vars(h.hand)
	}},
	{"an event for each sends to no queue", func(h *house) {
		h.action("Storm").Fire = spec.Fire(h.fix.At(h.lamp, Fix{spec.None}).ForEach(h.lamp))
	}},
	{"messages of an event for each carry the key", func(h *house) {
		h.bills = spec.Bag(Bill{h.lamp}, "bills", "")
		slips := spec.Bag(Fix{h.gen}, "slips", "")
		h.cell(h.fix, Broken).Do = spec.Do(slips.Send(Fix{h.gen}))
		h.action("Pay").Take = slips
		h.action("Pay").Do = spec.Effects{}
		h.action("Storm").Fire = spec.Fire(h.fix.At(h.lamp, Fix{spec.None}).ForEach(h.lamp))
	}},
	{"one event of a step draws a token", func(h *house) {
		h.Actions = append(h.Actions, spec.Action{Name: "Both", For: spec.Vars(h.lamp, h.lamp2, h.hand), When: spec.Not(h.lamp.Eq(h.lamp2)),
			Fire: spec.Fire(h.press.At(h.lamp, Press{h.hand, spec.True}), h.press.At(h.lamp2, Press{h.hand, spec.True}))})
	}},
	{"one event of a step sends to a queue", func(h *house) {
		h.Actions = append(h.Actions, spec.Action{Name: "Both", For: spec.Vars(h.lamp, h.lamp2), When: spec.Not(h.lamp.Eq(h.lamp2)),
			Fire: spec.Fire(h.fix.At(h.lamp, Fix{spec.None}), h.fix.At(h.lamp2, Fix{spec.None}))})
	}},
	{"an event and its action do not both send to a queue", func(h *house) {
		h.action("Repair").Do = spec.Do(h.bills.Send(Bill{h.lamp}))
	}},
}
