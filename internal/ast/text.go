package ast

import (
	"fmt"
	"strings"
)

// Text is an expression in plain words, as labels, tables and messages show it; a named condition is its name.
func Text(x Expr) string { return printer{}.expr(x, 0) }

// FullText is Text with every name followed by what it stands for: two conditions with one FullText are the same.
func FullText(x Expr) string { return printer{full: true}.expr(x, 0) }

// EffectText is an effect in plain words.
func EffectText(e Effect) string { return printer{}.effect(e) }

// FullEffectText is EffectText with every name spelled out.
func FullEffectText(e Effect) string { return printer{full: true}.effect(e) }

// FiringText is a firing in plain words.
func FiringText(f *Firing) string { return printer{}.firing(f) }

// FullFiringText is FiringText with every name spelled out.
func FullFiringText(f *Firing) string { return printer{full: true}.firing(f) }

// Binding strength, loosest first: an operand that binds looser than its place gets parentheses.
const (
	loosest = iota
	implies
	or
	and
	not
)

type printer struct{ full bool }

func (p printer) expr(x Expr, place int) string {
	text, strength := p.bare(x)
	if strength < place {
		return "(" + text + ")"
	}
	return text
}

func (p printer) bare(x Expr) (text string, strength int) {
	const tight = not + 1
	switch x := x.(type) {
	case nil:
		return "always", tight
	case Var:
		return x.V.Name, tight
	case Lit:
		return x.text(), tight
	case Get:
		if p.full { // two machines may have fields of one name
			return x.Field.Machine.Name + "." + x.Field.Name + p.at(x.At), tight
		}
		return x.Field.Name + p.at(x.At), tight
	case Read:
		return x.Fact.Name + p.at(x.At), tight
	case InPhase:
		return x.Machine.Name + p.at(x.At) + " in " + x.Phases.Text(), not
	case Not:
		return "not " + p.expr(x.X, not), not
	case And:
		return p.join(x.Xs, " and ", "true", and)
	case Or:
		return p.join(x.Xs, " or ", "false", or)
	case Implies:
		return p.expr(x.If, or) + " implies " + p.expr(x.Then, implies), implies
	case Eq:
		return p.expr(x.A, not) + " = " + p.expr(x.B, not), not
	case Less:
		return p.expr(x.A, not) + " < " + p.expr(x.B, not), not
	case Has:
		return p.expr(x.Elem, tight) + " in " + p.expr(x.Set, tight), not
	case Empty:
		return p.expr(x.Set, tight) + " is empty", not
	case Less1:
		return "(" + p.expr(x.Set, tight) + " less " + p.expr(x.Elem, tight) + ")", tight
	case OptIs:
		return p.expr(x.Opt, tight) + " is " + p.expr(x.X, tight), not
	case OptNone:
		return p.expr(x.Opt, tight) + " is none", not
	case Count:
		return x.Channel.Name + "(" + p.list(x.Args) + ")", tight
	case Sum:
		return p.join(x.Xs, " + ", "0", tight)
	case Quant:
		word := "some "
		if x.All {
			word = "every "
		}
		return word + x.Var.Name + ": " + p.expr(x.Body, loosest), loosest
	case NumberOf:
		return "number of " + x.Var.Name + " with (" + p.expr(x.Body, loosest) + ")", tight
	case Replies:
		return p.firing(x.Firing) + " hears " + x.Word, not
	case Moves:
		return p.firing(x.Firing) + " moves it", not
	case ReplyOf:
		return "reply of " + p.firing(x.Firing), tight
	case After:
		return "after(" + p.expr(x.X, loosest) + ")", tight
	case Changed:
		return x.Machine.Name + p.at(x.At) + " changes", not
	case Named:
		if p.full {
			return x.Name + ":(" + p.expr(x.X, loosest) + ")", tight
		}
		return x.Name, tight
	case Bad:
		return "?", tight
	default:
		panic(fmt.Sprintf("ast: no text for %T", x))
	}
}

func (l Lit) text() string {
	switch {
	case l.Type.Words != nil && l.N < len(l.Type.Words.List):
		return l.Type.Words.List[l.N]
	case l.Type.Kind == Bool:
		return [...]string{"false", "true"}[l.N]
	case l.Type.Kind == Token:
		return "none"
	default:
		return fmt.Sprint(l.N)
	}
}

// Text is the set's name, or its phases.
func (s PhaseSet) Text() string {
	if s.Name != "" {
		return s.Name
	}
	return strings.Join(s.Phases, ", ")
}

func (p printer) join(xs []Expr, word, none string, strength int) (string, int) {
	if len(xs) == 0 {
		return none, not + 1
	}
	if len(xs) == 1 {
		return p.bare(xs[0])
	}
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = p.expr(x, strength+1)
	}
	return strings.Join(parts, word), strength
}

func (p printer) at(at []Expr) string {
	if len(at) == 0 {
		return ""
	}
	return "[" + p.list(at) + "]"
}

func (p printer) list(xs []Expr) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		if x == nil {
			parts[i] = "any"
			continue
		}
		parts[i] = p.expr(x, loosest)
	}
	return strings.Join(parts, ", ")
}

func (p printer) firing(f *Firing) string {
	text := f.Event.Name + "(" + p.list(f.Args) + ") at " + f.Event.Machine.Name + p.at(f.At)
	for i, v := range f.Over {
		text += [...]string{" for each ", ", "}[min(i, 1)] + v.Name
	}
	if f.Where != nil {
		text += " where " + p.expr(f.Where, loosest)
	}
	return text
}

func (p printer) effect(e Effect) string {
	switch e := e.(type) {
	case Fresh:
		return "fresh " + e.Field.Name
	case Assign:
		return e.Field.Name + " becomes " + p.expr(e.X, loosest)
	case Clear:
		return "clear " + e.Field.Name
	case Bump:
		return "count " + e.Field.Name + up(e.By)
	case Add:
		if e.Field.Shape == Mark {
			return "mark " + p.expr(e.X, loosest) + " " + e.Field.Name
		}
		return "add " + p.expr(e.X, loosest) + " to " + e.Field.Name
	case Remove:
		if e.Field.Shape == Mark {
			return "unmark " + p.expr(e.X, loosest) + " " + e.Field.Name
		}
		return "remove " + p.expr(e.X, loosest) + " from " + e.Field.Name
	case MarkAll:
		return "mark all " + e.Field.Name
	case Send:
		return "send " + e.Channel.Name + "(" + p.list(e.Args) + ")"
	case SetFact:
		return e.Fact.Name + p.at(e.At) + " becomes " + p.expr(e.X, loosest)
	case BumpFact:
		return "count " + e.Fact.Name + p.at(e.At) + up(e.By)
	case Undone:
		return "?"
	default:
		panic(fmt.Sprintf("ast: no text for %T", e))
	}
}

func up(by int) string {
	if by < 0 {
		return " down"
	}
	return " up"
}
