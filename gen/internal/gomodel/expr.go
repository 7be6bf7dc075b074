package gomodel

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A place is where an expression stands in the generated code: the worlds that it reads.
type place struct {
	*generator
	now   string // the world that it reads
	after string // the one that After reads; "" where there is none
}

// Worlds of a method of world, and of one of walker.
func (g *generator) inWorld() place  { return place{g, "w", ""} }
func (g *generator) inWalker() place { return place{g, "x.now", "x.next"} }

// Binding strength of Go's operators, loosest first.
const (
	loosest = iota
	orOp
	andOp
	compareOp
	sumOp
	productOp
	unaryOp
)

// Code is an expression in Go and how strongly it binds.
type code struct {
	text     string
	strength int
}

func (c code) in(strength int) string {
	if c.strength < strength {
		return "(" + c.text + ")"
	}
	return c.text
}

func tight(format string, args ...any) code { return code{fmt.Sprintf(format, args...), unaryOp} }

func (p place) cond(x ast.Expr) string { return p.truth(x).in(loosest) }
func (p place) number(x ast.Expr) string {
	return p.num(x).in(loosest)
}

// truth is a condition as a Go bool.
func (p place) truth(x ast.Expr) code {
	switch x := x.(type) {
	case nil:
		return tight("true")
	case ast.Var:
		return tight("%s", p.local(x.V))
	case ast.Lit:
		return tight("%t", x.N == 1)
	case ast.Get:
		return tight("%s", p.field(x))
	case ast.Read:
		return code{p.read(x) + " != 0", compareOp}
	case ast.Named:
		return p.named(x)
	case ast.Not:
		return p.not(x.X)
	case ast.And:
		return p.join(x.Xs, " && ", "true", andOp)
	case ast.Or:
		return p.join(x.Xs, " || ", "false", orOp)
	case ast.Implies:
		return p.join([]ast.Expr{ast.Not{X: x.If}, x.Then}, " || ", "", orOp)
	case ast.Eq:
		return p.equal(x, "==")
	case ast.Less:
		return code{p.num(x.A).in(sumOp) + " < " + p.num(x.B).in(sumOp), compareOp}
	case ast.InPhase:
		return p.inPhase(x, "==")
	case ast.Has:
		return tight("%s.Has(%s)", p.set(x.Set), p.number(x.Elem))
	case ast.Empty:
		return code{p.set(x.Set) + " == 0", compareOp}
	case ast.OptIs:
		return tight("%s.Is(%s(%s))", p.option(x.Opt), p.stepType(optionType(x.Opt)), p.number(x.X))
	case ast.OptNone:
		return tight("%s.None()", p.option(x.Opt))
	case ast.Quant:
		return p.quantifier(x)
	case ast.Replies:
		return p.replies(x, "==")
	case ast.Moves:
		return tight("%s.%s(%s)", p.now, p.movesMethod(x.Firing.Event), p.firing(x.Firing))
	case ast.Changed:
		return p.changed(x, "!=")
	case ast.After:
		return p.afterwards().truth(x.X)
	default:
		cannot("no condition is known as %T", x)
		return code{}
	}
}

func (p place) not(x ast.Expr) code {
	switch x := x.(type) {
	case ast.Not:
		return p.truth(x.X)
	case ast.Eq:
		return p.equal(x, "!=")
	case ast.Less:
		return code{p.num(x.A).in(sumOp) + " >= " + p.num(x.B).in(sumOp), compareOp}
	case ast.Empty:
		return code{p.set(x.Set) + " != 0", compareOp}
	case ast.Read:
		return code{p.read(x) + " == 0", compareOp}
	case ast.InPhase:
		if len(x.Phases.Phases) == 1 {
			return p.inPhase(x, "!=")
		}
	case ast.Replies:
		if !p.mayBeSilent(x) {
			return p.replies(x, "!=")
		}
	case ast.Changed:
		return p.changed(x, "==")
	}
	return code{"!" + p.truth(x).in(unaryOp), unaryOp}
}

func (p place) join(xs []ast.Expr, op, none string, strength int) code {
	if len(xs) == 0 {
		return tight("%s", none)
	}
	if len(xs) == 1 {
		return p.truth(xs[0])
	}
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = p.truth(x).in(strength + 1)
	}
	return code{strings.Join(parts, op), strength}
}

func (p place) equal(x ast.Eq, op string) code {
	if p.isBool(x.A) {
		return code{p.truth(x.A).in(sumOp) + " " + op + " " + p.truth(x.B).in(sumOp), compareOp}
	}
	return code{p.num(x.A).in(sumOp) + " " + op + " " + p.num(x.B).in(sumOp), compareOp}
}

// isBool reports that an expression is a condition and no number.
func (p place) isBool(x ast.Expr) bool {
	switch x := x.(type) {
	case ast.Var:
		return x.V.Type.Kind == ast.Bool
	case ast.Lit:
		return x.Type.Kind == ast.Bool
	case ast.Get:
		return x.Field.Type.Kind == ast.Bool
	case ast.Read:
		return x.Fact.Type.Kind == ast.Bool
	case ast.After:
		return p.isBool(x.X)
	case ast.Count, ast.Sum, ast.NumberOf, ast.ReplyOf:
		return false
	default:
		return true
	}
}

// num is a value as a Go int.
func (p place) num(x ast.Expr) code {
	switch x := x.(type) {
	case ast.Lit:
		return tight("%d", x.N)
	case ast.Count:
		return p.count1(x)
	case ast.Sum:
		return p.sum(x.Xs)
	case ast.NumberOf:
		return p.numberOf(x)
	case ast.ReplyOf:
		return tight("int(%s.%s(%s).Reply)", p.now, named("ev", x.Firing.Event.Name), p.firing(x.Firing)+p.drawn(x.Firing.Event))
	case ast.After:
		return p.afterwards().num(x.X)
	}
	if p.isBool(x) {
		return tight("packed.Bit(%s)", p.cond(x))
	}
	switch x := x.(type) {
	case ast.Var:
		return tight("%s", p.local(x.V))
	case ast.Get:
		return tight("int(%s)", p.field(x))
	case ast.Read:
		return tight("%s", p.read(x))
	default:
		cannot("no value is known as %T", x)
		return code{}
	}
}

func (p place) sum(xs []ast.Expr) code {
	if len(xs) == 0 {
		return tight("0")
	}
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = p.num(x).in(sumOp)
	}
	return code{strings.Join(parts, " + "), sumOp}
}

// afterwards is the place that reads the state after the step.
func (p place) afterwards() place { return place{p.generator, p.after, ""} }

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
