package spec_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/spec"
)

// TestDigestIsStable would fail if a digest depended on the order of maps, on lines, or on known bugs: generated files
// would be stale for no reason.
func TestDigestIsStable(t *testing.T) {
	want := spec.Digest(newHouse().System)
	assert.Len(t, want, 64)
	for range 20 {
		h := newHouse()
		h.KnownBugs = []spec.Edit{{Name: "any"}}
		assert.Equal(t, want, spec.Digest(h.System))
	}

	h := newHouse()
	h.cell(h.press, On).When = spec.All( // the same guard on other lines
		spec.Define("holds", h.hands.Has(h.hand)),
		spec.Not(h.firm.Has(h.hand)))
	assert.Equal(t, want, spec.Digest(h.System))
}

// TestDigestSeesEverything would fail if a change of what a system says left its digest alone: generated files would
// pass for fresh.
func TestDigestSeesEverything(t *testing.T) {
	changes := map[string]func(*house){
		"name":         func(h *house) { h.Name = "Home" },
		"doc":          func(h *house) { h.Doc = "a house" },
		"cell":         func(h *house) { h.Cells = h.Cells[1:] },
		"cell order":   func(h *house) { h.Cells[0], h.Cells[1] = h.Cells[1], h.Cells[0] },
		"reason":       func(h *house) { h.cell(h.press, Broken).Ignore = "no matter" },
		"outcome":      func(h *house) { c := h.cell(h.press, Broken); c.Ignore, c.Reject = "", c.Ignore },
		"reply":        func(h *house) { h.cell(h.press, Broken).Reply = yes },
		"guard":        func(h *house) { h.cell(h.press, Broken).When = h.hard },
		"effect":       func(h *house) { h.cell(h.fix, Broken).Do = spec.Effects{} },
		"named phases": func(h *house) { h.cell(h.fix, Off).In = spec.Named("Fine", Off, On) },
		"action":       func(h *house) { h.action("Pay").Name = "Settle" },
		"who acts":     func(h *house) { h.action("Pay").By = "smith" },
		"fairness":     func(h *house) { h.action("Pay").Fair = spec.Weak },
		"optional":     func(h *house) { h.action("Storm").Optional = false },
		"peek":         func(h *house) { a := h.action("Pay"); a.Take, a.Peek = nil, a.Take },
		"parameters":   func(h *house) { slices.Reverse(h.action("Touch").For) },
		"property":     func(h *house) { h.Properties = h.Properties[1:] },
		"except":       func(h *house) { h.claim(spec.Step{Name: "P", Except: []string{"Pay"}}) },
		"done":         func(h *house) { h.Done = spec.False },
		"size":         func(h *house) { h.Instances[0].Sizes[0] = spec.Size[Lamp](2) },
		"tokens":       func(h *house) { h.Instances[0].Tokens = 2 },
		"checks":       func(h *house) { h.Instances[0].Checks = spec.SafetyOnly },
		"without":      func(h *house) { h.Instances[0].Without = []string{"Pay"} },
		"fair there":   func(h *house) { h.Instances[0].Fair = map[string]spec.Fairness{"Pay": spec.Weak} },
		"event doc":    func(h *house) { h.press.Doc("it is pressed") },
		"phase doc":    func(h *house) { h.lamps.Means(On, "lit") },
		"blank phase":  func(h *house) { h.lamps.Blank(Broken) },
		"new field":    func(h *house) { spec.FieldOf[bool](h.lamps, "old", "") },
		"each":         func(h *house) { h.bills.Each(h.lamp) },
	}
	seen := map[string]string{spec.Digest(newHouse().System): "nothing"}
	for name, change := range changes {
		h := newHouse()
		change(h)
		digest := spec.Digest(h.System)
		assert.Empty(t, seen[digest], "%s has the digest of %s", name, seen[digest])
		seen[digest] = name
	}
}
