package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// What an expression reads of a world: entries and their fields, facts, and what an event would answer.

// entry is the number of an entry.
func (p place) entry(m *ast.Machine, at []ast.Expr) string {
	return p.index(p.now, m.Keys, p.numbers(at, m.Keys))
}

// numbers are expressions as values of variables, ready for index: in parentheses where they bind looser than a product.
func (p place) numbers(xs []ast.Expr, vs []*ast.Variable) []string {
	list := make([]string, len(xs))
	for i, x := range xs {
		list[i] = p.num(x).in(productOp)
	}
	return list
}

func (p place) view(m *ast.Machine, at []ast.Expr) string {
	return fmt.Sprintf("%s.%s[%s]", p.now, named("view", m.Name), p.entry(m, at))
}

func (p place) field(x ast.Get) string {
	return p.view(x.Field.Machine, x.At) + "." + goField(x.Field)
}

// set is a set field or a mark, or one less a member.
func (p place) set(x ast.Expr) string {
	switch x := x.(type) {
	case ast.Get:
		return p.view(x.Field.Machine, x.At) + "." + setPath(x.Field)
	case ast.Less1:
		return fmt.Sprintf("%s.Without(%s)", p.set(x.Set), p.number(x.Elem))
	case ast.After:
		return p.afterwards().set(x.X)
	default:
		cannot("no set is known as %T", x)
		return ""
	}
}

func (p place) option(x ast.Expr) string {
	switch x := x.(type) {
	case ast.Get:
		return p.field(x)
	case ast.After:
		return p.afterwards().option(x.X)
	default:
		cannot("no option is known as %T", x)
		return ""
	}
}

func optionType(x ast.Expr) ast.Type {
	switch x := x.(type) {
	case ast.Get:
		return x.Field.Type
	case ast.After:
		return optionType(x.X)
	default:
		return ast.Type{}
	}
}

func (p place) read(x ast.Read) string {
	index := p.index(p.now, x.Fact.Keys, p.numbers(x.At, x.Fact.Keys))
	for _, v := range x.Fact.Keys {
		if v.Type.Kind != ast.Sort && len(x.Fact.Keys) > 1 {
			cannot("fact %s has several keys, not all of them sorts", x.Fact.Name)
		}
	}
	return fmt.Sprintf("%s.%s.Get(%s.s, %s)", p.now, named("fact", x.Fact.Name), p.now, index)
}

func (p place) changed(x ast.Changed, op string) code {
	view, i := named("view", x.Machine.Name), p.entry(x.Machine, x.At)
	return code{fmt.Sprintf("%s.%s[%s] %s %s.%s[%s]", p.now, view, i, op, p.after, view, i), compareOp}
}

func (p place) inPhase(x ast.InPhase, op string) code {
	phase := p.view(x.Machine, x.At) + ".Phase"
	prefix := p.Prefix(x.Machine)
	if len(x.Phases.Phases) == 1 {
		return code{phase + " " + op + " " + p.of(prefix+x.Phases.Phases[0]), compareOp}
	}
	parts := make([]string, len(x.Phases.Phases))
	for i, name := range x.Phases.Phases {
		parts[i] = "1<<" + p.of(prefix+name)
	}
	return tight("packed.Set(%s).Has(int(%s))", strings.Join(parts, "|"), phase)
}

// firing is the list of what a method of an event takes: the number of the entry, and the arguments.
func (p place) firing(f *ast.Firing) string {
	list := []string{p.entry(f.Event.Machine, f.At)}
	for i, a := range f.Event.Args {
		if a.Type.Kind == ast.Bool {
			list = append(list, p.cond(f.Args[i]))
			continue
		}
		list = append(list, p.number(f.Args[i]))
	}
	return strings.Join(list, ", ")
}

// drawn is the fresh token as an argument of an event that is only asked.
func (p place) drawn(e *ast.Event) string {
	if p.Call(e).Draws {
		return ", " + p.now + ".nextToken"
	}
	return ""
}

func (p place) replies(x ast.Replies, op string) code {
	e := x.Firing.Event
	word := p.of(wordOf(x.Of, x.Of.Words.Index(x.Word)))
	if p.mayBeSilent(x) {
		return tight("%s.%s(%s)", p.now, p.repliesMethod(e, word, p.silent(e)), p.firing(x.Firing))
	}
	return code{fmt.Sprintf("%s.%s(%s).Reply %s %s", p.now, named("ev", e.Name), p.firing(x.Firing)+p.drawn(e), op, word), compareOp}
}

// mayBeSilent reports that an event in question may answer nothing where the first word is asked for, which is what the
// step's result then holds.
func (p place) mayBeSilent(x ast.Replies) bool {
	return x.Of.Words.Index(x.Word) == 0 && len(p.silent(x.Firing.Event)) > 0
}

// silent are the cells of an event that answers elsewhere: their reply is no word, also not the first.
func (g *generator) silent(e *ast.Event) []int {
	var list []int
	for i, c := range g.Cells(e.Machine) {
		if c.Event == e && c.Reply == "" {
			list = append(list, i)
		}
	}
	return list
}
