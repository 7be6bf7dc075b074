package spec

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// Link assembles the resolved form of a system without judging it. Tools use Resolve, which also validates.
func Link(s System) *ast.System {
	l := linker{system: &ast.System{Name: s.Name, Doc: s.Doc, Done: raw(s.Done), Sets: map[*ast.Machine][]ast.PhaseSet{}}}
	for _, c := range s.Cells {
		l.cell(c)
	}
	for _, a := range s.Actions {
		l.action(a)
	}
	for _, p := range s.Properties {
		q := p.property()
		l.exprs(q.Holds, q.From, q.To)
		l.system.Properties = append(l.system.Properties, q)
	}
	l.exprs(l.system.Done)
	for _, i := range s.Instances {
		l.system.Instances = append(l.system.Instances, i.link())
	}
	return l.system
}

// A linker lists declarations in the order in which they are first used.
type linker struct{ system *ast.System }

func (l *linker) cell(c Cell) {
	cell := &ast.Cell{When: raw(c.When), Do: c.Do.list, To: string(c.To), Pos: c.Do.pos}
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
	if cell.Pos.Line == 0 {
		cell.Pos = posOf(cell.When)
	}
	if c.On != nil {
		cell.Event = c.On.event()
		l.event(cell.Event)
		l.sets(cell.Event.Machine, cell.In)
	}
	l.exprs(cell.When)
	l.effects(cell.Do)
	l.system.Cells = append(l.system.Cells, cell)
}

func (l *linker) action(a Action) {
	action := &ast.Action{Name: a.Name, Doc: a.Doc, By: a.By, Fair: a.Fair, When: raw(a.When), Do: a.Do.list, Optional: a.Optional, Pos: a.Do.pos}
	for _, v := range a.For {
		action.For = append(action.For, v.variable())
	}
	if a.Take != nil {
		action.Take = a.Take.channel()
		l.channel(action.Take)
	}
	if a.Peek != nil {
		action.Peek = a.Peek.channel()
		l.channel(action.Peek)
	}
	for _, f := range a.Fire {
		action.Fire = append(action.Fire, f.f)
		l.firing(f.f)
	}
	if action.Pos.Line == 0 && len(a.Fire) > 0 {
		action.Pos = a.Fire[0].f.Pos
	}
	if action.Pos.Line == 0 {
		action.Pos = posOf(action.When)
	}
	l.exprs(action.When)
	l.effects(action.Do)
	l.system.Actions = append(l.system.Actions, action)
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

func (l *linker) effects(effects []ast.Effect) {
	for _, e := range effects {
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

// posOf is the line of the outermost condition inside x that knows one.
func posOf(x ast.Expr) ast.Pos {
	var pos ast.Pos
	ast.Walk(x, func(x ast.Expr) bool {
		if pos.Line != 0 {
			return false
		}
		switch x := x.(type) {
		case ast.Not:
			pos = x.Pos
		case ast.And:
			pos = x.Pos
		case ast.Or:
			pos = x.Pos
		case ast.Implies:
			pos = x.Pos
		case ast.Named: // stands where the name was given, not where it is used
			return false
		}
		return true
	})
	return pos
}
