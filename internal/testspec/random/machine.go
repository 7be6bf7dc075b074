package random

import (
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// machine makes a machine, its fields, its events and their cells. Names begin with the letter that they are given.
func (m *maker) machine(name string) {
	x := &ast.Machine{Name: name + "Entry", Doc: "an entry", Keys: []*ast.Variable{m.key}, Docs: map[string]string{}}
	if len(m.sys.Machines) > 0 {
		x.Keys = some(m, [][]*ast.Variable{{m.key}, {m.client}, {m.client, m.key}})
	}
	for i := range 2 + m.below(3) {
		x.Phases = append(x.Phases, fmt.Sprintf("%s%d", capital(name), i+1))
	}
	if m.one(4) {
		x.Blank = []string{some(m, x.Phases)}
	}
	m.fields(x, name)
	m.sys.Machines = append(m.sys.Machines, x)
	for i := range 1 + m.below(3) {
		m.event(x, fmt.Sprintf("%sEvent%d", capital(name), i+1))
	}
}

func capital(name string) string { return string(name[0] - 'a' + 'A') }

func (m *maker) fields(x *ast.Machine, name string) {
	add := func(part string, shape ast.Shape, t ast.Type, on *ast.Field) *ast.Field {
		f := &ast.Field{Machine: x, Name: name + part, Doc: "a field", Shape: shape, Type: t, On: on}
		x.Fields = append(x.Fields, f)
		return f
	}
	if m.tokens > 0 && len(m.sys.Machines) == 0 {
		add("Token", ast.Plain, m.gen.Type, nil)
	}
	if m.one(3) {
		add("Flag", ast.Plain, boolean, nil)
	}
	if m.one(3) {
		add("Count", ast.Plain, counter(2), nil)
	}
	if m.one(3) {
		set := add("Set", ast.Set, m.client.Type, nil)
		if m.one(2) {
			add("Mark", ast.Mark, m.client.Type, set)
		}
	}
	if m.one(4) {
		add("Option", ast.Option, m.client.Type, nil)
	}
}

// event makes an event and, for each phase, one cell, or two of which one applies.
func (m *maker) event(x *ast.Machine, name string) {
	e := &ast.Event{Machine: x, Name: name, Doc: "an event"}
	for _, v := range []*ast.Variable{m.client, m.gen, m.flag} {
		if m.one(2) && (v != m.gen || m.tokens > 0) && !slices.Contains(x.Keys, v) {
			e.Args = append(e.Args, v)
		}
	}
	m.sys.Events = append(m.sys.Events, e)
	answers := m.one(3)
	for _, phase := range x.Phases {
		guards := []ast.Expr{nil}
		if m.one(2) {
			guard := m.condition(m.own(e), 1)
			guards = []ast.Expr{guard, ast.Not{X: guard}}
		}
		for _, guard := range guards {
			m.sys.Cells = append(m.sys.Cells, m.cell(e, phase, guard, answers))
		}
	}
}

func (m *maker) cell(e *ast.Event, phase string, guard ast.Expr, answers bool) *ast.Cell {
	c := &ast.Cell{Event: e, In: ast.PhaseSet{Phases: []string{phase}}, When: guard}
	if answers {
		c.Reply, c.ReplyOf = some(m, m.answers.Words.List), m.answers
	}
	switch n := m.below(12); {
	case n == 0:
		c.Outcome, c.Why, c.Reply = ast.Reject, "by chance", ""
	case n < 3:
		c.Outcome, c.Why = ast.Ignore, "by chance"
	default:
		if e.Machine.Fields == nil || !m.one(4) {
			c.To = some(m, e.Machine.Phases)
		}
		m.effects(c)
	}
	return c
}

// effects are up to two, each on another field.
func (m *maker) effects(c *ast.Cell) {
	e := c.Event
	for _, f := range e.Machine.Fields {
		if len(c.Do) < 2 && m.one(2) {
			if effect := m.effect(c, f); effect != nil {
				c.Do = append(c.Do, effect)
			}
		}
	}
	for _, ch := range m.channels {
		if m.one(4) && !m.sends(e, ch) {
			if send, ok := m.send(ch, m.own(e), drawn(c)); ok {
				c.Do = append(c.Do, send)
			}
		}
	}
}

// drawn is the field that holds the token which the cell has drawn, or nil.
func drawn(c *ast.Cell) *ast.Field {
	for _, effect := range c.Do {
		if fresh, ok := effect.(ast.Fresh); ok {
			return fresh.Field
		}
	}
	return nil
}

func (m *maker) effect(c *ast.Cell, f *ast.Field) ast.Effect {
	client := slices.Contains(append(c.Event.Args, c.Event.Machine.Keys...), m.client)
	switch {
	case f.Type.Kind == ast.Token:
		m.drawing[c.Event] = true
		return ast.Fresh{Field: f}
	case f.Type.Kind == ast.Bool:
		return ast.Assign{Field: f, X: lit(boolean, m.below(2))}
	case f.Type.Kind == ast.Nat:
		return ast.Assign{Field: f, X: lit(f.Type, m.below(3))}
	case m.one(4):
		return ast.Clear{Field: f}
	case f.Shape == ast.Mark:
		return ast.MarkAll{Field: f}
	case !client:
		return nil
	case f.Shape == ast.Option:
		return ast.Assign{Field: f, X: variable(m.client)}
	case m.one(3):
		return ast.Remove{Field: f, X: variable(m.client)}
	default:
		return ast.Add{Field: f, X: variable(m.client)}
	}
}

// sends says whether a cell of the event already sends to the channel: two messages of one cell are refused, and few
// senders keep systems small.
func (m *maker) sends(e *ast.Event, ch *ast.Channel) bool {
	for _, c := range m.sys.CellsOf(e) {
		for _, effect := range c.Do {
			if s, ok := effect.(ast.Send); ok && s.Channel == ch {
				return true
			}
		}
	}
	return false
}
