package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A conjunct is a condition, or that it does not hold.
type conjunct struct {
	x  ast.Expr
	is bool
}

// conjuncts takes a condition apart: it holds, or does not, where all of them do.
func conjuncts(x ast.Expr, is bool) []conjunct {
	switch y := x.(type) {
	case nil:
		if is {
			return nil
		}
	case ast.Not:
		return conjuncts(y.X, !is)
	case ast.And:
		if is {
			return eachConjunct(y.Xs, true)
		}
	case ast.Or:
		if !is {
			return eachConjunct(y.Xs, false)
		}
	case ast.Implies:
		if !is {
			return append(conjuncts(y.If, true), conjuncts(y.Then, false)...)
		}
	case ast.Named:
		if list := conjuncts(y.X, is); len(list) > 1 {
			return list
		}
	}
	return []conjunct{{x, is}}
}

func eachConjunct(xs []ast.Expr, is bool) []conjunct {
	var list []conjunct
	for _, x := range xs {
		list = append(list, conjuncts(x, is)...)
	}
	return list
}

func (p place) conjunct(c conjunct) code {
	if c.is {
		return p.truth(c.x)
	}
	return p.not(c.x)
}

// search renders the body of a function that looks for values of variables for which all conditions hold. It asks each
// condition as soon as the variables in it have values.
func (p place) search(vs, given []*ast.Variable, conditions []conjunct, found, none string) string {
	bound := map[string]bool{}
	for _, v := range given {
		bound[v.Name] = true
	}
	if len(vs) == 0 {
		return p.innermost(conditions, found) + "return " + none + "\n"
	}
	head, left := p.guards(conditions, bound, "return "+none)
	return head + p.nested(vs, left, bound, found) + "return " + none + "\n"
}

func (p place) nested(vs []*ast.Variable, conditions []conjunct, bound map[string]bool, found string) string {
	bound[vs[0].Name] = true
	var body string
	if len(vs) == 1 {
		body = p.innermost(conditions, found)
	} else {
		head, left := p.guards(conditions, bound, "continue")
		body = head + p.nested(vs[1:], left, bound, found)
	}
	return p.ranges(p.now, vs[0], body) + "\n" + body + "}\n"
}

func (p place) innermost(conditions []conjunct, found string) string {
	if len(conditions) == 0 {
		return "return " + found + "\n"
	}
	parts := make([]string, len(conditions))
	for i, c := range conditions {
		parts[i] = p.conjunct(c).in(andOp + 1)
	}
	return fmt.Sprintf("if %s {\nreturn %s\n}\n", strings.Join(parts, " && "), found)
}

// properties renders those of states and of steps. What must hold in the long run is judged elsewhere.
func (g *generator) properties() {
	var table strings.Builder
	for i, q := range g.sys.Properties {
		switch q.Kind {
		case ast.Always:
			g.property("w *world", "prop", q, nil, g.inWorld().search(ast.Free(q.Holds), nil, conjuncts(q.Holds, false), "false", "true"))
			fmt.Fprintf(&table, "{%d, false, (*world).%s},\n", i, named("prop", q.Name))
		case ast.Sometimes:
			g.property("w *world", "prop", q, nil, g.inWorld().search(ast.Free(q.Holds), nil, conjuncts(q.Holds, true), "true", "false"))
			fmt.Fprintf(&table, "{%d, true, (*world).%s},\n", i, named("prop", q.Name))
		case ast.Step:
			g.stepProperty(q)
		}
	}
	g.line("\n// The properties of states, by their numbers in the spec.\nvar properties = [...]property{\n%s}", table.String())
}

func (g *generator) property(receiver, word string, q *ast.Property, params []*ast.Variable, body string) {
	g.line("\n%s\nfunc (%s) %s(%s) bool {\n%s}", comment(named(word, q.Name)+" is "+q.Name+". "+q.Doc), receiver, named(word, q.Name), g.params(params), body)
}

// stepProperty renders a property of steps; one on an action has the action's parameters.
func (g *generator) stepProperty(q *ast.Property) {
	var params, free []*ast.Variable
	if q.On != "" {
		a := g.sys.Action(q.On)
		if a == nil {
			return
		}
		params = a.Params()
	}
	for _, v := range ast.Free(q.Holds) {
		if !contains(params, v) {
			free = append(free, v)
		}
	}
	g.property("x *walker", "step", q, params, g.inWalker().search(free, params, conjuncts(q.Holds, false), "false", "true"))
}
