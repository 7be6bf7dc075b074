package tlaplus

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// expr is an expression in TLA+.
func (s *scope) expr(x ast.Expr) layout {
	switch x := x.(type) {
	case ast.Var:
		return atom(s.variable(x.V))
	case ast.Lit:
		return literal(x)
	case ast.Get:
		return s.field(x)
	case ast.Read:
		return atom(s.prime(x.Fact.Name) + s.at(x.At))
	case ast.InPhase:
		return s.inPhase(x, false)
	case ast.Not:
		return s.not(x.X)
	case ast.And:
		return s.junction(conj, x.Xs, "TRUE")
	case ast.Or:
		return s.junction(disj, x.Xs, "FALSE")
	case ast.Implies:
		return implication{s.expr(x.If), s.expr(x.Then)}
	case ast.Eq:
		return s.equal(x)
	case ast.Less:
		return s.less(x)
	case ast.Has:
		return relation(s.expr(x.Elem), `\in`, s.expr(x.Set))
	case ast.Empty:
		return relation(s.expr(x.Set), "=", atom("{}"))
	case ast.Less1:
		return infix{`\`, []layout{s.expr(x.Set), atom("{" + s.text(x.Elem) + "}")}, bindSet}
	case ast.OptIs:
		return relation(s.expr(x.Opt), "=", s.expr(x.X))
	case ast.OptNone:
		return relation(s.expr(x.Opt), "=", atom("None"))
	case ast.Count:
		return s.count(x)
	case ast.Sum:
		return s.sum(x.Xs)
	case ast.Quant:
		return s.quant(x)
	case ast.NumberOf:
		in, bound := s.bind(x.Var)
		return call("Cardinality", setOf([]*ast.Variable{x.Var}, bound, in.body(x.Body)))
	case ast.Replies:
		return relation(s.asked(x.Firing, "reply"), "=", atom(quoted(x.Word)))
	case ast.ReplyOf:
		return s.asked(x.Firing, "reply")
	case ast.Moves:
		return s.moves(x, "#")
	case ast.After:
		return s.primed().expr(x.X)
	case ast.Changed:
		return s.changed(x, "#")
	case ast.Named:
		if c, ok := s.conds[ast.FullText(x)]; ok {
			return atom(s.prime(c.name))
		}
		return s.expr(x.X)
	default:
		panic(fmt.Sprintf("tlaplus: no text for %T", x))
	}
}

// text is an expression on one line.
func (s *scope) text(x ast.Expr) string { return flat(s.expr(x)) }

func flat(x layout) string {
	text, ok := x.flat()
	if !ok {
		return strings.Join(x.lines(0, 0), " ")
	}
	return text
}

// prime is a name in the state that expressions are about.
func (s *scope) prime(name string) string {
	if s.after {
		return name + "'"
	}
	return name
}

func (s *scope) variable(v *ast.Variable) string {
	if name, ok := s.vars[v.Name]; ok {
		return name
	}
	return v.Name
}

// at is a place in brackets: one key or a pair.
func (s *scope) at(at []ast.Expr) string {
	if len(at) == 0 {
		return ""
	}
	return "[" + s.list(at) + "]"
}

func (s *scope) list(xs []ast.Expr) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = s.text(x)
	}
	return strings.Join(parts, ", ")
}

func (s *scope) entry(m *ast.Machine, at []ast.Expr) string { return s.prime(m.Name) + s.at(at) }

func (s *scope) field(x ast.Get) layout {
	if len(x.At) == 0 {
		return s.self(x.Field)
	}
	return atom(s.entry(x.Field.Machine, x.At) + "." + x.Field.Name)
}

func literal(l ast.Lit) layout {
	switch {
	case l.Type.Words != nil:
		return atom(quoted(l.Type.Words.List[l.N]))
	case l.Type.Kind == ast.Bool:
		return atom([...]string{"FALSE", "TRUE"}[l.N])
	default:
		return atom(fmt.Sprint(l.N))
	}
}

func (s *scope) junction(join func(...layout) layout, xs []ast.Expr, none string) layout {
	if len(xs) == 0 {
		return atom(none)
	}
	items := make([]layout, len(xs))
	for i, x := range xs {
		items[i] = s.expr(x)
	}
	return join(items...)
}

// isBool reports that x is a truth value.
func isBool(x ast.Expr) bool {
	switch x := x.(type) {
	case ast.Var:
		return x.V.Type.Kind == ast.Bool
	case ast.Lit:
		return x.Type.Kind == ast.Bool
	case ast.Get:
		return x.Field.Shape == ast.Plain && x.Field.Type.Kind == ast.Bool
	case ast.Read:
		return x.Fact.Type.Kind == ast.Bool
	case ast.After:
		return isBool(x.X)
	case ast.Count, ast.Sum, ast.NumberOf, ast.ReplyOf, ast.Less1:
		return false
	default:
		return true
	}
}

func (s *scope) less(x ast.Less) layout {
	if l, ok := x.A.(ast.Lit); ok {
		if c, ok := x.B.(ast.Count); ok && l.N == 0 {
			return s.some(c)
		}
		return relation(s.expr(x.B), ">", s.expr(x.A))
	}
	return relation(s.expr(x.A), "<", s.expr(x.B))
}

func (s *scope) notLess(x ast.Less) layout {
	if l, ok := x.A.(ast.Lit); ok && l.N == 0 {
		if c, ok := x.B.(ast.Count); ok {
			return s.none(c)
		}
	}
	return relation(s.expr(x.B), "<=", s.expr(x.A))
}

func (s *scope) sum(xs []ast.Expr) layout {
	switch len(xs) {
	case 0:
		return atom("0")
	case 1:
		return s.expr(xs[0])
	}
	items := make([]layout, len(xs))
	for i, x := range xs {
		items[i] = s.expr(x)
	}
	return infix{"+", items, bindSum}
}

// quant takes in the quantifiers of one kind that follow each other.
func (s *scope) quant(x ast.Quant) layout {
	in, names := s.bind(x.Var)
	vs, body := []*ast.Variable{x.Var}, x.Body
	for {
		next, ok := body.(ast.Quant)
		if !ok || next.All != x.All {
			break
		}
		var name []string
		in, name = in.bind(next.Var)
		vs, names, body = append(vs, next.Var), append(names, name...), next.Body
	}
	if x.All {
		return forAll(vs, names, in.body(body))
	}
	return exists(vs, names, in.body(body))
}

// asked is a column of what an event would do.
func (s *scope) asked(f *ast.Firing, column string) layout {
	return atom(flat(s.unprimed().operator(f)) + s.prime("."+column))
}

// operator is the operator of an event at an entry.
func (s *scope) operator(f *ast.Firing) layout {
	var args []layout
	for _, x := range append(append([]ast.Expr(nil), f.At...), f.Args...) {
		args = append(args, s.expr(x))
	}
	return call(s.m.on[f.Event], args...)
}

// moves asks whether an event would change its entry.
func (s *scope) moves(x ast.Moves, sign string) layout {
	q := s.unprimed()
	moved := relation(q.asked(x.Firing, "next"), sign, atom(q.entry(x.Firing.Event.Machine, x.Firing.At)))
	if s.after {
		return around{"(", moved, ")'"}
	}
	return moved
}

// changed asks whether the step changes an entry.
func (s *scope) changed(x ast.Changed, sign string) layout {
	before := s.unprimed()
	return relation(atom(before.primed().entry(x.Machine, x.At)), sign, atom(before.entry(x.Machine, x.At)))
}
