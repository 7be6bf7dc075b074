package tlaplus

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// Effects are run on symbols, so an arm says the values that fields have in the end, and messages say what fields held
// when they were sent.

// A run is a cell being carried out.
type run struct {
	m     *module
	s     *scope
	self  map[*ast.Field]symbol // fields that the cell has changed
	sent  map[*ast.Channel][]layout
	draws int
}

// A symbol is a value that may build on the one that the field had: base is how that one is called.
type symbol func(base layout) layout

func (m *module) run(s *scope, c *ast.Cell) *run {
	r := &run{m: m, s: s, self: map[*ast.Field]symbol{}, sent: map[*ast.Channel][]layout{}}
	for _, e := range c.Do {
		r.do(e)
	}
	return r
}

// value is what a field holds at this point.
func (r *run) value(f *ast.Field) layout {
	old := atom("self." + f.Name)
	if changed, ok := r.self[f]; ok {
		return changed(old)
	}
	return old
}

// build changes a field to something made of what it holds.
func (r *run) build(f *ast.Field, on func(layout) layout) {
	before, ok := r.self[f]
	if !ok {
		before = func(base layout) layout { return base }
	}
	r.self[f] = func(base layout) layout { return on(before(base)) }
}

func (r *run) set(f *ast.Field, x layout) { r.self[f] = func(layout) layout { return x } }

// expr is an expression at this point. A named condition means what it meant when its name was defined, so it is
// spelled out once a field that it reads has changed.
func (r *run) expr(x ast.Expr) layout {
	at := r.s.inner()
	at.self = r.value
	for text := range at.conds {
		if len(r.self) > 0 {
			delete(at.conds, text)
		}
	}
	return at.expr(x)
}

func (r *run) do(e ast.Effect) {
	switch e := e.(type) {
	case ast.Fresh:
		r.set(e.Field, r.draw())
	case ast.Assign:
		r.set(e.Field, r.expr(e.X))
	case ast.Clear:
		r.set(e.Field, blank(e.Field))
		r.unmark(e.Field, func(layout) layout { return atom("{}") })
	case ast.Bump:
		r.build(e.Field, func(x layout) layout { return counted(x, e.By) })
	case ast.Add:
		one := atom("{" + flat(r.expr(e.X)) + "}")
		r.build(e.Field, func(x layout) layout { return with(x, one) })
	case ast.Remove:
		one := atom("{" + flat(r.expr(e.X)) + "}")
		less := func(x layout) layout { return without(x, one) }
		r.build(e.Field, less)
		r.unmark(e.Field, less)
	case ast.MarkAll:
		r.set(e.Field, r.value(e.Field.On))
	case ast.Send:
		r.sent[e.Channel] = append(r.sent[e.Channel], r.message(e))
	default:
		panic(fmt.Sprintf("tlaplus: no text for %T in a cell", e))
	}
}

// unmark changes the marks on a set whose members leave.
func (r *run) unmark(set *ast.Field, on func(layout) layout) {
	for _, f := range set.Machine.Fields {
		if f.On == set {
			r.build(f, on)
		}
	}
}

func (r *run) draw() layout {
	r.draws++
	if r.draws == 1 {
		return atom("nextToken")
	}
	return word{fmt.Sprintf("nextToken + %d", r.draws-1), bindSum}
}

func (r *run) message(e ast.Send) layout {
	items := make([]layout, len(e.Channel.Fields))
	for i, f := range e.Channel.Fields {
		items[i] = around{f.Name + " |-> ", r.expr(e.Args[i]), ""}
	}
	return list{open: "[", close: "]", items: items}
}

func counted(x layout, by int) layout {
	if by < 0 {
		return infix{"-", []layout{x, atom("1")}, bindSum}
	}
	return infix{"+", []layout{x, atom("1")}, bindSum}
}

func with(set, one layout) layout {
	if set == atom("{}") {
		return one
	}
	return infix{`\cup`, []layout{set, one}, bindSet}
}

func without(set, one layout) layout {
	if set == atom("{}") {
		return set
	}
	return infix{`\`, []layout{set, one}, bindSet}
}

// next are the components of the entry that differ in the end. A blank phase keeps nothing.
func (r *run) next(c *ast.Cell) []layout {
	m := c.Event.Machine
	blank := r.m.entries[m].blank
	switch {
	case c.To != "" && c.To == m.Phases[0]:
		return []layout{atom("!.next = " + blank)}
	case c.To != "" && m.IsBlank(c.To):
		return []layout{atom("!.next = [" + blank + " EXCEPT !.phase = " + quoted(c.To) + "]")}
	}
	var changes []layout
	if c.To != "" && !(len(c.In.Phases) == 1 && c.In.Phases[0] == c.To) {
		changes = append(changes, atom("!.next.phase = "+quoted(c.To)))
	}
	for _, f := range m.Fields {
		if value, ok := r.self[f]; ok {
			changes = append(changes, around{"!.next." + f.Name + " = ", value(atom("@")), ""})
		}
	}
	return changes
}
