package spec

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// actions judges what each action binds, asks and does by itself.
func (c *checker) actions() {
	for _, a := range c.Actions {
		report := c.about("action "+a.Name, a.Pos)
		if a.Take != nil && a.Peek != nil {
			report("takes and peeks: it has one message")
		}
		if a.Take == nil && len(a.Fire) == 0 && len(a.Do) == 0 {
			report("does nothing")
		}
		if a.Fair > ast.StrongAny {
			report("has no fairness %d", a.Fair)
		}
		c.parameters(report, a)
		s := scope{checker: c, report: report, place: inAction}.binding(a.Params()...)
		s.check(a.When)
		if is, ok := settled(a.When); ok && !c.source.edited {
			report("its When is always %t", is)
		}
		for _, f := range a.Fire {
			s.firing(a, f)
		}
		for _, e := range a.Do {
			s.actionEffect(e)
		}
		c.sendsTwice(report, a.Do)
	}
}

// parameters holds For to exactly what nothing binds: a ForEach left out would turn its variable into a parameter
// without a word.
func (c *checker) parameters(report reporter, a *ast.Action) {
	for _, v := range twice(a.For) {
		report("lists %s twice in For", v)
	}
	used := freeIn(a)
	for _, v := range a.For {
		if m := a.Message(); m != nil && hasNamed(m.Fields, v.Name) {
			report("lists %s in For, which its message binds", v.Name)
			continue
		}
		if !hasNamed(used, v.Name) {
			report("lists %s in For, which it does not use", v.Name)
		}
	}
}

// freeIn are the variables of an action that no quantifier and no ForEach binds.
func freeIn(a *ast.Action) []*ast.Variable {
	xs := []ast.Expr{a.When}
	for _, e := range a.Do {
		xs = append(xs, ast.EffectExprs(e)...)
	}
	free := ast.Free(xs...)
	for _, f := range a.Fire {
		for _, v := range ast.Free(f.Exprs()...) {
			if !hasNamed(f.Over, v.Name) {
				free = append(free, v)
			}
		}
	}
	return free
}

// actionEffect judges what an action does: it changes facts and sends.
func (s scope) actionEffect(e ast.Effect) {
	if f := changed(e); f != nil {
		s.report("changes %s: an action changes entries by firing events", f.Name)
	}
	s.check(ast.EffectExprs(e)...)
}
