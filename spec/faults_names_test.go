package spec_test

import "github.com/genlock-go/genlock/spec"

var spoiledNames = []spoiled{
	{"a system has a name", func(h *house) { h.Name = "" }},
	{"a name is an identifier", func(h *house) { h.Name = "The \u202eHouse\n" }},
	{"a name does not end in an underscore", func(h *house) { h.action("Pay").Name = "Pay_" }},
	{"a name does not begin as fairness", func(h *house) { h.action("Pay").Name = "WF_Pay" }},
	{"a system is no Go keyword", func(h *house) { h.Name = "Type" }},
	{"a name is no word of Go", func(h *house) { h.claim(spec.Always{Name: "range", Holds: h.power.At(h.lamp)}) }},
	{"a name is no word of TLA+", func(h *house) { h.claim(spec.Always{Name: "UNCHANGED", Holds: h.power.At(h.lamp)}) }},
	{"a name is none of a standard module", func(h *house) { h.claim(spec.Always{Name: "Cardinality", Holds: h.power.At(h.lamp)}) }},
	{"a name is none of ours", func(h *house) { h.claim(spec.Always{Name: "TypeOK", Holds: h.power.At(h.lamp)}) }},
	{"a sort is declared, not borrowed from Go", func(h *house) {
		type int spec.Sort
		h.claim(spec.Always{Name: "P", Holds: spec.Exists(spec.Var[int]("i"), h.power.At(h.lamp))})
		h.Instances[0].Sizes = append(h.Instances[0].Sizes, spec.Size[int](1))
	}},
	{"phases are identifiers", func(h *house) { extra(h, h.lamp, "not lit") }},
	{"fields are identifiers", func(h *house) { spec.FieldOf[bool](h.lamps, "", "") }},
	{"a field is none of ours", func(h *house) { spec.FieldOf[bool](h.lamps, "phase", "") }},
	{"fields of a machine differ", func(h *house) { spec.FieldOf[bool](h.lamps, "uses", "") }},
	{"a field is no argument and no key", func(h *house) {
		spec.FieldOf[bool](h.lamps, "hard", "")
		spec.FieldOf[bool](h.lamps, "lamp", "")
	}},
	{"two things have two names", func(h *house) {
		h.claim(spec.Always{Name: "Pay", Holds: h.power.At(h.lamp)})
		h.claim(spec.Always{Name: "lamps", Holds: h.power.At(h.lamp)})
		h.claim(spec.Always{Name: "OnFix", Holds: h.power.At(h.lamp)})
	}},
	{"a condition is no variable", func(h *house) { h.action("Pay").When = spec.Define("hand", h.power.At(h.lamp)) }},
	{"two actions have two names", func(h *house) { h.action("Pay").Name = "Connect" }},
	{"a name is of one condition", func(h *house) { h.action("Pay").When = spec.Define("same", h.power.At(h.lamp)) }},
	{"a name is of one set of phases", func(h *house) {
		h.action("Pay").When = spec.AnyOf(h.lamps.In(h.lamp, spec.Named("Fine", Off)), h.lamps.In(h.lamp, spec.Named("Fine", On)))
	}},
	{"a variable is of one type", func(h *house) {
		h.action("Pay").When = spec.AnyOf(h.power.At(h.lamp), spec.Exists(spec.Var[Hand]("gen"), spec.Moves(h.fix.At(h.lamp, Fix{spec.None}))))
	}},
	{"two sorts differ in more than case", func(h *house) {
		type LAMP spec.Sort
		h.claim(spec.Always{Name: "P", Holds: spec.Exists(spec.Var[LAMP]("loud"), h.power.At(h.lamp))})
		h.Instances[0].Sizes = append(h.Instances[0].Sizes, spec.Size[LAMP](1))
	}},
	{"generated Go has each name once", func(h *house) {
		extra(h, h.lamp2, "Phase")
	}},
	{"generated Go has each message once", func(h *house) {
		type Entry struct{ Lamp spec.Value[Lamp] }
		slips := spec.Bag(Entry{h.lamp}, "slips", "to the smith")
		h.cell(h.fix, Broken).Do = spec.Do(h.bills.Send(Bill{h.lamp}), slips.Send(Entry{h.lamp}))
	}},
	{"fields differ in more than case", func(h *house) { spec.FieldOf[bool](h.lamps, "Uses", "") }},
}
