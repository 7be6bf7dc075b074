package statemachine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine"
)

var lamps = statemachine.Table{
	Spec: "Lamps", Machine: "lamps",
	Phases:    []statemachine.Name{{Name: "Off"}, {Name: "On"}},
	Events:    []statemachine.Name{{Name: "Press"}, {Name: "Burn"}},
	Questions: []statemachine.Question{{Name: "mine", Text: "who = owner"}},
	Cells: []statemachine.CellInfo{
		{Event: "Press", In: "Off", Phases: []string{"Off"}, Guard: "mine", When: []statemachine.Literal{{Question: "mine", Is: true}},
			To: "On", Effects: []statemachine.Effect{{Op: statemachine.CountUp, On: "times", Text: "count times up"}}, Reply: "bright"},
		{Event: "Press", In: "Off", Phases: []string{"Off"}, Guard: "not mine", When: []statemachine.Literal{{Question: "mine"}},
			Outcome: statemachine.Ignore, Why: "another's", Reply: "dark"},
		{Event: "Press", In: "On", Phases: []string{"On"}, Guard: "always", Reply: "bright"},
		{Event: "Burn", In: "Any", Phases: []string{"Off", "On"}, Guard: "always", Outcome: statemachine.Reject, Why: "it is new"},
	},
}

// If it failed, an error would not say which cell can never be, or production would stop for it.
func TestReject(t *testing.T) {
	if statemachine.Invariants {
		require.Panics(t, func() { lamps.Reject(3, 1) })
		return
	}
	err := lamps.Reject(3, 1)
	require.EqualError(t, err, "statemachine: lamps: Burn in On when always can never be: it is new")
	require.Equal(t, &statemachine.RejectError{Machine: "lamps", Event: "Burn", Phase: "On", Guard: "always", Reason: "it is new"}, err)
	require.ErrorContains(t, lamps.Reject(255, 9), "no event in no phase")
}

// If it failed, dumps and conversations would tell another story than the table.
func TestTexts(t *testing.T) {
	assert.Equal(t, "Press in Off when mine: apply, count times up, to On, reply bright\n"+
		"Press in Off when not mine: ignore (another's), reply dark\n"+
		"Press in On: apply, reply bright\n"+
		"Burn in Any: reject (it is new)\n", lamps.String())
	for want, at := range map[string]statemachine.Transition{
		"Press: Off to On, reply bright":               {Cell: 0, From: 0, To: 1},
		"Press in Off: ignore (another's), reply dark": {Cell: 1},
		"Press in On, reply bright":                    {Cell: 2, From: 1, To: 1},
		"Burn in On: reject (it is new)":               {Cell: 3, From: 1, To: 1},
	} {
		at.Table = &lamps
		assert.Equal(t, want, at.String())
	}
	assert.Equal(t, "apply ignore reject no outcome",
		statemachine.Apply.String()+" "+statemachine.Ignore.String()+" "+statemachine.Reject.String()+" "+statemachine.Outcome(9).String())
	assert.Equal(t, statemachine.Reject, lamps.Cell(-1).Outcome)
	assert.Equal(t, "who = owner", lamps.Question("mine"))
	assert.Equal(t, "down", lamps.Question("down"))
}

// If it failed, the table read as a program would take another cell than the one that applies.
func TestFind(t *testing.T) {
	answer := func(is bool) func(string) bool { return func(string) bool { return is } }
	assert.Equal(t, 0, lamps.Find("Press", "Off", answer(true)))
	assert.Equal(t, 1, lamps.Find("Press", "Off", answer(false)))
	assert.Equal(t, 3, lamps.Find("Burn", "On", answer(false)))
	assert.Equal(t, -1, lamps.Find("Press", "Gone", answer(true)))
}

// If it failed, a test that counts cells could pass without having met them.
func TestCoverage(t *testing.T) {
	c := statemachine.NewCoverage(&lamps)
	require.Equal(t, []int{0, 1, 2}, c.Missing(), "reject cells are not waited for")
	c.Observe(statemachine.Transition{Table: &lamps, Cell: 1})
	c.Add(1)
	c.Add(255)
	require.Equal(t, []int{0, 2}, c.Missing())
	require.EqualValues(t, 2, c.Met(1))
}

// If it failed, an option would hold the zero value where it holds none, or be equal to another one.
func TestOption(t *testing.T) {
	var none statemachine.Option[int]
	zero := statemachine.Some(0)
	assert.True(t, none.None())
	assert.False(t, none.Is(0))
	assert.True(t, zero.Is(0))
	assert.False(t, zero.None())
	assert.NotEqual(t, none, zero)
	assert.Equal(t, zero, statemachine.Some(0))
}
