package gostep

import (
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// Bits of a set's change in the order in which a caller carries them out.
const (
	setClear = iota
	setRemove
	setAdd
	setUnmarkAll
	setUnmark
	setMarkAll
	setMark
)

// A setBit is one change of a set, or of a mark on it.
type setBit struct {
	field *ast.Field
	op    int
}

// bits are all changes of a set in the order of their constants, which is the order in which they are carried out.
func (s *set) bits() []setBit {
	bits := []setBit{{s.field, setClear}, {s.field, setRemove}, {s.field, setAdd}}
	for _, m := range s.marks {
		bits = append(bits, setBit{m, setUnmarkAll}, setBit{m, setUnmark}, setBit{m, setMarkAll}, setBit{m, setMark})
	}
	return bits
}

func (b setBit) name(prefix string) string {
	return prefix + exported(b.field.Name) + [...]string{"Clear", "Remove", "Add", "UnmarkAll", "Unmark", "MarkAll", "Mark"}[b.op]
}

func (b setBit) doc() string {
	return [...]string{"all leave", "it leaves", "it joins",
		"the mark is taken off everybody", "off it", "the mark is set on all members", "on it"}[b.op]
}

// setBitOf is the bit of an effect on a set or a mark.
func setBitOf(e ast.Effect) (b setBit, ok bool) {
	at := func(f *ast.Field, onSet, onMark int) (setBit, bool) {
		switch f.Shape {
		case ast.Set:
			return setBit{f, onSet}, true
		case ast.Mark:
			return setBit{f, onMark}, true
		default:
			return setBit{}, false
		}
	}
	switch e := e.(type) {
	case ast.Add:
		return at(e.Field, setAdd, setMark)
	case ast.Remove:
		return at(e.Field, setRemove, setUnmark)
	case ast.Clear:
		return at(e.Field, setClear, setUnmarkAll)
	case ast.MarkAll:
		return at(e.Field, setMarkAll, setMarkAll)
	default:
		return setBit{}, false
	}
}

// check refuses what a change cannot say: an element other than the event's one argument of the set's sort, and
// effects whose order matters but is not that of the bits.
func (s *set) check(ev *event, c *ast.Cell) {
	var bits []setBit
	for _, e := range c.Do {
		b, ok := setBitOf(e)
		if !ok || (b.field != s.field && b.field.On != s.field) {
			continue
		}
		for _, x := range ast.EffectExprs(e) {
			if v, ok := x.(ast.Var); !ok || !isArg(ev.e, v.V) || !soleOfSort(ev.e, v.V) {
				cannot("%s: a step names no other element than the event's one argument of its sort", ast.EffectText(e))
			}
		}
		bits = append(bits, b)
	}
	if !s.sameInOrder(bits) {
		cannot("the effects on %s (%s) mean another thing in the order in which a step carries them out", s.field.Name, bitsText(bits))
	}
}

func soleOfSort(e *ast.Event, v *ast.Variable) bool {
	n := 0
	for _, a := range e.Args {
		if a.Type.Kind == v.Type.Kind && a.Type.Name == v.Type.Name {
			n++
		}
	}
	return n == 1
}

func bitsText(bits []setBit) string {
	names := make([]string, len(bits))
	for i, b := range bits {
		names[i] = b.name("")
	}
	return strings.Join(names, ", ")
}

// sameInOrder tries the effects in their own order and in the order of the bits, on every state of the element and of
// another one: members or not, with each of the marks or not.
func (s *set) sameInOrder(effects []setBit) bool {
	var ordered []setBit
	for _, b := range s.bits() {
		for _, e := range effects {
			if e == b {
				ordered = append(ordered, e)
			}
		}
	}
	n := 1 + len(s.marks)
	for state := range 1 << (2 * n) {
		it, other := uint32(state)&(1<<n-1), uint32(state)>>n
		if s.run(effects, it, true) != s.run(ordered, it, true) || s.run(effects, other, false) != s.run(ordered, other, false) {
			return false
		}
	}
	return true
}

// run carries effects out on one element, whose state has bit 0 for membership and one bit for each mark. Effects on
// one element touch only the element they name.
func (s *set) run(effects []setBit, state uint32, named bool) uint32 {
	for _, b := range effects {
		bit := uint32(1)
		for i, m := range s.marks {
			if m == b.field {
				bit = 2 << i
			}
		}
		switch {
		case b.op == setClear, b.op == setRemove && named:
			state = 0
		case b.op == setAdd && named, b.op == setMark && named, b.op == setMarkAll && state&1 == 1:
			state |= bit
		case b.op == setUnmarkAll, b.op == setUnmark && named:
			state &^= bit
		}
	}
	return state
}
