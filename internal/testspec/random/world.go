package random

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// action makes something that happens: it may take or look at a message, fires an event or two, changes a fact, sends.
func (m *maker) action(name string) {
	a := &ast.Action{Name: name, Doc: "happens", By: some(m, []string{"one", "other"})}
	if len(m.channels) > 0 && m.one(2) {
		c := some(m, m.channels)
		if m.one(4) {
			a.Peek = c
		} else {
			a.Take = c
		}
	}
	if !m.one(4) {
		m.fire(a, some(m, m.sys.Events))
	}
	if m.one(3) && len(m.sys.Machines) > 1 {
		m.fire(a, some(m, m.sys.Events))
	}
	m.changes(a)
	if m.one(3) {
		a.When = m.condition(m.world(a.Params()), 1)
	}
	m.room(a)
	a.Fair = m.fairness(len(a.Params()))
	m.sys.Actions = append(m.sys.Actions, a)
}

// fairness is what an action with some parameters owes. TLC looks at all combinations of the ways to satisfy each strong
// condition: there is one action with several of them at most.
func (m *maker) fairness(params int) ast.Fairness {
	fair := ast.Fairness(m.below(5))
	another := slices.ContainsFunc(m.sys.Actions, func(a *ast.Action) bool { return a.Fair == ast.Strong })
	if fair == ast.Strong && (params > 2 || another) {
		return ast.StrongAny
	}
	return fair
}

// fire adds an event of a machine in which the action fires none yet, at the entry that its parameters name or at all of
// several.
func (m *maker) fire(a *ast.Action, e *ast.Event) {
	for _, f := range a.Fire {
		if f.Event.Machine == e.Machine || m.drawing[f.Event] && m.drawing[e] || m.shareQueue(f.Event, e) {
			return
		}
	}
	f := &ast.Firing{Event: e, At: variables(e.Machine.Keys), Args: variables(e.Args)}
	over := e.Machine.Keys[len(e.Machine.Keys)-1]
	if m.one(4) && !slices.Contains(a.Params(), over) && m.mayFireAtAll(e, over) {
		f.Over = []*ast.Variable{over}
		if m.one(2) {
			f.Where = m.condition(m.world(append(a.Params(), over)), 0)
			if !within(ast.Free(f.Where), append(a.Params(), over)) {
				f.Where = nil
			}
		}
	}
	a.Fire = append(a.Fire, f)
	for _, v := range append(append([]*ast.Variable(nil), e.Machine.Keys...), e.Args...) {
		m.bind(a, f, v)
	}
}

func (m *maker) bind(a *ast.Action, f *ast.Firing, v *ast.Variable) {
	if !slices.Contains(f.Over, v) && !slices.Contains(a.Params(), v) {
		a.For = append(a.For, v)
	}
}

func within(vs, all []*ast.Variable) bool {
	for _, v := range vs {
		if !slices.Contains(all, v) {
			return false
		}
	}
	return true
}

func (m *maker) shareQueue(e, f *ast.Event) bool {
	for _, c := range m.channels {
		if c.Queue && m.sends(e, c) && m.sends(f, c) {
			return true
		}
	}
	return false
}

// mayFireAtAll: what happens at many entries draws nothing, and its messages carry the entry's key.
func (m *maker) mayFireAtAll(e *ast.Event, over *ast.Variable) bool {
	if m.drawing[e] || slices.Contains(e.Args, over) {
		return false
	}
	for _, c := range m.channels {
		if m.sends(e, c) && (c.Queue || over != m.key) {
			return false
		}
	}
	return true
}

// changes are what the action does to the world by itself.
func (m *maker) changes(a *ast.Action) {
	if len(m.sys.Facts) > 0 && (m.one(3) || len(a.Fire) == 0) {
		f := some(m, m.sys.Facts)
		if !slices.Contains(a.Params(), m.key) && !overKey(a, m.key) {
			a.For = append(a.For, m.key)
		}
		if slices.Contains(a.Params(), m.key) {
			a.Do = append(a.Do, ast.SetFact{Fact: f, At: []ast.Expr{variable(m.key)}, X: lit(f.Type, m.below(2))})
		}
	}
	for _, c := range m.channels {
		if !m.one(5) || m.sendsAlready(a, c) {
			continue
		}
		if send, ok := m.send(c, m.world(a.Params()), nil); ok {
			a.Do = append(a.Do, send)
		}
	}
}

func overKey(a *ast.Action, key *ast.Variable) bool {
	for _, f := range a.Fire {
		if slices.Contains(f.Over, key) {
			return true
		}
	}
	return false
}

func (m *maker) sendsAlready(a *ast.Action, c *ast.Channel) bool {
	for _, f := range a.Fire {
		if m.sends(f.Event, c) {
			return true
		}
	}
	return false
}

// send is a message made of what the place has, a token that was just drawn among it; false where something is missing.
func (m *maker) send(c *ast.Channel, p place, drawn *ast.Field) (ast.Send, bool) {
	s := ast.Send{Channel: c}
	for _, f := range c.Fields {
		switch {
		case f == m.gen && drawn != nil:
			s.Args = append(s.Args, ast.Get{Field: drawn})
		case p.has(f):
			s.Args = append(s.Args, variable(f))
		case f == m.flag:
			s.Args = append(s.Args, lit(boolean, m.below(2)))
		default:
			return ast.Send{}, false
		}
	}
	return s, true
}

// room lets an action happen only while there is room for what it may send; now and then it forgets to look.
func (m *maker) room(a *ast.Action) {
	for _, c := range m.channels {
		sends := m.sendsAlready(a, c)
		for _, e := range a.Do {
			s, ok := e.(ast.Send)
			sends = sends || ok && s.Channel == c
		}
		if !sends || c.Queue && m.one(6) {
			continue
		}
		most := 2
		if c.Queue {
			most = c.Room
		}
		free := ast.Less{A: ast.Count{Channel: c, Args: make([]ast.Expr, len(c.Fields))}, B: lit(counter(0), most)}
		if a.When == nil {
			a.When = free
			continue
		}
		a.When = ast.And{Xs: []ast.Expr{a.When, free}}
	}
}
