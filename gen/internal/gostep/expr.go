package gostep

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/genlock-go/genlock/internal/ast"
)

// A scope is what an expression of a cell may refer to at one place of the generated function.
type scope struct {
	g        *machine
	assigned map[*ast.Field]bool // fields that an effect before this place has changed: they are read from r.Next
	locals   map[string]bool     // named conditions that are Go locals here
	holds    map[string]bool     // questions that are known to hold here, by their text
}

func newScope(g *machine) *scope {
	return &scope{g: g, assigned: map[*ast.Field]bool{}, locals: map[string]bool{}, holds: map[string]bool{}}
}

// inner is a copy whose additions end with a block.
func (s *scope) inner() *scope {
	c := newScope(s.g)
	for f := range s.assigned {
		c.assigned[f] = true
	}
	for n := range s.locals {
		c.locals[n] = true
	}
	for q := range s.holds {
		c.holds[q] = true
	}
	return c
}

// A renderFault is what the step cannot say; it is thrown by the code below and caught where an event begins.
type renderFault struct{ text string }

func cannot(format string, args ...any) { panic(renderFault{fmt.Sprintf(format, args...)}) }

// Binding strength of Go's operators, loosest first.
const (
	goOr = iota + 1
	goAnd
	goCompare
	goSum
	goUnary
)

// expr is an expression as Go, in parentheses if it binds looser than its place.
func (s *scope) expr(x ast.Expr, place int) *jen.Statement {
	code, strength := s.bare(x)
	if strength < place {
		return jen.Parens(code)
	}
	return code
}

func (s *scope) bare(x ast.Expr) (code *jen.Statement, strength int) {
	switch x := x.(type) {
	case ast.Var:
		return jen.Id(x.V.Name), goUnary
	case ast.Lit:
		return literal(x), goUnary
	case ast.Get:
		return s.get(x.Field), goUnary
	case ast.Named:
		if s.locals[x.Name] {
			return jen.Id(x.Name), goUnary
		}
		return s.bare(x.X)
	case ast.Not:
		return s.not(x.X)
	case ast.And:
		return s.join(x.Xs, "&&", jen.True(), goAnd)
	case ast.Or:
		return s.join(x.Xs, "||", jen.False(), goOr)
	case ast.Implies:
		return s.join([]ast.Expr{ast.Not{X: x.If}, x.Then}, "||", nil, goOr)
	case ast.Sum:
		return s.join(x.Xs, "+", jen.Lit(0), goSum)
	case ast.Eq:
		return s.compare(x.A, "==", x.B)
	case ast.Less:
		return s.compare(x.A, "<", x.B)
	case ast.OptIs:
		return s.expr(x.Opt, goUnary).Dot("Is").Call(s.expr(x.X, 0)), goUnary
	case ast.OptNone:
		return s.expr(x.Opt, goUnary).Dot("None").Call(), goUnary
	case ast.Has:
		return s.has(x.Set, x.Elem)
	case ast.Empty:
		return s.empty(x.Set)
	default:
		cannot("a step cannot ask %q", ast.Text(x))
		return nil, 0
	}
}

// get is a plain field of the entry; of one that an effect has changed, the new value.
func (s *scope) get(f *ast.Field) *jen.Statement {
	if s.g.setOf(f) != nil {
		cannot("the set %s is no value", f.Name)
	}
	if s.assigned[f] {
		return jen.Id("r").Dot("Next").Dot(exported(f.Name))
	}
	return jen.Id("self").Dot(exported(f.Name))
}

// not is the negation in the form that a reader expects: != for ==, >= for <.
func (s *scope) not(x ast.Expr) (*jen.Statement, int) {
	switch y := x.(type) {
	case ast.Not:
		return s.bare(y.X)
	case ast.Eq:
		return s.compare(y.A, "!=", y.B)
	case ast.Less:
		return s.compare(y.A, ">=", y.B)
	case ast.Named:
		if !s.locals[y.Name] {
			return s.not(y.X)
		}
	case ast.Empty:
		if _, ok := y.Set.(ast.Get); ok {
			return s.length(y.Set).Op("!=").Lit(0), goCompare
		}
	}
	return jen.Op("!").Add(s.expr(x, goUnary)), goUnary
}

func (s *scope) join(xs []ast.Expr, op string, none *jen.Statement, strength int) (*jen.Statement, int) {
	if len(xs) == 0 {
		return none, goUnary
	}
	if len(xs) == 1 {
		return s.bare(xs[0])
	}
	code := s.expr(xs[0], strength)
	for _, x := range xs[1:] {
		code = code.Op(op).Add(s.expr(x, strength+1))
	}
	return code, strength
}

func (s *scope) compare(a ast.Expr, op string, b ast.Expr) (*jen.Statement, int) {
	return s.expr(a, goSum).Op(op).Add(s.expr(b, goSum)), goCompare
}

// has asks the set's interface whether an element is a member, or bears a mark.
func (s *scope) has(set, elem ast.Expr) (*jen.Statement, int) {
	if less, ok := set.(ast.Less1); ok {
		return s.join([]ast.Expr{ast.Has{Set: less.Set, Elem: elem}, ast.Not{X: ast.Eq{A: elem, B: less.Elem}}}, "&&", nil, goAnd)
	}
	f := s.setField(set)
	method := "Has"
	if f.Shape == ast.Mark {
		method = exported(f.Name)
	}
	return jen.Id(s.g.setOf(f).field.Name).Dot(method).Call(s.expr(elem, 0)), goUnary
}

// empty asks for the number of members. Less one element the set is empty if that element is all of it.
func (s *scope) empty(set ast.Expr) (*jen.Statement, int) {
	less, ok := set.(ast.Less1)
	if !ok {
		return s.length(set).Op("==").Lit(0), goCompare
	}
	if _, twice := less.Set.(ast.Less1); twice {
		cannot("a step takes one element off a set, not several: %s", ast.Text(set))
	}
	only := s.length(less.Set).Op("==").Lit(1)
	member := ast.Has(less)
	if s.holds[question(member)] {
		return only, goCompare
	}
	none := s.length(less.Set).Op("==").Lit(0)
	return none.Op("||").Add(only).Op("&&").Add(s.expr(member, goCompare)), goOr
}

func (s *scope) length(set ast.Expr) *jen.Statement {
	f := s.setField(set)
	method := "Len"
	if f.Shape == ast.Mark {
		method = exported(f.Name) + "Len"
	}
	return jen.Id(s.g.setOf(f).field.Name).Dot(method).Call()
}

func (s *scope) setField(set ast.Expr) *ast.Field {
	get, ok := set.(ast.Get)
	if !ok || s.g.setOf(get.Field) == nil {
		cannot("a step cannot ask the set %q", ast.Text(set))
	}
	if s.assigned[s.g.setOf(get.Field).field] {
		cannot("%s is asked after it was changed in the same cell: a step asks sets as they were", get.Field.Name)
	}
	return get.Field
}

func literal(l ast.Lit) *jen.Statement {
	switch l.Type.Kind {
	case ast.Bool:
		return jen.Lit(l.N == 1)
	case ast.Enum:
		return jen.Id(word(l.Type, l.N))
	default:
		return jen.Lit(l.N)
	}
}
