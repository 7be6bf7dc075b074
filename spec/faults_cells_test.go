package spec_test

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

var spoiledCells = []spoiled{
	{"a cell has an event", func(h *house) { h.Cells = append(h.Cells, spec.Cell{In: Off}) }},
	{"a cell has phases", func(h *house) { h.cell(h.press, Broken).In = nil }},
	{"phases of a cell belong to its machine", func(h *house) { h.cell(h.press, Broken).In = spec.In(Broken, Ajar) }},
	{"a phase is named once in a cell", func(h *house) { h.cell(h.press, Broken).In = spec.In(Broken, Broken) }},
	{"a cell goes to a phase of its machine", func(h *house) { h.cell(h.fix, Broken).To = Ajar }},
	{"a cell is ignored or rejected", func(h *house) { h.cell(h.press, Broken).Reject = "never" }},
	{"what is ignored does nothing", func(h *house) { h.cell(h.press, Broken).To = Off }},
	{"what is rejected does nothing", func(h *house) {
		c := h.cell(h.press, Broken)
		c.Ignore, c.Reject, c.Do = "", "never", spec.Do(h.uses.Dec())
	}},
	{"what does nothing says why", func(h *house) { h.cell(h.slam, Ajar).Ignore = "" }},
	{"a cell sees the key and the arguments only", func(h *house) { h.cell(h.press, Broken).When = h.gen.Eq(spec.None) }},
	{"a cell sees its own entry only", func(h *house) {
		h.cell(h.press, Broken).When = spec.AnyOf(h.uses.At(h.lamp).Eq(spec.N(0)), h.lamps.In(h.lamp, On), h.feels.Eq(calm))
	}},
	{"a cell sees no fact, no channel, no other event", func(h *house) {
		h.cell(h.press, Broken).When = spec.AnyOf(h.power.At(h.lamp), h.calls.Has(Call{}), spec.Moves(h.slam.At(h.hand, Slam{calm})))
	}},
	{"a cell changes no fact", func(h *house) {
		h.cell(h.fix, Broken).Do = spec.Do(h.bills.Send(Bill{h.lamp}), h.power.At(h.lamp).Becomes(spec.True))
	}},
	{"a cell changes fields of its machine", func(h *house) {
		h.cell(h.fix, Broken).Do = spec.Do(h.bills.Send(Bill{h.lamp}), h.feels.Becomes(wild))
	}},
	{"a cell draws one token", func(h *house) {
		h.cell(h.fix, Broken).Do = spec.Do(h.bills.Send(Bill{h.lamp}), h.fixing.Fresh(), h.fixing.Fresh())
	}},
	{"a cell sends a channel one message", func(h *house) {
		h.cell(h.fix, Broken).Do = spec.Do(h.bills.Send(Bill{h.lamp}), h.bills.Send(Bill{h.lamp}))
	}},
	{"an event always replies or never", func(h *house) { h.cell(h.press, Broken).Reply = nil }},
	{"an event replies with one enumeration", func(h *house) { h.cell(h.press, Broken).Reply = wild }},
	{"a reply is a word", func(h *house) { h.cell(h.slam, Shut).Reply = h.mood }},
	{"only tokens and counters have an order", func(h *house) { h.cell(h.press, Broken).When = h.lamp.Less(h.lamp) }},
	{"a quantifier binds a variable of its own", func(h *house) {
		h.cell(h.press, Broken).When = spec.AnyOf(h.hard, spec.Exists(h.hand, h.hands.Has(h.hand)))
	}},
	{"After and Changes stand in step properties", func(h *house) {
		h.cell(h.press, Broken).When = spec.AnyOf(spec.After(h.hard), h.lamps.Changes(h.lamp))
	}},
}

var spoiledTotality = []spoiled{
	{"a cell for every case", func(h *house) { h.cell(h.press, Broken).When = spec.Not(h.hard) }},
	{"a hole in several phases is one fault", func(h *house) { h.Cells = slices.Delete(h.Cells, 6, 7) }},
	{"one cell for a case", func(h *house) { h.cell(h.slam, Ajar).When = nil }},
	{"a cell can be entered", func(h *house) {
		h.Cells = append(h.Cells, spec.Cell{In: Broken, On: h.press, When: spec.All(h.hard, spec.Not(h.hard)), Reply: no})
	}},
	{"what is empty has no members", func(h *house) {
		h.Cells = append(h.Cells, spec.Cell{In: On, On: h.press, When: spec.All(h.hands.Empty(), h.hands.Has(h.hand)), Reply: no})
	}},
	{"a mark is a member", func(h *house) {
		h.Cells = append(h.Cells, spec.Cell{In: On, On: h.press, When: spec.All(spec.Not(h.hands.Has(h.hand)), h.firm.Has(h.hand)), Reply: no})
	}},
	{"marks are set on members", func(h *house) { h.cell(h.press, Off).Do = spec.Do(h.firm.Mark(h.hand)) }},
	{"a member that leaves can not be marked", func(h *house) {
		h.cell(h.press, Off).Do = spec.Do(h.hands.Add(h.hand), h.hands.Remove(h.hand), h.firm.Mark(h.hand))
	}},
	{"a condition of cells is true and false somewhere", func(h *house) {
		always := spec.Define("always", spec.AnyOf(h.hands.Empty(), spec.Not(h.hands.Empty())))
		never := spec.Define("never", spec.All(h.hands.Empty(), h.hands.Has(h.hand)))
		h.cell(h.press, Broken).When = spec.All(always, spec.Not(never))
	}},
	{"another condition is not settled by its words", func(h *house) {
		h.action("Connect").When = spec.Define("dark", spec.Implies(h.power.At(h.lamp), h.power.At(h.lamp)))
	}},
	{"a system has at most 10,000 cells", func(h *house) { h.Cells = make([]spec.Cell, 10_001) }},
	{"an event has at most 16 conditions", func(h *house) {
		var some []spec.Bool
		for i := range 17 {
			some = append(some, h.uses.Eq(spec.N(i)))
		}
		h.cell(h.press, Broken).When = spec.AnyOf(some...)
	}},
	{"an event has few values", func(h *house) {
		fifth := spec.Var[Hand]("fifth")
		h.cell(h.press, Broken).When = spec.AnyOf(spec.Exists(spec.Var[Hand]("third"), spec.Exists(spec.Var[Hand]("fourth"), spec.Exists(fifth,
			spec.Exists(spec.Var[Hand]("sixth"), spec.Exists(spec.Var[Hand]("seventh"), spec.Exists(spec.Var[Hand]("eighth"),
				spec.All(h.hands.Has(fifth), h.firm.Has(fifth)))))))))
	}},
	{"conditions that share others are bounded in size", func(h *house) {
		large := h.hard.Eq(spec.True)
		for range 40 {
			large = spec.AnyOf(large, large)
		}
		h.cell(h.press, Broken).When = large
	}},
}
