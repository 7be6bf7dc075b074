package mutant

import "github.com/genlock-go/genlock/internal/ast"

// Conditions are edited in their boolean structure: conjunctions, disjunctions, implications, negations, and names of
// such. What stands below these is an atom.

// parts are the conditions directly inside x, where x joins others; nil of an atom.
func parts(x ast.Expr) []ast.Expr {
	switch x := x.(type) {
	case ast.Not, ast.And, ast.Or, ast.Implies:
		return ast.Children(x)
	default:
		return nil
	}
}

// atoms are the different conditions that guards look at, in order. A name is one, and so is what it joins.
func atoms(guards []ast.Expr) []ast.Expr {
	var list []ast.Expr
	seen := map[string]bool{}
	var visit func(x ast.Expr)
	visit = func(x ast.Expr) {
		named, isNamed := x.(ast.Named)
		below := parts(x)
		if _, isLit := x.(ast.Lit); x != nil && !isLit && below == nil && !seen[ast.FullText(x)] {
			seen[ast.FullText(x)] = true
			list = append(list, x)
		}
		if isNamed && parts(named.X) != nil {
			below = parts(named.X)
		}
		for _, y := range below {
			visit(y)
		}
	}
	for _, g := range guards {
		visit(g)
	}
	return list
}

func mentions(x, atom ast.Expr) bool {
	found, text := false, ast.FullText(atom)
	ast.Walk(x, func(y ast.Expr) bool {
		found = found || ast.FullText(y) == text
		return !found
	})
	return found
}

// replaced is a condition with something in the place of an atom, as short as it then gets. A name whose meaning changes
// is dropped: it stands for one condition everywhere.
func replaced(x, atom, with ast.Expr) ast.Expr {
	if x == nil || !mentions(x, atom) {
		return x
	}
	if ast.FullText(x) == ast.FullText(atom) {
		return with
	}
	again := func(x ast.Expr) ast.Expr { return replaced(x, atom, with) }
	switch x := x.(type) {
	case ast.Not:
		return negation(again(x.X))
	case ast.And:
		return joined(each(x.Xs, again), true)
	case ast.Or:
		return joined(each(x.Xs, again), false)
	case ast.Implies:
		return joined([]ast.Expr{negation(again(x.If)), again(x.Then)}, false)
	case ast.Named:
		return again(x.X)
	default:
		return x
	}
}

func each(xs []ast.Expr, f func(ast.Expr) ast.Expr) []ast.Expr {
	out := make([]ast.Expr, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

func negation(x ast.Expr) ast.Expr {
	switch y := x.(type) {
	case ast.Not:
		return y.X
	case ast.Lit:
		return constant(y.N == 0)
	default:
		return ast.Not{X: x}
	}
}

// joined is a conjunction (neutral true) or a disjunction (neutral false).
func joined(xs []ast.Expr, neutral bool) ast.Expr {
	var rest []ast.Expr
	for _, x := range xs {
		if isConstant(x, !neutral) {
			return x
		}
		if !isConstant(x, neutral) {
			rest = append(rest, x)
		}
	}
	switch {
	case len(rest) == 0:
		return constant(neutral)
	case len(rest) == 1:
		return rest[0]
	case neutral:
		return ast.And{Xs: rest}
	default:
		return ast.Or{Xs: rest}
	}
}

func constant(is bool) ast.Expr {
	lit := ast.Lit{Type: ast.Type{Kind: ast.Bool, Name: "bool"}}
	if is {
		lit.N = 1
	}
	return lit
}

func isConstant(x ast.Expr, is bool) bool {
	lit, ok := x.(ast.Lit)
	return ok && lit.Type.Kind == ast.Bool && (lit.N == 1) == is
}

// A change is an edit of a condition; nil: none is left.
type change struct {
	what string
	x    ast.Expr
}

// changes are the single edits of a condition: without it, without one member of a conjunction or a disjunction, with an
// atom turned round, with "every" for "some".
func changes(x ast.Expr) []change {
	if x == nil {
		return nil
	}
	return append([]change{{"without its condition", nil}}, below(x)...)
}

func below(x ast.Expr) []change {
	switch x := x.(type) {
	case ast.Named:
		if parts(x.X) == nil && !isQuantifier(x.X) {
			return []change{{ast.Text(x) + " turned round", ast.Not{X: x}}}
		}
		return below(x.X)
	case ast.Not:
		if parts(x.X) == nil {
			return []change{{ast.Text(x) + " turned round", x.X}}
		}
		return within([]ast.Expr{x.X}, func(xs []ast.Expr) ast.Expr { return ast.Not{X: xs[0]} })
	case ast.And:
		return append(without(x.Xs, true), within(x.Xs, func(xs []ast.Expr) ast.Expr { return ast.And{Xs: xs} })...)
	case ast.Or:
		return append(without(x.Xs, false), within(x.Xs, func(xs []ast.Expr) ast.Expr { return ast.Or{Xs: xs} })...)
	case ast.Implies:
		list := []change{{"without the case " + ast.Text(x.If), x.Then}}
		return append(list, within([]ast.Expr{x.If, x.Then}, func(xs []ast.Expr) ast.Expr { return ast.Implies{If: xs[0], Then: xs[1]} })...)
	case ast.Quant:
		other := x
		other.All = !x.All
		list := []change{{ast.Text(other) + " instead", other}}
		return append(list, within([]ast.Expr{x.Body}, func(xs []ast.Expr) ast.Expr {
			inner := x
			inner.Body = xs[0]
			return inner
		})...)
	default:
		return []change{{ast.Text(x) + " turned round", ast.Not{X: x}}}
	}
}

func isQuantifier(x ast.Expr) bool {
	_, ok := x.(ast.Quant)
	return ok
}

// without leaves out each member in turn.
func without(xs []ast.Expr, and bool) []change {
	if len(xs) < 2 {
		return nil
	}
	var list []change
	for i, x := range xs {
		list = append(list, change{"without " + ast.Text(x), joined(leaveOut(xs, i), and)})
	}
	return list
}

// within makes the edits of each member, the others as they are.
func within(xs []ast.Expr, join func([]ast.Expr) ast.Expr) []change {
	var list []change
	for i, x := range xs {
		for _, c := range below(x) {
			ys := append([]ast.Expr(nil), xs...)
			ys[i] = c.x
			list = append(list, change{c.what, join(ys)})
		}
	}
	return list
}
