package spec

import "github.com/genlock-go/genlock/internal/ast"

// looksAt says whether a guard contains the condition. Conditions are compared by their full text: an edit may name a
// condition by the handle that the cells use or by one that reads the same.
func looksAt(guard, condition ast.Expr) bool {
	text, found := ast.FullText(condition), false
	ast.Walk(guard, func(x ast.Expr) bool {
		found = found || ast.FullText(x) == text
		return !found
	})
	return found
}

// assumed is a guard in which the condition is settled, as short as it then gets.
func assumed(guard, condition ast.Expr, is bool) ast.Expr {
	if guard == nil {
		return nil
	}
	if ast.FullText(guard) == ast.FullText(condition) {
		return constant(is)
	}
	switch x := guard.(type) {
	case ast.Not:
		return negated(assumed(x.X, condition, is), x.Pos)
	case ast.And:
		return joined(x.Xs, condition, is, true, func(xs []ast.Expr) ast.Expr { return ast.And{Xs: xs, Pos: x.Pos} })
	case ast.Or:
		return joined(x.Xs, condition, is, false, func(xs []ast.Expr) ast.Expr { return ast.Or{Xs: xs, Pos: x.Pos} })
	case ast.Implies:
		return implied(assumed(x.If, condition, is), assumed(x.Then, condition, is), x.Pos)
	case ast.Eq:
		return ast.Eq{A: assumed(x.A, condition, is), B: assumed(x.B, condition, is)}
	case ast.Named:
		// A name stands for one condition everywhere, so what is no longer that condition loses it.
		if looksAt(x.X, condition) {
			return assumed(x.X, condition, is)
		}
	}
	return guard
}

func negated(x ast.Expr, pos ast.Pos) ast.Expr {
	if lit, ok := x.(ast.Lit); ok {
		return constant(lit.N == 0)
	}
	return ast.Not{X: x, Pos: pos}
}

// joined settles the members of a conjunction (neutral true) or a disjunction (neutral false).
func joined(xs []ast.Expr, condition ast.Expr, is, neutral bool, join func([]ast.Expr) ast.Expr) ast.Expr {
	var rest []ast.Expr
	for _, x := range xs {
		y := assumed(x, condition, is)
		if isConst(y, !neutral) {
			return constant(!neutral)
		}
		if !isConst(y, neutral) {
			rest = append(rest, y)
		}
	}
	switch len(rest) {
	case 0:
		return constant(neutral)
	case 1:
		return rest[0]
	default:
		return join(rest)
	}
}

func implied(a, b ast.Expr, pos ast.Pos) ast.Expr {
	switch {
	case isConst(a, false), isConst(b, true):
		return constant(true)
	case isConst(a, true):
		return b
	case isConst(b, false):
		return negated(a, pos)
	default:
		return ast.Implies{If: a, Then: b, Pos: pos}
	}
}

func constant(is bool) ast.Expr { return raw(map[bool]Bool{true: True, false: False}[is]) }

func isConst(x ast.Expr, is bool) bool {
	lit, ok := x.(ast.Lit)
	return ok && lit.Type.Kind == ast.Bool && (lit.N == 1) == is
}

// guardOf is a guard as authors write it: one that always holds is left out.
func guardOf(x ast.Expr) Bool {
	if isConst(x, true) {
		return nil
	}
	return cond(x)
}
