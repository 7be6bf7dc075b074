package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// A message at the wrong end of a queue, or one of another queue, must not be possible to take.
func TestQueuesAreInOrder(t *testing.T) {
	m := compile(t, postWorld(nil))
	s := walk(t, m, "Post(box1, person2)", "Post(box1, person1)", "Post(box2, person1)")
	_, ok := move(m, s, "Fetch(box1, person1)")
	assert.False(t, ok, "the second in its queue")
	_, ok = move(m, s, "Fetch(box2, person1)")
	assert.True(t, ok, "the first of another queue")
	s = walk(t, m, "Post(box1, person2)", "Post(box1, person1)", "Fetch(box1, person2)")
	_, ok = move(m, s, "Fetch(box1, person1)")
	assert.True(t, ok, "now the first")
}

// What leaves its range must be a fault, in words.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		labels []string
		last   string
		want   string
	}{
		{[]string{"Post(box1, person1)", "Post(box1, person1)"}, "Post(box1, person2)", "parcels is full: there is room for 2"},
		{[]string{"Open(box1, person1)", "Open(box1, person1)"}, "Open(box1, person1)", "count becomes 3, it is between 0 and 2"},
		{[]string{"Post(box1, person1)", "Fetch(box1, person1)", "Post(box1, person1)", "Fetch(box1, person1)", "Post(box1, person1)"},
			"Fetch(box1, person1)", "counted becomes 3, it is between 0 and 2"},
	} {
		m := compile(t, postWorld(nil))
		s := walk(t, m, c.labels...)
		for _, move := range m.Moves(s) {
			if move.Label == c.last {
				assert.Equal(t, c.want, move.Fault)
			}
		}
		assert.Contains(t, labels(m, s), c.last)
	}
	r := explore(t, postWorld(nil), model.Options{})
	assert.Equal(t, model.Safety, r.Result)
	assert.Equal(t, model.TypeOK, r.Property)
	assert.Equal(t, 3, r.Trace.Len())
	assert.Equal(t, r.Reason, r.Trace.Fault)
}

// An action that draws must not be possible when no token is left, whatever else is; one that does not draw must be.
func TestTokensRunOut(t *testing.T) {
	m := compile(t, postWorld(func(s *spec.System) { s.Instances[0].Tokens = 1 }))
	s := walk(t, m, "Open(box1, person1)")
	assert.NotContains(t, labels(m, s), "Open(box2, person1)", "it would draw")
	assert.Contains(t, labels(m, s), "Open(box1, person2)", "its cell draws nothing")
}

// An action whose events are all ForEach needs one hit, and then happens at every entry it hits.
func TestForEach(t *testing.T) {
	m := compile(t, postWorld(nil))
	s := walk(t, m, "Open(box1, person1)", "Open(box2, person2)")
	assert.Subset(t, labels(m, s), []string{"SealAll(person1)", "SealAll(person2)"})
	s = walk(t, m, "Open(box1, person1)", "Open(box2, person1)")
	assert.NotContains(t, labels(m, s), "SealAll(person2)", "no box is his")
	s, _ = move(m, s, "SealAll(person1)")
	assert.Equal(t, 2, entry(t, m, s, "boxes", 0).Phase)
	assert.Equal(t, 2, entry(t, m, s, "boxes", 1).Phase)
}

// A message that is only looked at must stay, and two alike must count as two.
func TestPeekLeavesTheMessage(t *testing.T) {
	m := compile(t, postWorld(nil))
	s := walk(t, m, "Open(box1, person1)")
	assert.NotContains(t, labels(m, s), "Look(box1, person2)")
	looked, ok := move(m, s, "Look(box1, person1)")
	assert.True(t, ok)
	assert.Equal(t, s, looked)
	s, _ = move(m, s, "SealAll(person1)") // sends the same letter once more
	assert.Contains(t, m.Canonical(s), "<<2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0,", "two letters for box1 and person1")
}

// The events of a step are judged by the state before it: a swap must not see its own first half.
func TestStateBefore(t *testing.T) {
	both := spec.Action{Name: "Swap", For: spec.Vars(lamp, lamp2), When: spec.All(spec.Not(lamp.Eq(lamp2)), lamps.In(lamp, On), lamps.In(lamp2, Off)),
		Fire: spec.Fire(press.At(lamp, Press{}), press.At(lamp2, Press{}))}
	m := compile(t, lampsWorld(2, func(s *spec.System) { s.Actions = append(s.Actions, both) }))
	s := walk(t, m, "Click(lamp1)", "Swap(lamp1, lamp2)")
	assert.Equal(t, []int{0, 1}, []int{entry(t, m, s, "lamps", 0).Phase, entry(t, m, s, "lamps", 1).Phase})
}
