package tlaplus

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// property writes a property under its doc. Variables that nothing binds mean "for all"; of a Sometimes "for some".
func (m *module) property(p *ast.Property) {
	m.blank()
	m.comment(p.Doc)
	m.define(p.Name, m.claim(p))
}

func (m *module) claim(p *ast.Property) layout {
	s := m.scope()
	switch p.Kind {
	case ast.Always:
		return s.claimed(ast.Free(p.Holds), p.Holds)
	case ast.Sometimes:
		return s.quantified(`\E `, ast.Free(p.Holds), func(in *scope) layout { return in.body(p.Holds) })
	case ast.Step:
		return m.stepClaim(s, p)
	case ast.LeadsTo:
		return s.quantified(`\A `, ast.Free(p.From, p.To), func(in *scope) layout {
			in, defs := in.define(p.From, p.To)
			return letIn(defs, leadsTo{in.expr(p.From), in.expr(p.To)})
		})
	default: // Finitely
		a := m.sys.Action(p.On)
		return s.quantified(`\A `, a.Params(), func(in *scope) layout {
			return around{"<>[][~", act(a), "]_vars"}
		})
	}
}

// claimed is x for all values of some variables.
func (s *scope) claimed(vs []*ast.Variable, x ast.Expr) layout {
	return s.quantified(`\A `, vs, func(in *scope) layout { return in.body(x) })
}

// quantified is a body in which some variables are bound.
func (s *scope) quantified(sign string, vs []*ast.Variable, body func(*scope) layout) layout {
	in, names := s.bind(vs...)
	return quantified(sign, vs, names, body(in))
}

// stepClaim is a claim about steps that change something: about those of one action, or about all but some.
func (m *module) stepClaim(s *scope, p *ast.Property) layout {
	if p.On != "" {
		return boxAction(s.onAction(m.sys.Action(p.On), p.Holds))
	}
	var xs []layout
	for _, name := range p.Except {
		if a := m.sys.Action(name); a != nil {
			xs = append(xs, step(a))
		}
	}
	return boxAction(disj(append(xs, s.claimed(ast.Free(p.Holds), p.Holds))...))
}

func boxAction(x layout) layout { return around{"[][", x, "]_vars"} }

// onAction: if the step is the action with these parameters, then the claim holds.
func (s *scope) onAction(a *ast.Action, holds ast.Expr) layout {
	params := a.Params()
	return s.quantified(`\A `, params, func(in *scope) layout {
		var others []*ast.Variable
		for _, v := range ast.Free(holds) {
			if !isOneOf(v, params) {
				others = append(others, v)
			}
		}
		return implication{act(a), in.claimed(others, holds)}
	})
}

// leadsTo is from ~> to.
type leadsTo struct{ from, to layout }

func (l leadsTo) flat() (string, bool) {
	a, ok := within(l.from, bindNot).flat()
	b, also := within(l.to, bindNot).flat()
	return a + " ~> " + b, ok && also
}

func (l leadsTo) lines(col, tail int) []string {
	ls := append([]string(nil), place(l.from, col, 0)...)
	if l.from.strength() < bindNot {
		ls = place(around{"(", l.from, ")"}, col, 0)
	}
	to := place(within(l.to, bindNot), col+5, tail)
	return append(append(append([]string(nil), ls...), indent(col+2)+"~> "+to[0]), to[1:]...)
}

func (l leadsTo) strength() int { return bindImplies }

// properties writes what must hold of every state, of every step, in the long run, and what must be possible.
func (m *module) properties() {
	m.section("What holds in every state.")
	m.comment("No cell applies of which the declaration says that it never can.")
	if m.use.reject {
		m.write("NoRejectedCell == rejected = {}")
	} else {
		m.write("NoRejectedCell == TRUE")
	}
	m.kinds("", ast.Always)
	m.kinds("What holds of every step that changes something.", ast.Step)
	m.kinds("What holds in the long run.", ast.LeadsTo, ast.Finitely)
	m.kinds("What must be possible: each of these holds in some state of some model.", ast.Sometimes)
}

// kinds writes the properties of some kinds.
func (m *module) kinds(heading string, kinds ...ast.PropertyKind) {
	for _, p := range m.sys.Properties {
		if !slices.Contains(kinds, p.Kind) {
			continue
		}
		if heading != "" {
			m.section(heading)
			heading = ""
		}
		m.property(p)
	}
}
