package random

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// A place is where a condition stands: what it may look at.
type place struct {
	vars []*ast.Variable
	own  *ast.Machine // fields of the entry that a cell is about; nil: the world is looked at
}

func (p place) has(v *ast.Variable) bool { return slices.Contains(p.vars, v) }

func (p place) with(v *ast.Variable) place {
	p.vars = append(p.vars[:len(p.vars):len(p.vars)], v)
	return p
}

// own is what a cell of an event looks at.
func (m *maker) own(e *ast.Event) place {
	return place{append(append([]*ast.Variable(nil), e.Machine.Keys...), e.Args...), e.Machine}
}

// world is what an action or a property with these variables looks at.
func (m *maker) world(vars []*ast.Variable) place { return place{vars: vars} }

// condition makes a condition of some depth.
func (m *maker) condition(p place, depth int) ast.Expr {
	if depth == 0 || m.one(2) {
		return m.atom(p)
	}
	a, b := m.condition(p, depth-1), m.condition(p, depth-1)
	switch m.below(4) {
	case 0:
		return ast.Not{X: a}
	case 1:
		return ast.And{Xs: []ast.Expr{a, b}}
	case 2:
		return ast.Or{Xs: []ast.Expr{a, b}}
	default:
		return ast.Implies{If: a, Then: b}
	}
}

// atom is a condition without parts. In the world, what it needs and the place does not bind is "some" or "every".
func (m *maker) atom(p place) ast.Expr {
	if p.own != nil {
		return m.ownAtom(p)
	}
	for _, v := range []*ast.Variable{m.key, m.client} {
		if !p.has(v) {
			return ast.Quant{All: m.one(2), Var: v, Body: m.atom(p.with(v))}
		}
	}
	switch n := m.below(6); {
	case n == 0 && len(m.sys.Facts) > 0:
		f := some(m, m.sys.Facts)
		read := ast.Read{Fact: f, At: []ast.Expr{variable(m.key)}}
		if f.Type.Kind == ast.Bool {
			return read
		}
		return ast.Less{A: read, B: lit(counter(2), 1+m.below(2))}
	case n == 1 && len(m.channels) > 0:
		return m.counted(some(m, m.channels), p)
	case n == 2:
		x := some(m, m.sys.Machines)
		if atom := m.fieldAtom(p, x, variables(x.Keys)); atom != nil {
			return atom
		}
	}
	x := some(m, m.sys.Machines)
	return ast.InPhase{Machine: x, At: variables(x.Keys), Phases: ast.PhaseSet{Phases: []string{some(m, x.Phases)}}}
}

// counted compares the number of some messages.
func (m *maker) counted(c *ast.Channel, p place) ast.Expr {
	args := make([]ast.Expr, len(c.Fields))
	for i, f := range c.Fields {
		if p.has(f) && m.one(2) {
			args[i] = variable(f)
		}
	}
	return ast.Less{A: ast.Count{Channel: c, Args: args}, B: lit(counter(0), 1+m.below(2))}
}

func (m *maker) ownAtom(p place) ast.Expr {
	if p.has(m.flag) && m.one(2) {
		return variable(m.flag)
	}
	if atom := m.fieldAtom(p, p.own, nil); atom != nil {
		return atom
	}
	if p.has(m.flag) {
		return variable(m.flag)
	}
	return lit(boolean, m.below(2))
}

// fieldAtom asks something of a field of an entry; nil where there is nothing to ask.
func (m *maker) fieldAtom(p place, x *ast.Machine, at []ast.Expr) ast.Expr {
	if len(x.Fields) == 0 {
		return nil
	}
	f := some(m, x.Fields)
	get := ast.Get{Field: f, At: at}
	switch {
	case f.Type.Kind == ast.Bool:
		return get
	case f.Type.Kind == ast.Nat:
		return ast.Less{A: get, B: lit(f.Type, 1+m.below(2))}
	case f.Type.Kind == ast.Token && p.has(m.gen):
		return ast.Eq{A: variable(m.gen), B: get}
	case f.Type.Kind == ast.Token:
		return ast.Eq{A: get, B: lit(m.gen.Type, 0)}
	case f.Shape == ast.Option && p.has(m.client):
		return ast.OptIs{Opt: get, X: variable(m.client)}
	case f.Shape == ast.Option:
		return ast.OptNone{Opt: get}
	case p.has(m.client) && m.one(2):
		return ast.Has{Set: get, Elem: variable(m.client)}
	case p.has(m.client):
		return ast.Empty{Set: ast.Less1{Set: get, Elem: variable(m.client)}}
	default:
		return ast.Empty{Set: get}
	}
}
