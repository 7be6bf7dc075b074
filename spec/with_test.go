package spec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/spec"
)

// cellTexts are the cells of an event, each in one line.
func cellTexts(s spec.System, event string) []string {
	var lines []string
	for _, c := range spec.Link(s).Cells {
		if c.Event.Name == event {
			lines = append(lines, c.In.Text()+": "+ast.Text(c.When)+" -> "+c.To+c.Why)
		}
	}
	return lines
}

// TestReplaceCells would fail if an edit left a trace of what it replaces, or took more than the phases it names.
func TestReplaceCells(t *testing.T) {
	h := newHouse()
	before := spec.Digest(h.System)

	edited, err := h.With(spec.Edit{Name: "sure", Changes: []spec.Change{
		spec.ReplaceCells(spec.Cell{In: On, On: h.fix, Reject: "it is lit"}, spec.Cell{In: Shut, On: h.slam, Do: spec.Do(h.feels.Becomes(h.mood))}),
	}})

	require.NoError(t, err)
	assert.Equal(t, []string{
		"On: always -> it is lit",
		"Off: not same -> fixed before",
		"Off: same -> a repair ends once",
		"Broken: same -> Off",
		"Broken: not same -> another repair",
	}, cellTexts(edited, "Fix"))
	assert.Equal(t, []string{
		"Shut: always -> ",
		"Ajar: mood = calm -> ajar already",
		"Ajar: not mood = calm -> Shut",
	}, cellTexts(edited, "Slam"))
	require.NoError(t, spec.Validate(edited), "Ajar is no longer reached: an edit may leave something unused")
	assert.Equal(t, before, spec.Digest(h.System), "the original is as it was")
}

// TestAssume would fail if a guard still looked at what is assumed, or a cell stayed whose guard is false.
func TestAssume(t *testing.T) {
	h := newHouse()
	for is, want := range map[bool][]string{
		true:  {"Off, On: always -> a repair ends once", "Broken: always -> Off"},
		false: {"Off, On: always -> fixed before", "Broken: always -> another repair"},
	} {
		edited, err := h.With(spec.Edit{Name: "blind", Changes: []spec.Change{spec.Assume(h.fix, h.same, is)}})
		require.NoError(t, err)
		assert.Equal(t, want, cellTexts(edited, "Fix"))
	}

	edited, err := h.With(spec.Edit{Name: "hard", Changes: []spec.Change{
		spec.Assume(h.press, h.hard, true), spec.Assume(h.press, h.firm.Has(h.hand), false),
	}})
	require.NoError(t, err)
	assert.Equal(t, []string{
		"Off: always -> On", "On: holds -> Off", "On: not holds -> not by this hand", "Broken: always -> it is broken",
	}, cellTexts(edited, "Press"))
}

// TestAssumeSimplifies would fail if a guard were not as short as it gets, or changed its meaning on the way.
func TestAssumeSimplifies(t *testing.T) {
	h := newHouse()
	a, b := h.hard, spec.Bool(h.hands.Empty())
	for _, c := range []struct {
		guard spec.Bool
		is    bool
		want  string // "": the cell is gone
	}{
		{spec.Not(a), true, ""},
		{spec.Not(a), false, "always"},
		{spec.All(a, b), true, "hands is empty"},
		{spec.All(a, b), false, ""},
		{spec.All(a, b, spec.Not(b)), true, "hands is empty and not hands is empty"},
		{spec.AnyOf(a, b), true, "always"},
		{spec.AnyOf(a, b), false, "hands is empty"},
		{spec.AnyOf(a, b, spec.Not(b)), false, "hands is empty or not hands is empty"},
		{spec.AnyOf(a, a), false, ""},
		{spec.Implies(a, b), true, "hands is empty"},
		{spec.Implies(a, b), false, "always"},
		{spec.Implies(b, a), true, "always"},
		{spec.Implies(b, a), false, "not hands is empty"},
		{spec.Implies(spec.Not(b), spec.All(a, b)), true, "not hands is empty implies hands is empty"},
		{a.Eq(b), true, "true = hands is empty"},
		{spec.Define("either", spec.AnyOf(a, b)), false, "hands is empty"},
		{spec.All(b, spec.Define("other", spec.Not(b)), spec.Not(a)), false, "hands is empty and other"},
	} {
		h.cell(h.press, Broken).When = c.guard
		edited, err := h.With(spec.Edit{Name: "e", Changes: []spec.Change{spec.Assume(h.press, a, c.is)}})
		require.NoError(t, err)
		got := ""
		for _, cell := range spec.Link(edited).Cells {
			if cell.Event.Name == "Press" && cell.In.Text() == "Broken" {
				got = ast.Text(cell.When)
			}
		}
		assert.Equal(t, c.want, got)
	}
}

// TestSetters would fail if an edit of an action changed another one, or the original.
func TestSetters(t *testing.T) {
	h := newHouse()
	before := spec.Digest(h.System)

	edited, err := h.With(spec.Edit{Name: "all", Changes: []spec.Change{
		spec.SetFair("Repair", spec.Strong),
		spec.SetWhen("Connect", nil),
		spec.SetFire("Storm", h.slam.At(h.hand, Slam{calm}).ForEach(h.hand)),
		spec.SetDo("Pay", spec.Do(h.power.At(h.lamp).Becomes(spec.True))),
	}})

	require.NoError(t, err)
	s := spec.Link(edited)
	assert.Equal(t, spec.Strong, s.Action("Repair").Fair)
	assert.Nil(t, s.Action("Connect").When)
	assert.Equal(t, "Slam(calm) at doors[hand] for each hand", ast.FiringText(s.Action("Storm").Fire[0]))
	assert.Equal(t, "power[lamp] becomes true", ast.EffectText(s.Action("Pay").Do[0]))
	assert.Equal(t, before, spec.Digest(h.System))
}

// TestEditDoesNotFit would fail if an edit that names nothing, or changes nothing, passed for one: a known bug would then
// be looked for in a system that does not have it.
func TestEditDoesNotFit(t *testing.T) {
	h := newHouse()
	other := newHouse()
	for want, changes := range map[string][]spec.Change{
		"e has no changes":                                                         nil,
		"e has a nil change":                                                       {nil},
		"ReplaceCells names no cells":                                              {spec.ReplaceCells()},
		"ReplaceCells: cell 1 has no event or no phases":                           {spec.ReplaceCells(spec.Cell{In: Off})},
		"Press in Ajar: no cell says anything of it":                               {spec.ReplaceCells(spec.Cell{In: Ajar, On: h.press})},
		"Fix in Off: no cell says anything of it":                                  {spec.ReplaceCells(spec.Cell{In: Off, On: other.fix})},
		"ReplaceCells changes nothing":                                             {spec.ReplaceCells(h.Cells[5])},
		"Assume always has no event or no condition":                               {spec.Assume(h.fix, nil, true)},
		"Assume same of Fix speaks of an event without cells":                      {spec.Assume(other.fix, h.same, true)},
		"Assume hard of Fix speaks of a condition that none of its cells looks at": {spec.Assume(h.fix, h.hard, true)},
		"SetFair Nobody speaks of an unknown action":                               {spec.SetFair("Nobody", spec.Weak)},
		"SetWhen Nobody speaks of an unknown action":                               {spec.SetWhen("Nobody", nil)},
		"SetFair Repair changes nothing":                                           {spec.SetFair("Repair", spec.Weak)},
		"SetWhen Repair changes nothing":                                           {spec.SetFair("Repair", spec.Strong), spec.SetWhen("Repair", nil)},
		"SetFire Pay changes nothing":                                              {spec.SetFire("Pay")},
		"SetDo Repair changes nothing":                                             {spec.SetDo("Repair", spec.Do())},
	} {
		_, err := h.With(spec.Edit{Name: "e", Changes: changes})
		require.ErrorIs(t, err, spec.ErrEdit, want)
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, ": e")
	}
}

// TestBug would fail if a known bug could not be found by its name.
func TestBug(t *testing.T) {
	s := spec.System{KnownBugs: []spec.Edit{{Name: "first"}, {Name: "second"}}}

	bug, ok := s.Bug("second")
	assert.True(t, ok)
	assert.Equal(t, "second", bug.Name)

	_, ok = s.Bug("third")
	assert.False(t, ok)
}

// TestKnownBugFaults would fail if a known bug that is none were found out only when somebody looks for it.
func TestKnownBugFaults(t *testing.T) {
	h := newHouse()
	change := []spec.Change{spec.SetWhen("Connect", nil)}
	h.KnownBugs = []spec.Edit{
		{Name: "good", Breaks: "FewUses", Changes: change, Found: []spec.Found{{Instance: "one", Length: 3}}},
		{Name: "deadly", Breaks: "Deadlock", Changes: change},
	}
	require.NoError(t, spec.Validate(h.System))

	h.KnownBugs = append(h.KnownBugs,
		spec.Edit{Name: "not one", Breaks: "Nothing", Changes: change, Found: []spec.Found{{Instance: "two", Length: -1}}},
		spec.Edit{Name: "good", Breaks: "TypeOK", Changes: change},
		spec.Edit{Name: "idle", Breaks: "TypeOK"},
		spec.Edit{Name: "holed", Breaks: "TypeOK", Changes: []spec.Change{spec.ReplaceCells(spec.Cell{In: Shut, On: h.slam, When: h.mood.Eq(calm), To: Ajar})}},
	)
	err := spec.Validate(h.System)

	for _, want := range []string{
		`known bug not one: "not one" is no name`,
		`known bug not one: breaks "Nothing", which is no property`,
		`known bug not one: is found in "two", which is no instance`,
		`known bug not one: is found after -1 steps`,
		`known bug idle: cannot be applied: spec: edit does not fit: idle has no changes`,
		`known bug holed: leaves a system with a fault: Slam in Shut under not mood = calm (doors`,
		`known bug good: is the name of two`,
	} {
		assert.ErrorContains(t, err, want)
	}
	_, err = spec.Resolve(h.System)
	assert.NoError(t, err, "a system is as good as it is, whatever its known bugs are")
}
