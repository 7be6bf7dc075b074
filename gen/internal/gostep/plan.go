package gostep

import (
	"errors"
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// A plan is what the Go package of a system declares.
type plan struct {
	sys      *ast.System
	machines []*machine
	sorts    []string     // that arguments, options or sets have
	enums    []*ast.Words // that replies, fields or arguments have
}

// A machine is one machine of the plan. With several machines their names carry the machine's as a prefix.
type machine struct {
	m        *ast.Machine
	prefix   string
	plain    []*ast.Field // of Entry
	sets     []*set
	events   []*event
	cells    []*ast.Cell
	channels []*ast.Channel // that its cells send to
	reply    *ast.Words     // of its answers
	draws    bool
}

// A set is a set field with its marks: the interface that answers questions about it, and the bits of its change.
type set struct {
	field  *ast.Field
	marks  []*ast.Field
	counts map[*ast.Field]bool // marks whose emptiness some guard asks
}

// An event is one event and what its function takes and gives.
type event struct {
	e        *ast.Event
	cells    []*ast.Cell
	keys     []*ast.Variable // of the entry, as far as cells use them
	sets     []*set          // that some cell asks
	channels []*ast.Channel  // that some cell sends to
	draws    bool
}

func planOf(sys *ast.System) (*plan, error) {
	p := &plan{sys: sys}
	var faults []error
	for _, m := range sys.Machines {
		g, err := planMachine(sys, m)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		p.machines = append(p.machines, g)
	}
	p.types()
	return p, errors.Join(faults...)
}

func planMachine(sys *ast.System, m *ast.Machine) (*machine, error) {
	g := &machine{m: m}
	if len(sys.Machines) > 1 {
		g.prefix = exported(m.Name)
	}
	g.fields()
	var faults []error
	for _, e := range sys.EventsOf(m) {
		ev := g.planEvent(sys, e)
		g.events = append(g.events, ev)
		g.draws = g.draws || ev.draws
		for _, c := range ev.channels {
			g.channels = appendNew(g.channels, c)
		}
		if t := sys.ReplyType(e); t.Words != nil {
			if g.reply != nil && g.reply != t.Words {
				faults = append(faults, fmt.Errorf("events of %s answer with words of %s and of %s: a step has one type of reply", m.Name, g.reply.Name, t.Words.Name))
			}
			g.reply = t.Words
		}
	}
	for _, c := range sys.Cells {
		if c.Event.Machine == m {
			g.cells = append(g.cells, c)
		}
	}
	if len(g.cells) > 255 {
		faults = append(faults, fmt.Errorf("%s has %d cells: a step counts them in a byte", m.Name, len(g.cells)))
	}
	return g, errors.Join(faults...)
}

func (g *machine) fields() {
	for _, f := range g.m.Fields {
		switch f.Shape {
		case ast.Set:
			g.sets = append(g.sets, &set{field: f, counts: map[*ast.Field]bool{}})
		case ast.Mark:
			s := g.setOf(f)
			s.marks = append(s.marks, f)
		default:
			g.plain = append(g.plain, f)
		}
	}
}

// setOf is the set that a set field or a mark belongs to.
func (g *machine) setOf(f *ast.Field) *set {
	if f.On != nil {
		f = f.On
	}
	for _, s := range g.sets {
		if s.field == f {
			return s
		}
	}
	return nil
}

func (g *machine) planEvent(sys *ast.System, e *ast.Event) *event {
	ev := &event{e: e, cells: sys.CellsOf(e)}
	for _, c := range ev.cells {
		g.uses(ev, c.When)
		for _, effect := range c.Do {
			g.effectUses(ev, effect)
		}
	}
	return ev
}

func (g *machine) effectUses(ev *event, e ast.Effect) {
	switch e := e.(type) {
	case ast.Fresh:
		ev.draws = true
	case ast.Send:
		ev.channels = appendNew(ev.channels, e.Channel)
		for i, x := range e.Args {
			if !g.ownKey(x, e.Channel.Fields[i]) {
				g.uses(ev, x)
			}
		}
		return
	}
	g.uses(ev, ast.EffectExprs(e)...)
}

// uses notes the sets and keys of the entry that expressions ask.
func (g *machine) uses(ev *event, xs ...ast.Expr) {
	for _, x := range xs {
		ast.Walk(x, func(x ast.Expr) bool {
			switch x := x.(type) {
			case ast.Get:
				if s := g.setOf(x.Field); s != nil {
					ev.sets = appendNew(ev.sets, s)
				}
			case ast.Empty:
				if get, ok := x.Set.(ast.Get); ok && get.Field.Shape == ast.Mark {
					g.setOf(get.Field).counts[get.Field] = true
				}
			case ast.Var:
				if isKey(g.m, x.V) && !isArg(ev.e, x.V) {
					ev.keys = appendNew(ev.keys, x.V)
				}
			}
			return true
		})
	}
}

func isKey(m *ast.Machine, v *ast.Variable) bool { return hasName(m.Keys, v.Name) }
func isArg(e *ast.Event, v *ast.Variable) bool   { return hasName(e.Args, v.Name) }

func hasName(vs []*ast.Variable, name string) bool {
	return slices.ContainsFunc(vs, func(v *ast.Variable) bool { return v.Name == name })
}

// ownKey says that a message's field only repeats which entry sends it: the caller knows that, the step leaves it out.
func (g *machine) ownKey(x ast.Expr, field *ast.Variable) bool {
	v, ok := x.(ast.Var)
	return ok && isKey(g.m, v.V) && v.V.Name == field.Name
}

// types lists the sorts and enumerations that the package declares, in order of first use.
func (p *plan) types() {
	note := func(t ast.Type) {
		switch t.Kind {
		case ast.Sort:
			p.sorts = appendNew(p.sorts, t.Name)
		case ast.Enum:
			p.enums = appendNew(p.enums, t.Words)
		}
	}
	for _, g := range p.machines {
		for _, f := range g.m.Fields {
			note(f.Type)
		}
		for _, ev := range g.events {
			for _, v := range slices.Concat(ev.keys, ev.e.Args) {
				note(v.Type)
			}
			note(p.sys.ReplyType(ev.e))
		}
		for _, c := range g.channels {
			for _, v := range g.messageFields(p.sys, c) {
				note(v.Type)
			}
		}
	}
}

// messageFields are the fields of a channel's messages that the step fills in.
func (g *machine) messageFields(sys *ast.System, c *ast.Channel) []*ast.Variable {
	var fields []*ast.Variable
	for i, v := range c.Fields {
		if !g.alwaysOwnKey(sys, c, i) {
			fields = append(fields, v)
		}
	}
	return fields
}

func (g *machine) alwaysOwnKey(sys *ast.System, c *ast.Channel, i int) bool {
	for _, cell := range sys.Cells {
		for _, e := range cell.Do {
			s, ok := e.(ast.Send)
			if ok && cell.Event.Machine == g.m && s.Channel == c && !g.ownKey(s.Args[i], c.Fields[i]) {
				return false
			}
		}
	}
	return true
}

func appendNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}
