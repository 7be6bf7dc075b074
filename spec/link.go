package spec

import (
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// Link assembles the resolved form of a system without judging it. Tools use Resolve, which also validates.
func Link(s System) *ast.System {
	system, _ := link(s)
	return system
}

// link also returns the faults of what it had to leave out: handles that nothing declared.
func link(s System) (*ast.System, []Fault) {
	l := linker{system: &ast.System{Name: s.Name, Doc: s.Doc, Sets: map[*ast.Machine][]ast.PhaseSet{}}}
	for _, c := range s.Cells {
		l.cell(c)
	}
	l.forgetSharedLines()
	for i, a := range s.Actions {
		l.action(i, a)
	}
	for i, p := range s.Properties {
		l.property(i, p)
	}
	l.system.Done = l.expr(raw(s.Done))
	for _, i := range s.Instances {
		l.system.Instances = append(l.system.Instances, i.link())
	}
	return l.system, l.faults
}

// A linker lists declarations in the order in which they are first used.
type linker struct {
	system *ast.System
	faults []Fault
}

func (l *linker) leaveOut(where, why string) {
	l.faults = append(l.faults, Fault{Where: where, Text: why})
}

func (l *linker) cell(c Cell) {
	cell := &ast.Cell{When: l.expr(raw(c.When)), Do: l.effects(c.Do.list), To: string(c.To)}
	if c.In != nil {
		cell.In = c.In.phaseSet()
	}
	switch {
	case c.Ignore != "":
		cell.Outcome, cell.Why = ast.Ignore, c.Ignore
	case c.Reject != "":
		cell.Outcome, cell.Why = ast.Reject, c.Reject
	}
	if lit, ok := raw(c.Reply).(ast.Lit); ok && lit.Type.Words != nil {
		cell.Reply, cell.ReplyOf = lit.Type.Words.List[lit.N], lit.Type
	}
	cell.Pos = posOf(cell.When)
	if cell.Pos.Line == 0 {
		cell.Pos = c.Do.pos
	}
	if e := eventOf(c); e != nil && e.Machine != nil {
		cell.Event = e
		l.event(e)
		l.sets(e.Machine, cell.In)
	}
	l.system.Cells = append(l.system.Cells, cell)
}

// forgetSharedLines takes the line off cells that share it: it is that of a guard or of effects with a name of their
// own, and "event in phase under guard" leads to the cell while that line does not.
func (l *linker) forgetSharedLines() {
	cells := map[ast.Pos]int{}
	for _, c := range l.system.Cells {
		cells[c.Pos]++
	}
	for _, c := range l.system.Cells {
		if cells[c.Pos] > 1 {
			c.Pos = ast.Pos{}
		}
	}
}

func (l *linker) action(i int, a Action) {
	where := fmt.Sprintf("action %d %s", i+1, a.Name)
	action := &ast.Action{Name: a.Name, Doc: a.Doc, By: a.By, Fair: a.Fair, Optional: a.Optional, Pos: a.Do.pos}
	for _, v := range a.For {
		if v == nil || v.variable() == nil {
			l.leaveOut(where+", For", undeclared)
			continue
		}
		action.For = append(action.For, v.variable())
	}
	action.Take = l.message(where+", Take", a.Take)
	action.Peek = l.message(where+", Peek", a.Peek)
	for _, f := range a.Fire {
		why := malformedFiring(f.f)
		if why == "" {
			why = malformed(f.f.Exprs()...)
		}
		if why != "" {
			l.leaveOut(where+", Fire", why)
			continue
		}
		action.Fire = append(action.Fire, f.f)
		l.firing(f.f)
	}
	action.When = l.expr(raw(a.When))
	action.Do = l.effects(a.Do.list)
	if action.Pos.Line == 0 && len(action.Fire) > 0 {
		action.Pos = action.Fire[0].Pos
	}
	if action.Pos.Line == 0 {
		action.Pos = posOf(action.When)
	}
	l.system.Actions = append(l.system.Actions, action)
}

func (l *linker) message(where string, c Channel) *ast.Channel {
	if c == nil {
		return nil
	}
	if c.channel() == nil {
		l.leaveOut(where, undeclared)
		return nil
	}
	l.channel(c.channel())
	return c.channel()
}

func (l *linker) property(i int, p Property) {
	if p == nil {
		l.leaveOut(fmt.Sprintf("property %d", i+1), missing)
		return
	}
	q := p.property()
	q.Holds, q.From, q.To = l.expr(q.Holds), l.expr(q.From), l.expr(q.To)
	for _, x := range []ast.Expr{q.Holds, q.From, q.To} {
		if q.Pos.Line == 0 {
			q.Pos = posOf(x)
		}
	}
	l.system.Properties = append(l.system.Properties, q)
}

func (i Instance) link() *ast.Instance {
	sizes := map[string]int{}
	for _, s := range i.Sizes {
		sizes[s.sort] = s.n
	}
	return &ast.Instance{Name: i.Name, Doc: i.Doc, Sizes: sizes, Tokens: i.Tokens, Checks: i.Checks, With: i.With, Without: i.Without, Fair: i.Fair}
}

func (l *linker) exprs(xs ...ast.Expr) {
	for _, x := range xs {
		ast.Walk(x, func(x ast.Expr) bool {
			switch x := x.(type) {
			case ast.Get:
				l.machine(x.Field.Machine)
			case ast.Read:
				l.fact(x.Fact)
			case ast.InPhase:
				l.machine(x.Machine)
				l.sets(x.Machine, x.Phases)
			case ast.Changed:
				l.machine(x.Machine)
			case ast.Count:
				l.channel(x.Channel)
			case ast.Replies:
				l.event(x.Firing.Event)
			case ast.Moves:
				l.event(x.Firing.Event)
			case ast.ReplyOf:
				l.event(x.Firing.Event)
			}
			return true
		})
	}
}

func (l *linker) firing(f *ast.Firing) {
	l.event(f.Event)
	l.exprs(f.Exprs()...)
}

func (l *linker) effects(effects []ast.Effect) []ast.Effect {
	var list []ast.Effect
	for _, e := range effects {
		e = soundEffect(e)
		list = append(list, e)
		switch e := e.(type) {
		case ast.Send:
			l.channel(e.Channel)
		case ast.SetFact:
			l.fact(e.Fact)
		case ast.BumpFact:
			l.fact(e.Fact)
		}
		l.exprs(ast.EffectExprs(e)...)
	}
	return list
}

// expr is a sound expression, whose declarations are listed.
func (l *linker) expr(x ast.Expr) ast.Expr {
	x = sound(x)
	l.exprs(x)
	return x
}

func (l *linker) event(e *ast.Event) {
	l.machine(e.Machine)
	l.system.Events = appendNew(l.system.Events, e)
}

func (l *linker) machine(m *ast.Machine) { l.system.Machines = appendNew(l.system.Machines, m) }
func (l *linker) channel(c *ast.Channel) { l.system.Channels = appendNew(l.system.Channels, c) }
func (l *linker) fact(f *ast.Fact)       { l.system.Facts = appendNew(l.system.Facts, f) }

func (l *linker) sets(m *ast.Machine, set ast.PhaseSet) {
	if set.Name == "" {
		return
	}
	for _, s := range l.system.Sets[m] {
		if s.Name == set.Name && slices.Equal(s.Phases, set.Phases) {
			return
		}
	}
	l.system.Sets[m] = append(l.system.Sets[m], set)
}

func appendNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}
