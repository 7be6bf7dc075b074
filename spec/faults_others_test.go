package spec_test

import "github.com/genlock-go/genlock/spec"

var spoiledProperties = []spoiled{
	{"a property holds something", func(h *house) { h.claim(spec.Always{Name: "P"}) }},
	{"a leads-to has two ends", func(h *house) { h.claim(spec.LeadsTo{Name: "P", From: h.power.At(h.lamp)}) }},
	{"finitely is of an action", func(h *house) { h.claim(spec.Finitely{Name: "P"}) }},
	{"a step is of an action", func(h *house) { h.claim(spec.Step{Name: "P", On: "Nobody", Holds: h.power.At(h.lamp)}) }},
	{"a step is of all actions but some", func(h *house) {
		h.claim(spec.Step{Name: "P", Except: []string{"Nobody"}, Holds: h.power.At(h.lamp)})
	}},
	{"a step is of one or of all but some", func(h *house) {
		h.claim(spec.Step{Name: "P", On: "Pay", Except: []string{"Touch"}, Holds: h.power.At(h.lamp)})
	}},
	{"After is known in steps", func(h *house) { h.claim(spec.Always{Name: "P", Holds: spec.After(h.power.At(h.lamp))}) }},
	{"After is of the state before", func(h *house) {
		h.claim(spec.Step{Name: "P", Holds: spec.After(spec.AnyOf(spec.After(h.power.At(h.lamp)), h.lamps.Changes(h.lamp)))})
	}},
	{"fields are of entries", func(h *house) { h.claim(spec.Always{Name: "P", Holds: h.hands.Empty()}) }},
	{"a quantifier in a property binds a variable of its own", func(h *house) {
		h.claim(spec.Always{Name: "P", Holds: spec.AnyOf(h.power.At(h.lamp), spec.Exists(h.lamp, h.power.At(h.lamp)))})
		h.claim(spec.Step{Name: "Q", On: "Pay", Holds: spec.Exists(h.lamp, h.power.At(h.lamp))})
		h.claim(spec.Always{Name: "R", Holds: spec.Exists(h.lamp, spec.Forall(h.lamp, h.power.At(h.lamp)))})
	}},
	{"Done is of no variable", func(h *house) { h.Done = h.power.At(h.lamp) }},
	{"Done is of one state", func(h *house) { h.Done = spec.Forall(h.lamp, h.lamps.Changes(h.lamp)) }},
}

var spoiledInstances = []spoiled{
	{"every sort has a size", func(h *house) { h.Instances[0].Sizes = spec.Sizes(spec.Size[Lamp](1)) }},
	{"a size is of a sort of the system", func(h *house) {
		h.Instances[0].Sizes = append(h.Instances[0].Sizes, spec.Size[struct{}](1))
	}},
	{"a sort has one size, at least 1", func(h *house) {
		h.Instances[0].Sizes = append(h.Instances[0].Sizes, spec.Size[Lamp](2))
		h.Instances[0].Sizes[1] = spec.Size[Hand](0)
	}},
	{"tokens can be drawn", func(h *house) { h.Instances[0].Tokens = 0 }},
	{"tokens are counted", func(h *house) { h.Instances[0].Tokens = -1 }},
	{"instances have names of their own", func(h *house) {
		again := h.Instances[0]
		again.Name = "One"
		h.Instances = append(h.Instances, again)
	}},
	{"what is switched exists", func(h *house) {
		h.Instances[0].With = append(h.Instances[0].With, "Nobody")
		h.Instances[0].Without = []string{"Nothing", "Storm"}
	}},
	{"fairness is of actions", func(h *house) {
		h.Instances[0].Fair = map[string]spec.Fairness{"Nobody": spec.Weak, "Pay": 9}
	}},
	{"checks are of a level", func(h *house) { h.Instances[0].Checks = 7 }},
}

var spoiledUnused = []spoiled{
	{"a phase can be reached", func(h *house) { h.cell(h.slam, Shut).To = "" }},
	{"a field is changed and looked at", func(h *house) { spec.FieldOf[bool](h.doors, "oiled", "") }},
	{"a fact is changed and looked at", func(h *house) {
		wet := spec.Fact[bool](h.lamp, "wet", "")
		dry := spec.Fact[bool](h.lamp, "dry", "")
		h.action("Pay").When = wet.At(h.lamp)
		h.action("Pay").Do = spec.Do(h.power.At(h.lamp).Becomes(spec.False), dry.At(h.lamp).Becomes(spec.True))
	}},
	{"a channel is sent to and taken from", func(h *house) {
		h.Actions = append(h.Actions[:2], h.Actions[3:]...)
		h.Properties = h.Properties[:3]
		h.Instances[0].With = []string{"Storm"}
		h.Actions = append(h.Actions, spec.Action{Name: "Cut", Take: spec.Bag(Bill{h.lamp}, "cuts", ""),
			Do: spec.Do(h.power.At(h.lamp).Becomes(spec.False))})
	}},
	{"an event is fired", func(h *house) {
		h.action("Repair").Fire = nil
		h.action("Storm").Fire = spec.Fire(h.slam.At(h.hand, Slam{wild}).ForEach(h.hand))
	}},
	{"an argument is looked at", func(h *house) {
		h.cell(h.slam, Shut).Do = spec.Do(h.feels.Becomes(wild))
		h.Cells = h.Cells[:len(h.Cells)-1]
		c := h.cell(h.slam, Ajar)
		c.When, c.Ignore, c.To = nil, "", Shut
	}},
	{"what is optional is on somewhere", func(h *house) { h.Instances[0].With = nil }},
	{"every reply is given", func(h *house) {
		for i := range h.Cells[:6] {
			h.Cells[i].Reply = yes
		}
	}},
}
