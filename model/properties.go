package model

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// A claim is a property for given values of its free variables, or one of the two that every system has.
type claim struct {
	name  string
	of    *ast.Property // nil of the implicit ones
	with  []Binding
	holds condition
}

// claims compiles a condition for each value of the variables that the scope does not bind. Those that the values
// already make true are left out.
func (s scope) claims(p *ast.Property) []claim {
	var claims []claim
	free := s.unbound(ast.Free(p.Holds))
	s.eachOf(free, func(s scope) {
		if holds := s.condition(p.Holds); !holds.fixed() || !holds.is {
			claims = append(claims, claim{p.Name, p, bindings(free, s.values(free)), holds})
		}
	})
	return claims
}

func (s scope) unbound(vs []*ast.Variable) []*ast.Variable {
	var free []*ast.Variable
	for _, v := range vs {
		if !s.binds(v) {
			free = append(free, v)
		}
	}
	return free
}

func (s scope) binds(v *ast.Variable) bool {
	for b := s.vars; b != nil; b = b.up {
		if b.name == v.Name {
			return true
		}
	}
	return false
}

// broken is the first claim that does not hold.
func broken(claims []claim, x *frame) *claim {
	for i := range claims {
		if c := &claims[i]; !c.holds.holds(x) {
			return c
		}
	}
	return nil
}

// A Binding is a variable and its value in the words of the spec.
type Binding struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func bindings(vs []*ast.Variable, values []int) []Binding {
	var list []Binding
	for i, v := range vs {
		list = append(list, Binding{v.Name, valueText(v.Type, values[i])})
	}
	return list
}

// A goal is a Sometimes: one condition for each value of its free variables.
type goal struct {
	name string
	any  []condition
}

func (s scope) goal(p *ast.Property) *goal {
	g := &goal{name: p.Name}
	s.eachOf(ast.Free(p.Holds), func(s scope) { g.any = append(g.any, s.condition(p.Holds)) })
	return g
}

func (g *goal) reached(x *frame) bool {
	for _, c := range g.any {
		if c.holds(x) {
			return true
		}
	}
	return false
}
