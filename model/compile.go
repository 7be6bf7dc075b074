package model

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// Expressions are compiled for given values of their variables: an action is compiled once for each value of its
// parameters, a quantifier becomes a chain, a field of an entry becomes a byte at a constant place. What is left are
// short closures over the frame, and guards that the values already decide are gone.

// A compiler holds what the compiled parts of one system share.
type compiler struct {
	sys       *ast.System
	layout    *layout
	occasions map[*ast.Event]*occasions
	err       error // the first one
}

// fail keeps the first error; compilation goes on with whatever stands there.
func (c *compiler) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("model: "+format, args...)
	}
}

// A scope is where an expression stands: the values of its variables, the entry it is about, and which of the two states
// of the frame it reads.
type scope struct {
	*compiler
	vars  *bound
	self  int  // the place of the entry that a cell is about
	own   bool // fields of that entry are read from next: inside effects
	after bool // everything is read from next: inside After
}

// bound is the value of a variable, and the variables bound before it.
type bound struct {
	name string
	n    int
	up   *bound
}

func (s scope) bind(v *ast.Variable, n int) scope {
	s.vars = &bound{v.Name, n, s.vars}
	return s
}

func (s scope) bindAll(vs []*ast.Variable, values []int) scope {
	for i, v := range vs {
		s = s.bind(v, values[i])
	}
	return s
}

func (s scope) lookup(v *ast.Variable) int {
	for b := s.vars; b != nil; b = b.up {
		if b.name == v.Name {
			return b.n
		}
	}
	s.fail("nothing binds variable %s", v.Name)
	return 0
}

// condition compiles a condition; nil always holds.
func (s scope) condition(x ast.Expr) condition {
	switch x := x.(type) {
	case nil:
		return always(true)
	case ast.Named:
		return s.condition(x.X)
	case ast.Not:
		return s.condition(x.X).not()
	case ast.And:
		return allOf(s.conditions(x.Xs))
	case ast.Or:
		return anyOf(s.conditions(x.Xs))
	case ast.Implies:
		return either(s.condition(x.If).not(), s.condition(x.Then))
	case ast.Quant:
		return s.quantifier(x)
	case ast.Eq:
		return compare(s.number(x.A), s.number(x.B), func(a, b int) bool { return a == b })
	case ast.Less:
		return compare(s.number(x.A), s.number(x.B), func(a, b int) bool { return a < b })
	case ast.InPhase:
		return s.inPhase(x)
	case ast.Has:
		return compare(s.number(x.Set), s.number(x.Elem), func(set, elem int) bool { return set>>elem&1 != 0 })
	case ast.Empty:
		return s.number(x.Set).condition().not()
	case ast.OptIs:
		return compare(s.number(x.Opt), s.number(x.X), func(opt, v int) bool { return opt == v+1 })
	case ast.OptNone:
		return s.number(x.Opt).condition().not()
	case ast.Replies:
		return s.replies(x)
	case ast.Moves:
		return s.moves(x)
	case ast.Changed:
		return s.changed(x)
	case ast.After:
		s.after = true
		return s.condition(x.X)
	default: // a value of type bool
		return s.number(x).condition()
	}
}

func (s scope) conditions(xs []ast.Expr) []condition {
	cs := make([]condition, len(xs))
	for i, x := range xs {
		cs[i] = s.condition(x)
	}
	return cs
}

// number compiles a value; of a set it is the bits of its members.
func (s scope) number(x ast.Expr) number {
	switch x := x.(type) {
	case ast.Var:
		return constant(s.lookup(x.V))
	case ast.Lit:
		return constant(x.N)
	case ast.Get:
		return s.get(x)
	case ast.Read:
		fact := s.layout.facts[x.Fact]
		return s.read(fact.base, 1, s.index(fact.keys, s.numbers(x.At)))
	case ast.Less1:
		return combine(s.number(x.Set), s.number(x.Elem), func(set, elem int) int { return set &^ (1 << elem) })
	case ast.Count:
		return s.count(x)
	case ast.Sum:
		return s.sum(x.Xs)
	case ast.NumberOf:
		return s.numberOf(x)
	case ast.ReplyOf:
		return s.replyOf(x)
	case ast.After:
		s.after = true
		return s.number(x.X)
	case ast.Bad:
		s.fail("%s", x.Fault.Text)
		return constant(0)
	case nil:
		s.fail("a value is missing")
		return constant(0)
	default:
		return s.condition(x).number()
	}
}

func (s scope) numbers(xs []ast.Expr) []number {
	ns := make([]number, len(xs))
	for i, x := range xs {
		ns[i] = s.number(x)
	}
	return ns
}

// compare knows the usual case, a variable part against a constant.
func compare(a, b number, holds func(a, b int) bool) condition {
	switch {
	case a.fixed() && b.fixed():
		return always(holds(a.n, b.n))
	case b.fixed():
		f, n := a.f, b.n
		return condition{f: func(x *frame) bool { return holds(f(x), n) }}
	default:
		return condition{f: func(x *frame) bool { return holds(a.value(x), b.value(x)) }}
	}
}

func combine(a, b number, of func(a, b int) int) number {
	if a.fixed() && b.fixed() {
		return constant(of(a.n, b.n))
	}
	return number{f: func(x *frame) int { return of(a.value(x), b.value(x)) }}
}

func add(a, b int) int { return a + b }

func (s scope) sum(xs []ast.Expr) number {
	sum := constant(0)
	for _, x := range xs {
		sum = combine(sum, s.number(x), add)
	}
	return sum
}

func (s scope) quantifier(x ast.Quant) condition {
	var cs []condition
	s.each(x.Var, func(s scope) { cs = append(cs, s.condition(x.Body)) })
	if x.All {
		return allOf(cs)
	}
	return anyOf(cs)
}

func (s scope) numberOf(x ast.NumberOf) number {
	sum := constant(0)
	s.each(x.Var, func(s scope) { sum = combine(sum, s.condition(x.Body).number(), add) })
	return sum
}

// each calls do with each value of a variable.
func (s scope) each(v *ast.Variable, do func(scope)) {
	span, err := s.layout.span(v.Type)
	if err != nil {
		s.fail("variable %s: its sort %s has no size", v.Name, v.Type.Name)
		return
	}
	for i := range span.n {
		do(s.bind(v, span.lo+i))
	}
}

// eachOf calls do with each tuple of values of several variables, the first slowest.
func (s scope) eachOf(vs []*ast.Variable, do func(scope)) {
	if len(vs) == 0 {
		do(s)
		return
	}
	s.each(vs[0], func(s scope) { s.eachOf(vs[1:], do) })
}

// byteAt reads a byte of one of the two states.
func byteAt(place int, next bool) number {
	if next {
		return number{f: func(x *frame) int { return int(x.next[place]) }}
	}
	return number{f: func(x *frame) int { return int(x.now[place]) }}
}

func (s scope) get(x ast.Get) number {
	e := s.layout.machines[x.Field.Machine]
	if len(x.At) == 0 {
		return byteAt(s.self+e.fields[x.Field], s.own)
	}
	return s.read(e.base+e.fields[x.Field], e.stride, s.index(e.keys, s.numbers(x.At)))
}

// read is the byte at base + stride × index; blank where there is no such place.
func (s scope) read(base, stride int, index number) number {
	after := s.after
	switch {
	case index.fixed() && index.n < 0:
		return constant(0)
	case index.fixed():
		return byteAt(base+stride*index.n, after)
	}
	return number{f: func(x *frame) int {
		i := index.f(x)
		if i < 0 {
			return 0
		}
		if after {
			return int(x.next[base+stride*i])
		}
		return int(x.now[base+stride*i])
	}}
}

// index is the number of a tuple in a grid, -1 outside.
func (s scope) index(g grid, values []number) number {
	index := constant(0)
	for i, span := range g {
		index = index.digit(values[i], span)
	}
	return index
}

// digit appends a value to the number of a tuple.
func (n number) digit(value number, s span) number { return combine(n, value, s.digit) }

func (s span) digit(index, value int) int {
	v := value - s.lo
	if index < 0 || v < 0 || v >= s.n {
		return -1
	}
	return index*s.n + v
}

func (s scope) inPhase(x ast.InPhase) condition {
	e := s.layout.machines[x.Machine]
	mask := phaseMask(x.Machine, x.Phases)
	phase := byteAt(s.self, s.own)
	if len(x.At) > 0 {
		phase = s.read(e.base, e.stride, s.index(e.keys, s.numbers(x.At)))
	}
	if phase.fixed() {
		return always(mask>>phase.n&1 != 0)
	}
	f := phase.f
	return condition{f: func(x *frame) bool { return mask>>f(x)&1 != 0 }}
}

func phaseMask(m *ast.Machine, set ast.PhaseSet) uint64 {
	var mask uint64
	for i, p := range m.Phases {
		for _, q := range set.Phases {
			mask |= uint64(bit(p == q)) << i
		}
	}
	return mask
}
