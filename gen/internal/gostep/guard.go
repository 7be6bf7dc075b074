package gostep

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// A literal of a guard: a question, and the answer that the guard wants.
type guardLiteral struct {
	x  ast.Expr // neither a negation nor a conjunction
	is bool
}

// question is what names a literal's condition: two with the same text ask the same.
func question(x ast.Expr) string { return ast.Text(x) }

// literals takes a guard apart: it holds where every literal has its answer. Conjunctions and negations are taken apart,
// but not those that have a name; possible is false if the guard is constantly false.
func literals(x ast.Expr, is bool) (ls []guardLiteral, possible bool) {
	switch y := x.(type) {
	case nil:
		return nil, true
	case ast.Lit:
		return nil, (y.N == 1) == is
	case ast.Not:
		return literals(y.X, !is)
	case ast.And:
		if is {
			return allLiterals(y.Xs, true)
		}
	case ast.Or:
		if !is {
			return allLiterals(y.Xs, false)
		}
	case ast.Implies:
		if !is {
			return allLiterals([]ast.Expr{y.If, ast.Not{X: y.Then}}, true)
		}
	}
	return []guardLiteral{{x, is}}, true
}

func allLiterals(xs []ast.Expr, is bool) (ls []guardLiteral, possible bool) {
	for _, x := range xs {
		more, ok := literals(x, is)
		if !ok {
			return nil, false
		}
		ls = append(ls, more...)
	}
	return ls, true
}

// A tree decides between cells by asking one question after the other, each at most once on a path. A leaf has a cell.
type tree struct {
	cell    *ast.Cell
	ask     ast.Expr
	yes, no *tree
}

// A candidate is a cell with what is still to be asked before it is known to apply.
type candidate struct {
	cell *ast.Cell
	left []guardLiteral
}

// decide is the tree of an event's cells in one phase. They are total and exclude each other, so a cell with nothing left
// to ask applies, and so does the last one left.
func decide(cells []*ast.Cell) *tree {
	var candidates []candidate
	for _, c := range cells {
		if ls, possible := literals(c.When, true); possible {
			candidates = append(candidates, candidate{c, ls})
		}
	}
	return split(candidates)
}

func split(candidates []candidate) *tree {
	if len(candidates) == 0 {
		return nil
	}
	for _, c := range candidates {
		if len(c.left) == 0 || len(candidates) == 1 {
			return &tree{cell: c.cell}
		}
	}
	ask := mostAsked(candidates)
	yes, no := split(answered(candidates, ask, true)), split(answered(candidates, ask, false))
	switch {
	case yes == nil || no == nil: // the other answer cannot be
		return either(yes, no)
	case yes.cell != nil && yes.cell == no.cell:
		return yes
	default:
		return &tree{ask: ask, yes: yes, no: no}
	}
}

func either(a, b *tree) *tree {
	if a != nil {
		return a
	}
	return b
}

// mostAsked is the question that most candidates ask; of several, the first.
func mostAsked(candidates []candidate) ast.Expr {
	count := map[string]int{}
	for _, c := range candidates {
		for _, l := range c.left {
			count[question(l.x)]++
		}
	}
	var best ast.Expr
	for _, c := range candidates {
		for _, l := range c.left {
			if best == nil || count[question(l.x)] > count[question(best)] {
				best = l.x
			}
		}
	}
	return best
}

// answered are the candidates that the answer leaves, less the question.
func answered(candidates []candidate, ask ast.Expr, is bool) []candidate {
	var left []candidate
next:
	for _, c := range candidates {
		rest := candidate{cell: c.cell}
		for _, l := range c.left {
			switch {
			case question(l.x) != question(ask):
				rest.left = append(rest.left, l)
			case l.is != is:
				continue next
			}
		}
		left = append(left, rest)
	}
	return left
}

// size is the number of cells at the leaves.
func (t *tree) size() int {
	if t.cell != nil {
		return 1
	}
	return t.yes.size() + t.no.size()
}

// questions visits what the tree asks.
func (t *tree) questions(f func(ast.Expr)) {
	if t == nil || t.cell != nil {
		return
	}
	f(t.ask)
	t.yes.questions(f)
	t.no.questions(f)
}
