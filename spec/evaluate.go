package spec

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// value evaluates what may stand in a cell; a Bool is 0 or 1, a set has a bit for each member.
func (v *valuation) value(x ast.Expr) int {
	switch x := x.(type) {
	case ast.Var:
		return v.vars[x.V.Name]
	case ast.Lit:
		return x.N
	case ast.Get:
		return v.fields[x.Field]
	case ast.Less1:
		return v.value(x.Set) &^ (1 << v.value(x.Elem))
	case ast.Sum:
		n := 0
		for _, x := range x.Xs {
			n += v.value(x)
		}
		return n
	case ast.NumberOf:
		return v.number(x.Var, x.Body)
	case ast.Named:
		return v.value(x.X)
	}
	return bit(v.holds(x))
}

// holds evaluates a condition; nil always holds.
func (v *valuation) holds(x ast.Expr) bool {
	switch x := x.(type) {
	case nil:
		return true
	case ast.Not:
		return !v.holds(x.X)
	case ast.And:
		return v.first(x.Xs, false) < 0
	case ast.Or:
		return v.first(x.Xs, true) >= 0
	case ast.Implies:
		return !v.holds(x.If) || v.holds(x.Then)
	case ast.Eq:
		return v.value(x.A) == v.value(x.B)
	case ast.Less:
		return v.value(x.A) < v.value(x.B)
	case ast.Has:
		return v.value(x.Set)>>v.value(x.Elem)&1 == 1
	case ast.Empty:
		return v.value(x.Set) == 0
	case ast.OptIs:
		return v.value(x.Opt) == v.value(x.X)+1
	case ast.OptNone:
		return v.value(x.Opt) == 0
	case ast.Quant:
		n := v.number(x.Var, x.Body)
		return n > 0 && !x.All || n == v.span(x.Var) && x.All
	case ast.Var, ast.Lit, ast.Get, ast.Named:
		return v.value(x) == 1
	}
	panic(fmt.Sprintf("spec: %T in a cell", x))
}

// first is the place of the first condition that is like that, or -1.
func (v *valuation) first(xs []ast.Expr, like bool) int {
	for i, x := range xs {
		if v.holds(x) == like {
			return i
		}
	}
	return -1
}

// number is for how many values of a variable a condition holds.
func (v *valuation) number(variable *ast.Variable, body ast.Expr) int {
	before, n := v.vars[variable.Name], 0
	for i := range v.span(variable) {
		v.vars[variable.Name] = i + v.least(variable)
		n += bit(v.holds(body))
	}
	v.vars[variable.Name] = before
	return n
}

// span is over how many values a quantifier runs: over tokens that were drawn, so not over none.
func (v *valuation) span(x *ast.Variable) int { return v.size(x.Type) - v.least(x) }

func (v *valuation) least(x *ast.Variable) int {
	return bit(x.Type.Kind == ast.Token)
}

// marksStrangers carries out effects and names a mark that one of them sets on a value that is no member then.
func (v *valuation) marksStrangers(effects []ast.Effect) *ast.Field {
	after := &valuation{v.space, v.vars, map[*ast.Field]int{}}
	for f, n := range v.fields {
		after.fields[f] = n
	}
	for _, e := range effects {
		if add, ok := e.(ast.Add); ok && add.Field.Shape == ast.Mark && after.fields[add.Field.On]>>after.value(add.X)&1 == 0 {
			return add.Field
		}
		after.carryOut(e)
	}
	return nil
}

// carryOut does what an effect does to sets and marks. The elements that cells name are variables, so tokens
// and counters do not matter here.
func (v *valuation) carryOut(e ast.Effect) {
	switch e := e.(type) {
	case ast.Add:
		v.fields[e.Field] |= 1 << v.value(e.X)
	case ast.Remove:
		v.keep(e.Field, ^(1 << v.value(e.X)))
	case ast.Clear:
		v.keep(e.Field, 0)
	case ast.MarkAll:
		v.fields[e.Field] = v.fields[e.Field.On]
	}
}

// keep takes members out of a set, and their marks with them.
func (v *valuation) keep(f *ast.Field, members int) {
	v.fields[f] &= members
	for _, mark := range v.machine.Fields {
		if mark.On == f {
			v.fields[mark] &= members
		}
	}
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}
