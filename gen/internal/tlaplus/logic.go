package tlaplus

import "github.com/genlock-go/genlock/internal/ast"

// not says the opposite in the shortest way that reads well.
func (s *scope) not(x ast.Expr) layout {
	switch x := x.(type) {
	case ast.Not:
		return s.expr(x.X)
	case ast.After:
		return s.primed().not(x.X)
	case ast.InPhase:
		return s.inPhase(x, true)
	case ast.Has:
		return relation(s.expr(x.Elem), `\notin`, s.expr(x.Set))
	case ast.Empty:
		return relation(s.expr(x.Set), "#", atom("{}"))
	case ast.OptIs:
		return relation(s.expr(x.Opt), "#", s.expr(x.X))
	case ast.OptNone:
		return relation(s.expr(x.Opt), "#", atom("None"))
	case ast.Moves:
		return s.moves(x, "=")
	case ast.Changed:
		return s.changed(x, "=")
	case ast.Replies:
		return relation(s.asked(x.Firing, "reply"), "#", atom(quoted(x.Word)))
	case ast.Eq:
		if !isBool(x.A) {
			return relation(s.expr(x.A), "#", s.expr(x.B))
		}
	case ast.Less:
		return s.notLess(x)
	}
	return prefix{"~", within(s.expr(x), bindTight), bindNot}
}

// equal compares; what is a condition rather than a value is compared as one.
func (s *scope) equal(x ast.Eq) layout {
	if !isBool(x.A) {
		return relation(s.expr(x.A), "=", s.expr(x.B))
	}
	for _, side := range [][2]ast.Expr{{x.A, x.B}, {x.B, x.A}} {
		if l, ok := side[0].(ast.Lit); ok && l.N == 1 {
			return s.expr(side[1])
		} else if ok {
			return s.not(side[1])
		}
	}
	return infix{"<=>", []layout{s.expr(x.A), s.expr(x.B)}, bindEquiv}
}
