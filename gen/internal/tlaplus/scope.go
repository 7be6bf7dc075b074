package tlaplus

import "github.com/genlock-go/genlock/internal/ast"

// A scope is a place in a module where expressions are written: it knows which names are in sight there.
type scope struct {
	m     *module
	names names
	vars  map[string]string    // what a variable is called here
	conds map[string]condition // the named conditions in sight, by their full text
	self  func(*ast.Field) layout
	after bool // expressions are about the state after the step
}

// A condition is a named one, and what it is called here.
type condition struct {
	name string
	free []*ast.Variable
}

func (m *module) scope() *scope {
	return &scope{m: m, names: m.names.inside(), vars: map[string]string{}, conds: map[string]condition{}}
}

// inner is a scope within s: what it adds is not seen outside.
func (s *scope) inner() *scope {
	in := *s
	in.names = s.names.inside()
	in.vars, in.conds = map[string]string{}, map[string]condition{}
	for k, v := range s.vars {
		in.vars[k] = v
	}
	for k, c := range s.conds {
		in.conds[k] = c
	}
	return &in
}

// primed is s for expressions about the state after.
func (s *scope) primed() *scope {
	in := *s
	in.after = true
	return &in
}

// bind is a scope in which the variables are bound, and what they are called there.
func (s *scope) bind(vs ...*ast.Variable) (*scope, []string) {
	in := s.inner()
	bound := make([]string, len(vs))
	for i, v := range vs {
		bound[i] = in.names.take(v.Name)
		in.vars[v.Name] = bound[i]
	}
	for text, c := range in.conds {
		if anyOf(c.free, vs) {
			delete(in.conds, text)
		}
	}
	return in, bound
}

// anyOf reports that some variable is in both lists.
func anyOf(xs, ys []*ast.Variable) bool {
	for _, x := range xs {
		for _, y := range ys {
			if x.Name == y.Name {
				return true
			}
		}
	}
	return false
}

// define gives the named conditions of some expressions a definition here, unless they have one in sight or depend on
// what is bound deeper inside; the definitions stand in the order in which they use each other.
func (s *scope) define(xs ...ast.Expr) (*scope, []definition) {
	in := s.inner()
	var defs []definition
	for _, x := range xs {
		defs = append(defs, in.collect(x, nil)...)
	}
	return in, defs
}

func (s *scope) collect(x ast.Expr, bound []*ast.Variable) []definition {
	var defs []definition
	switch x := x.(type) {
	case nil:
		return nil
	case ast.Quant:
		bound = append(bound[:len(bound):len(bound)], x.Var)
	case ast.NumberOf:
		bound = append(bound[:len(bound):len(bound)], x.Var)
	}
	for _, c := range ast.Children(x) {
		defs = append(defs, s.collect(c, bound)...)
	}
	n, ok := x.(ast.Named)
	if !ok {
		return defs
	}
	text, free := ast.FullText(n), ast.Free(n)
	if _, known := s.conds[text]; known || anyOf(free, bound) {
		return defs
	}
	def := definition{x: s.unprimed().expr(n.X)}
	def.name = s.names.take(n.Name)
	s.conds[text] = condition{def.name, free}
	return append(defs, def)
}

// unprimed is where definitions stand: a reference to them is primed, not what they say.
func (s *scope) unprimed() *scope {
	in := *s
	in.after = false
	return &in
}

// body is x behind the definitions that it needs. What is no more than a name is what the name stands for.
func (s *scope) body(x ast.Expr) layout {
	if n, ok := x.(ast.Named); ok {
		return s.body(n.X)
	}
	in, defs := s.define(x)
	return letIn(defs, in.expr(x))
}
