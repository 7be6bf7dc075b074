package model

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// An effect changes the state after the step.
type effect func(*frame)

func (x *frame) fail(format string, args ...any) {
	if x.fault == "" {
		x.fault = fmt.Sprintf(format, args...)
	}
}

// effects compiles what a cell does to its entry, or what an action does.
func (s scope) effects(list []ast.Effect) []effect {
	compiled := make([]effect, len(list))
	for i, e := range list {
		compiled[i] = s.effect(e)
	}
	return compiled
}

func (s scope) effect(e ast.Effect) effect {
	switch e := e.(type) {
	case ast.Fresh:
		return s.fresh(s.place(e.Field))
	case ast.Assign:
		return s.assign(e)
	case ast.Clear:
		return blank(s.withMarks(e.Field))
	case ast.Bump:
		e2 := s.layout.machines[e.Field.Machine]
		return bump(s.place(e.Field), e.By, e2.held[e.Field], e.Field.Name)
	case ast.Add:
		return s.add(e)
	case ast.Remove:
		return s.remove(e)
	case ast.MarkAll:
		mark, set := s.place(e.Field), s.place(e.Field.On)
		return func(x *frame) { x.next[mark] = x.next[set] }
	case ast.Send:
		return s.send(e)
	case ast.SetFact:
		return s.setFact(e)
	case ast.BumpFact:
		return s.bumpFact(e)
	case ast.Undone:
		s.fail("%s", e.Fault.Text)
		return func(*frame) {}
	default:
		s.fail("no effect is known as %T", e)
		return func(*frame) {}
	}
}

// place is where a field of the cell's own entry is.
func (s scope) place(f *ast.Field) int { return s.self + s.layout.machines[f.Machine].fields[f] }

// withMarks are the places of a field and of the marks on it.
func (s scope) withMarks(f *ast.Field) []int {
	places := []int{s.place(f)}
	for _, mark := range f.Machine.Fields {
		if mark.Shape == ast.Mark && mark.On == f {
			places = append(places, s.place(mark))
		}
	}
	return places
}

func blank(places []int) effect {
	return func(x *frame) {
		for _, p := range places {
			x.next[p] = 0
		}
	}
}

func (s scope) fresh(place int) effect {
	next := s.layout.nextToken
	return func(x *frame) {
		if x.drawn != 0 {
			x.next[place] = byte(x.drawn)
			return
		}
		x.next[place] = x.next[next]
		x.next[next]++
	}
}

func (s scope) assign(e ast.Assign) effect {
	place, value := s.place(e.Field), s.number(e.X)
	held := s.layout.machines[e.Field.Machine].held[e.Field]
	if e.Field.Shape == ast.Option {
		return func(x *frame) { x.next[place] = byte(value.value(x) + 1) }
	}
	return write(place, value, held, e.Field.Name)
}

// write stores a value, which is a fault outside its span.
func write(place int, value number, held span, name string) effect {
	return func(x *frame) {
		v := value.value(x)
		if v < held.lo || v >= held.lo+held.n {
			x.fail("%s becomes %d, it is at most %d", name, v, held.lo+held.n-1)
			return
		}
		x.next[place] = byte(v)
	}
}

// bump counts up or down, which is a fault where it leaves the counter's span.
func bump(place, by int, held span, name string) effect {
	return func(x *frame) {
		v := int(x.next[place]) + by
		if v < 0 || v >= held.n {
			x.fail("%s becomes %d, it is between 0 and %d", name, v, held.n-1)
			return
		}
		x.next[place] = byte(v)
	}
}

func (s scope) add(e ast.Add) effect {
	place, elem := s.place(e.Field), s.number(e.X)
	return func(x *frame) { x.next[place] |= 1 << elem.value(x) }
}

// remove takes an element out of a set and the marks it bears.
func (s scope) remove(e ast.Remove) effect {
	places, elem := s.withMarks(e.Field), s.number(e.X)
	return func(x *frame) {
		member := byte(1) << elem.value(x)
		for _, p := range places {
			x.next[p] &^= member
		}
	}
}

func (s scope) setFact(e ast.SetFact) effect {
	fact, value := s.layout.facts[e.Fact], s.number(e.X)
	return s.atFact(fact, e.At, func(place int) effect { return write(place, value, fact.held, e.Fact.Name) })
}

func (s scope) bumpFact(e ast.BumpFact) effect {
	fact := s.layout.facts[e.Fact]
	return s.atFact(fact, e.At, func(place int) effect { return bump(place, e.By, fact.held, e.Fact.Name) })
}

// atFact is an effect on a fact at keys that may depend on the state.
func (s scope) atFact(fact *values, at []ast.Expr, of func(place int) effect) effect {
	index := s.index(fact.keys, s.numbers(at))
	effects := make([]effect, fact.keys.size())
	for i := range effects {
		effects[i] = of(fact.base + i)
	}
	return func(x *frame) {
		i := index.value(x)
		if i < 0 {
			x.fail("%s has no such place", fact.fact.Name)
			return
		}
		effects[i](x)
	}
}
