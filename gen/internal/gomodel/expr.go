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
	case ast.After:
		return p.afterwards().not(x.X)
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
