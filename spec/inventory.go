package spec

import "github.com/genlock-go/genlock/internal/ast"

// findVariables lists the variables of a system: those of declarations, then those that only expressions mention.
func (c *checker) findVariables() {
	add := func(vs ...*ast.Variable) {
		for _, v := range vs {
			c.variables = appendNew(c.variables, v)
		}
	}
	for _, m := range c.Machines {
		add(m.Keys...)
	}
	for _, e := range c.Events {
		add(e.Args...)
	}
	for _, ch := range c.Channels {
		add(ch.Fields...)
	}
	for _, f := range c.Facts {
		add(f.Keys...)
	}
	for _, a := range c.Actions {
		add(a.For...)
		for _, f := range a.Fire {
			add(f.Over...)
		}
	}
	add(mentioned(c.System)...)
}

// findTypes lists what variables, fields, facts and replies are of.
func (c *checker) findTypes() {
	for _, v := range c.variables {
		c.addType(v.Type)
	}
	for _, m := range c.Machines {
		for _, f := range m.Fields {
			c.addType(f.Type)
		}
	}
	for _, f := range c.Facts {
		c.addType(f.Type)
	}
	for _, cell := range c.Cells {
		c.addType(cell.ReplyOf)
	}
}

func (c *checker) addType(t ast.Type) {
	switch {
	case t.Kind == ast.Sort:
		c.sorts = appendNew(c.sorts, t.Name)
	case t.Kind == ast.Token:
		c.tokens = true
	case t.Kind == ast.Enum:
		c.enumerations = appendNew(c.enumerations, t.Words)
	case t.MaxSort != "":
		c.sorts = appendNew(c.sorts, t.MaxSort)
	}
}

// mentioned are the variables of all conditions and effects, in order of first use.
func mentioned(s *ast.System) []*ast.Variable {
	var vs []*ast.Variable
	eachExpr(s, func(x ast.Expr) {
		switch x := x.(type) {
		case ast.Var:
			vs = appendNew(vs, x.V)
		case ast.Quant:
			vs = appendNew(vs, x.Var)
		case ast.NumberOf:
			vs = appendNew(vs, x.Var)
		}
	})
	return vs
}

// eachExpr visits every expression of a system with all that is below it.
func eachExpr(s *ast.System, f func(ast.Expr)) {
	visit := func(xs ...ast.Expr) {
		for _, x := range xs {
			ast.Walk(x, func(x ast.Expr) bool { f(x); return true })
		}
	}
	effects := func(es []ast.Effect) {
		for _, e := range es {
			visit(ast.EffectExprs(e)...)
		}
	}
	for _, c := range s.Cells {
		visit(c.When)
		effects(c.Do)
	}
	for _, a := range s.Actions {
		visit(a.When)
		for _, firing := range a.Fire {
			visit(firing.Exprs()...)
		}
		effects(a.Do)
	}
	for _, p := range s.Properties {
		visit(p.Holds, p.From, p.To)
	}
	visit(s.Done)
}
