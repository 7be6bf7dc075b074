package spec

import "github.com/genlock-go/genlock/internal/ast"

// Not is the negation of a condition.
func Not(b Bool) Bool { return cond(ast.Not{X: raw(b), Pos: caller()}) }

// All holds where every condition holds.
func All(bs ...Bool) Bool { return cond(ast.And{Xs: raws(bs), Pos: caller()}) }

// AnyOf holds where some condition holds.
func AnyOf(bs ...Bool) Bool { return cond(ast.Or{Xs: raws(bs), Pos: caller()}) }

// Implies holds where then holds or b does not.
func Implies(b, then Bool) Bool {
	return cond(ast.Implies{If: raw(b), Then: raw(then), Pos: caller()})
}

// Define names a condition. Every back end keeps the name: a label in diagrams, a local variable in Go, a LET in TLA+.
func Define(name string, b Bool) Bool { return cond(ast.Named{Name: name, X: raw(b), Pos: caller()}) }

// Forall holds where b holds for every value of v.
func Forall[T any](v Variable[T], b Bool) Bool {
	return cond(ast.Quant{All: true, Var: v.v, Body: raw(b)})
}

// Exists holds where b holds for some value of v.
func Exists[T any](v Variable[T], b Bool) Bool { return cond(ast.Quant{Var: v.v, Body: raw(b)}) }

// NumberOf counts the values of v for which b holds.
func NumberOf[T any](v Variable[T], b Bool) Term[Nat] {
	return term[Nat](ast.NumberOf{Var: v.v, Body: raw(b)})
}

// Sum adds counters.
func Sum(ns ...Value[Nat]) Term[Nat] {
	xs := make([]ast.Expr, len(ns))
	for i, n := range ns {
		xs[i] = raw(n)
	}
	return term[Nat](ast.Sum{Xs: xs})
}

// AtMost holds where n is not larger than max.
func AtMost(n Value[Nat], max int) Bool { return Not(N(max).Less(n)) }

// After is the value of v after the step. Only step properties know it.
func After[T any](v Value[T]) Term[T] {
	var t Term[T]
	for _, x := range v.exprs() {
		t.xs = append(t.xs, ast.After{X: x})
	}
	return t
}

// Replies holds where the event would be answered with the word, were it to happen now.
func Replies[T ~string](f Firing, word Value[T]) Bool {
	lit, _ := raw(word).(ast.Lit)
	if lit.Type.Words == nil {
		return cond(ast.Bad{Fault: ast.Fault{Pos: caller(), Text: "Replies wants a word of an enumeration"}})
	}
	return cond(ast.Replies{Firing: f.f, Word: lit.Type.Words.List[lit.N], Of: lit.Type})
}

// Moves holds where the event would change the entry, were it to happen now.
func Moves(f Firing) Bool { return cond(ast.Moves{Firing: f.f}) }

// ReplyOf is what the event would be answered, as a value: an argument for an event of another machine in the same step.
func ReplyOf[T ~string](f Firing) Term[T] {
	return term[T](ast.ReplyOf{Firing: f.f, Type: typeOf[T]()})
}

func raws(bs []Bool) []ast.Expr {
	xs := make([]ast.Expr, len(bs))
	for i, b := range bs {
		xs[i] = raw(b)
	}
	return xs
}
