package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// A post office in which every kind of field, effect and channel occurs.
type (
	Box    spec.Sort
	Person spec.Sort
	Grade  spec.Enum

	Letter struct {
		Box    spec.Value[Box]
		Person spec.Value[Person]
	}
	Open   struct{ Person spec.Value[Person] }
	Seal   struct{ Person spec.Value[Person] }
	Void   struct{}
	Nod    struct{ Person spec.Value[Person] }
	Leave  struct{ Person spec.Value[Person] }
	NodAll struct{}
)

const (
	Empty  spec.Phase = "Empty"
	InUse  spec.Phase = "InUse"
	Sealed spec.Phase = "Sealed"
)

var (
	_       = spec.Word[Grade]("plain") // the first word, which a blank field holds
	express = spec.Word[Grade]("express")

	box    = spec.Var[Box]("box")
	person = spec.Var[Person]("person")

	boxes  = spec.Each(box, "boxes", Empty, InUse, Sealed).Blank(Sealed)
	stamp  = spec.TokenOf(boxes, "stamp", "")
	owner  = spec.OptionOf[Person](boxes, "owner", "")
	seen   = spec.SetOf[Person](boxes, "seen", "")
	nodded = spec.MarkOn(seen, "nodded", "")
	count  = spec.CountTo(boxes, "count", "", 2)
	grade  = spec.FieldOf[Grade](boxes, "grade", "")

	open   = spec.On(boxes, Open{person})
	seal   = spec.On(boxes, Seal{person})
	void   = spec.On(boxes, Void{})
	nod    = spec.On(boxes, Nod{person})
	leave  = spec.On(boxes, Leave{person})
	nodAll = spec.On(boxes, NodAll{})

	letters = spec.Bag(Letter{box, person}, "letters", "")
	parcels = spec.Queue(Letter{box, person}, 2, "parcels", "").Each(box)
	counted = spec.FactUpTo(box, "counted", "", 2)
)

func postWorld(change func(*spec.System)) spec.System {
	s := spec.System{
		Name: "Post",
		Cells: []spec.Cell{
			{In: Empty, On: open, To: InUse, Do: spec.Do(stamp.Fresh(), owner.Becomes(person), seen.Add(person), count.Inc(),
				grade.Becomes(express), letters.Send(Letter{box, person}))},
			{In: InUse, On: open, When: owner.Is(person), Do: spec.Do(count.Inc())},
			{In: InUse, On: open, When: spec.Not(owner.Is(person)), Do: spec.Do(seen.Add(person), owner.Becomes(person))},
			{In: Sealed, On: open, Reject: "it is sealed"},

			{In: InUse, On: nod, When: seen.Has(person), Do: spec.Do(nodded.Mark(person))},
			{In: InUse, On: nod, When: spec.Not(seen.Has(person)), Ignore: "a stranger"},
			{In: spec.In(Empty, Sealed), On: nod, Ignore: "nobody is there"},

			{In: InUse, On: leave, Do: spec.Do(seen.Remove(person))},
			{In: spec.In(Empty, Sealed), On: leave, Ignore: "nobody is there"},
			{In: InUse, On: nodAll, Do: spec.Do(nodded.MarkAll())},
			{In: spec.In(Empty, Sealed), On: nodAll, Ignore: "nobody is there"},

			{In: InUse, On: seal, Do: spec.Do(count.Inc(), letters.Send(Letter{box, person})), To: Sealed},
			{In: spec.In(Empty, Sealed), On: seal, Ignore: "nothing to seal"},

			{In: InUse, On: void, Do: spec.Do(seen.Clear(), owner.Clear())},
			{In: spec.In(Empty, Sealed), On: void, Ignore: "void"},
		},
		Actions: []spec.Action{
			{Name: "Open", By: "clerk", For: spec.Vars(box, person), When: spec.Not(boxes.In(box, Sealed)), Fire: spec.Fire(open.At(box, Open{person}))},
			{Name: "Nod", By: "clerk", For: spec.Vars(box, person), Fire: spec.Fire(nod.At(box, Nod{person}))},
			{Name: "Void", By: "clerk", For: spec.Vars(box), Fire: spec.Fire(void.At(box, Void{}))},
			{Name: "SealAll", By: "boss", For: spec.Vars(person), Fire: spec.Fire(seal.At(box, Seal{person}).ForEach(box).Where(owner.At(box).Is(person)))},
			{Name: "Post", By: "clerk", For: spec.Vars(box, person), Do: spec.Do(parcels.Send(Letter{box, person}))},
			{Name: "Fetch", By: "van", Take: parcels, Do: spec.Do(counted.At(box).Inc())},
			{Name: "Look", By: "boss", Peek: letters},
		},
		Instances: []spec.Instance{{Name: "some", Sizes: spec.Sizes(spec.Size[Box](2), spec.Size[Person](2)), Tokens: 2}},
	}
	if change != nil {
		change(&s)
	}
	return s
}

// The rules by which effects are carried out would be wrong here one by one; Apply knows no world.
func TestApply(t *testing.T) {
	m := compile(t, postWorld(nil))
	entry := func(phase int, fields ...int) model.Entry { return model.Entry{Phase: phase, Fields: fields} }
	const (
		empty  = 0
		inUse  = 1
		sealed = 2
	)
	blank := entry(empty, 0, 0, 0, 0, 0, 0)
	for _, c := range []struct {
		name  string
		event string
		args  []int
		from  model.Entry // stamp, owner, seen, nodded, count, grade
		to    model.Entry
		sent  string
		drew  bool
	}{
		{"fresh token, option, set, counter, word, send", "Open", []int{1}, blank, entry(inUse, 7, 2, 0b10, 0, 1, 1), "letters(box2, person2)", true},
		{"an element more", "Open", []int{1}, entry(inUse, 1, 1, 0b01, 0b01, 1, 1), entry(inUse, 1, 2, 0b11, 0b01, 1, 1), "", false},
		{"a mark", "Nod", []int{1}, entry(inUse, 1, 1, 0b11, 0, 1, 1), entry(inUse, 1, 1, 0b11, 0b10, 1, 1), "", false},
		{"an event that is ignored", "Nod", []int{1}, entry(inUse, 1, 1, 0b01, 0, 1, 1), entry(inUse, 1, 1, 0b01, 0, 1, 1), "", false},
		{"a member leaves with its mark", "Leave", []int{1}, entry(inUse, 1, 1, 0b11, 0b11, 1, 1), entry(inUse, 1, 1, 0b01, 0b01, 1, 1), "", false},
		{"a set is cleared with its marks", "Void", nil, entry(inUse, 1, 1, 0b11, 0b10, 1, 1), entry(inUse, 1, 0, 0, 0, 1, 1), "", false},
		{"a mark on every member", "NodAll", nil, entry(inUse, 1, 1, 0b11, 0b10, 1, 1), entry(inUse, 1, 1, 0b11, 0b11, 1, 1), "", false},
		{"a blank phase clears after the effects", "Seal", []int{0}, entry(inUse, 1, 1, 0b11, 0b10, 1, 1), entry(sealed, 0, 0, 0, 0, 0, 0), "letters(box2, person1)", false},
	} {
		h, err := m.Apply(c.event, []int{1}, c.from, c.args, 7)
		require.NoError(t, err, c.name)
		assert.Equal(t, c.to, h.Next, c.name)
		assert.Equal(t, c.sent, sentText(h), c.name)
		assert.Equal(t, c.drew, h.Drew, c.name)
		assert.Empty(t, h.Fault, c.name)
	}

	h, err := m.Apply("Open", []int{0}, entry(sealed, 0, 0, 0, 0, 0, 0), []int{0}, 7)
	require.NoError(t, err)
	assert.Equal(t, ast.Reject, h.Outcome)
	assert.Equal(t, "it is sealed", m.System.Cells[h.Cell].Why)

	h, err = m.Apply("Open", []int{0}, entry(inUse, 1, 1, 0b01, 0, 2, 0), []int{0}, 7)
	require.NoError(t, err)
	assert.Equal(t, "count becomes 3, it is between 0 and 2", h.Fault)
}

func sentText(h model.Happening) string {
	text := ""
	for _, m := range h.Sent {
		text += m.Text()
	}
	return text
}

// What is asked about something that the model does not know must be an error, and never a panic.
func TestApplyErrors(t *testing.T) {
	m := compile(t, postWorld(nil))
	entry := model.Entry{Fields: make([]int, 6)}
	for _, c := range []struct {
		event     string
		key, args []int
		entry     model.Entry
		want      string
	}{
		{"Close", []int{0}, []int{0}, entry, `no event "Close"`},
		{"Open", []int{0}, nil, entry, "event Open takes 1 keys and 1 arguments"},
		{"Open", []int{2}, []int{0}, entry, "out of range"},
		{"Open", []int{0}, []int{2}, entry, "out of range"},
		{"Open", []int{0}, []int{0}, model.Entry{}, "no entry of machine boxes"},
		{"Open", []int{0}, []int{0}, model.Entry{Fields: []int{0, 0, 0, 0, 3, 0}}, "field count of machine boxes cannot be 3"},
	} {
		_, err := m.Apply(c.event, c.key, c.entry, c.args, 1)
		assert.ErrorContains(t, err, c.want)
	}
}

// A domain with holes would make a proof over the whole domain worthless.
func TestDomains(t *testing.T) {
	m := compile(t, postWorld(nil))
	n := 0
	for e := range m.Entries(m.System.Machines[0]) {
		assert.Zero(t, e.Fields[3]&^e.Fields[2], "marks on members only")
		n++
	}
	// Phases, tokens with none, options with none, members and marks (each unseen, seen, or marked), counts, words.
	assert.Equal(t, 3*3*3*(3*3)*3*2, n)

	n = 0
	for range m.Arguments(m.System.Events[0]) {
		n++
	}
	assert.Equal(t, 2, n)
}
