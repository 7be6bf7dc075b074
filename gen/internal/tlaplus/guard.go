package tlaplus

import "github.com/genlock-go/genlock/internal/ast"

// TLC counts a step for each way in which what must hold before it can be made true: a disjunction that is true twice is
// two steps. So conjuncts stand by themselves, and what TLC would take apart is compared with TRUE, which it evaluates as
// one value.

// enabling is a condition as conjuncts.
func (s *scope) enabling(x ast.Expr) []layout {
	if x == nil {
		return nil
	}
	if and, ok := x.(ast.And); ok {
		var xs []layout
		for _, c := range and.Xs {
			xs = append(xs, s.enabling(c)...)
		}
		return xs
	}
	if isPlain(x) {
		return []layout{within(s.expr(x), bindNot)}
	}
	return []layout{s.m.isTrue(s.expr(x))}
}

// isTrue compares with TRUE, which the head of the module then explains.
func (m *module) isTrue(x layout) layout {
	m.compares = true
	if x.strength() == bindTight {
		return relation(x, "=", atom("TRUE"))
	}
	return around{"(", x, ") = TRUE"}
}

// isPlain reports that TLC takes the condition as one value, or as conjuncts.
func isPlain(x ast.Expr) bool {
	switch x := x.(type) {
	case ast.Or, ast.Implies, ast.Quant:
		return false
	case ast.And:
		for _, c := range x.Xs {
			if !isPlain(c) {
				return false
			}
		}
		return true
	case ast.Named:
		return isPlain(x.X)
	case ast.After:
		return isPlain(x.X)
	case ast.Not: // a negation of a negation is written as what is inside
		inner, twice := x.X.(ast.Not)
		return !twice || isPlain(inner.X)
	case ast.Eq:
		return isPlainEq(x)
	default:
		return true
	}
}

// isPlainEq: a truth value that is compared with TRUE is written as itself.
func isPlainEq(x ast.Eq) bool {
	for _, side := range [][2]ast.Expr{{x.A, x.B}, {x.B, x.A}} {
		if l, ok := side[0].(ast.Lit); ok && isBool(x.A) {
			if l.N == 1 {
				return isPlain(side[1])
			}
			return isPlain(ast.Not{X: side[1]})
		}
	}
	return true
}
