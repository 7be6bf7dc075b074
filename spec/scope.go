package spec

import (
	"maps"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// A place is where an expression stands; it settles what the expression may speak of.
type place uint8

const (
	inCell     place = iota // its own entry and the event's arguments
	inAction                // the state, variables that For or the message binds
	inProperty              // the state, any variables
	inStep                  // the state before and after, any variables
)

// A scope judges an expression in its place.
type scope struct {
	*checker
	report  reporter
	place   place
	machine *ast.Machine    // of a cell
	bound   map[string]bool // variables by name
}

func (s scope) binding(vs ...*ast.Variable) scope {
	s.bound = maps.Clone(s.bound)
	if s.bound == nil {
		s.bound = map[string]bool{}
	}
	for _, v := range vs {
		s.bound[v.Name] = true
	}
	return s
}

func (s scope) check(xs ...ast.Expr) {
	for _, x := range xs {
		if x != nil {
			s.expr(x)
		}
	}
}

func (s scope) expr(x ast.Expr) {
	inner := s
	switch x := x.(type) {
	case ast.Var:
		s.variable(x.V)
	case ast.Get:
		s.get(x)
	case ast.InPhase:
		s.phases(x.Machine, x.Phases.Phases)
		s.world("the phase of an entry")
	case ast.Read:
		s.world("a fact")
	case ast.Count:
		s.world("a channel")
	case ast.Less:
		s.ordered(x)
	case ast.Quant:
		inner = s.quantified(x.Var)
	case ast.NumberOf:
		inner = s.quantified(x.Var)
	case ast.Replies:
		s.question(x.Firing)
		s.reply(x.Firing.Event, x.Of)
	case ast.ReplyOf:
		s.question(x.Firing)
		s.reply(x.Firing.Event, x.Type)
	case ast.Moves:
		s.question(x.Firing)
	case ast.After:
		inner = s.after("After")
	case ast.Changed:
		s.after("Changes")
	}
	inner.check(ast.Children(x)...)
}

func (s scope) variable(v *ast.Variable) {
	if s.bound[v.Name] {
		return
	}
	switch s.place {
	case inCell:
		s.report("nothing binds %s: a cell knows its entry's key and the arguments of its event", v.Name)
	case inAction:
		s.report("nothing binds %s: list it in For", v.Name)
	}
}

func (s scope) get(x ast.Get) {
	switch {
	case s.place != inCell && len(x.At) == 0:
		s.report("%s is of no entry: say At", x.Field.Name)
	case s.place == inCell && len(x.At) > 0:
		s.report("looks at %s of another entry: a cell sees its own", x.Field.Name)
	case s.place == inCell && x.Field.Machine != s.machine:
		s.report("looks at %s, a field of %s", x.Field.Name, x.Field.Machine.Name)
	}
}

// world reports what only actions and properties see.
func (s scope) world(what string) {
	if s.place == inCell {
		s.report("looks at %s: a cell sees its own entry and the event's arguments; the action passes what else it needs", what)
	}
}

func (s scope) ordered(x ast.Less) {
	if t := typeOfExpr(x.A); t.Kind != ast.Token && t.Kind != ast.Nat {
		s.report("%s: only tokens and counters have an order", ast.Text(x))
	}
}

// quantified refuses a variable that has a meaning outside: TLA+ has no shadowing, and readers do not expect it.
func (s scope) quantified(v *ast.Variable) scope {
	if s.bound[v.Name] {
		s.report("a quantifier binds %s, which is bound outside of it", v.Name)
	}
	return s.binding(v)
}

func (s scope) question(f *ast.Firing) {
	s.world("what an event would do")
	if len(f.Over) > 0 || f.Where != nil {
		s.report("%s is asked of many entries: a question is about one", f.Event.Name)
	}
}

func (s scope) reply(e *ast.Event, want ast.Type) {
	switch got := s.ReplyType(e); {
	case got.Words == nil:
		s.report("%s never replies", e.Name)
	case got.Words != want.Words:
		s.report("%s replies with a word of %s, not of %s", e.Name, got.Name, want.Name)
	}
}

func (s scope) after(what string) scope {
	if s.place != inStep {
		s.report("%s is known in step properties only, and there only of the state before", what)
	}
	s.place = min(s.place, inProperty)
	return s
}

// phases reports phases that are none of the machine's.
func (s scope) phases(m *ast.Machine, phases []string) {
	for _, p := range phases {
		if !slices.Contains(m.Phases, p) {
			s.report("%s is no phase of %s", p, m.Name)
		}
	}
	if len(phases) == 0 {
		s.report("names no phase of %s", m.Name)
	}
	for _, p := range repeated(phases) {
		s.report("names %s twice", p)
	}
}

// typeOfExpr is the type of a value; the zero Type, Bool, of conditions.
func typeOfExpr(x ast.Expr) ast.Type {
	switch x := x.(type) {
	case ast.Var:
		return x.V.Type
	case ast.Lit:
		return x.Type
	case ast.Get:
		return x.Field.Type
	case ast.Read:
		return x.Fact.Type
	case ast.ReplyOf:
		return x.Type
	case ast.After:
		return typeOfExpr(x.X)
	case ast.Count, ast.Sum, ast.NumberOf:
		return natural
	default:
		return ast.Type{}
	}
}
