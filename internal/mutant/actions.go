package mutant

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// action makes the edits of one action.
func (g *generator) action(i int, a *ast.Action) {
	if a.Fair != ast.Unfair {
		g.addAction(i, Fairness, "need never happen", func(a *ast.Action) { a.Fair = ast.Unfair })
	}
	for _, c := range changes(a.When) {
		g.addAction(i, Condition, c.what, func(a *ast.Action) { a.When = c.x })
	}
	for j, f := range a.Fire {
		what := f.Event.Name + " at " + f.Event.Machine.Name
		g.addAction(i, Firing, "without "+what, func(a *ast.Action) { a.Fire = leaveOut(a.Fire, j) })
		for _, c := range changes(f.Where) {
			g.addFiring(i, j, what+" "+c.what, func(_ *ast.Action, f *ast.Firing) { f.Where = c.x })
		}
		for k, v := range f.Over {
			g.addFiring(i, j, what+" of one "+v.Name+", not each", func(a *ast.Action, f *ast.Firing) {
				f.Over = leaveOut(f.Over, k)
				a.For = append(slices.Clone(a.For), v)
			})
		}
	}
	for j, e := range a.Do {
		g.addAction(i, Effect, "does not "+ast.EffectText(e), func(a *ast.Action) { a.Do = leaveOut(a.Do, j) })
	}
}

func (g *generator) addAction(i int, kind Kind, what string, edit func(*ast.Action)) {
	sys := g.withAction(i, func(a *ast.Action) { edit(a); a.For = asked(a) })
	name := g.original.Actions[i].Name
	g.add(Mutant{Name: name + ": " + what, Kind: kind, System: sys, action: name})
}

// asked are the parameters in For that the action still speaks of: the vocabulary refuses others.
func asked(a *ast.Action) []*ast.Variable {
	xs := []ast.Expr{a.When}
	for _, e := range a.Do {
		xs = append(xs, ast.EffectExprs(e)...)
	}
	for _, f := range a.Fire {
		xs = append(xs, f.Exprs()...)
	}
	free := ast.Free(xs...)
	return slices.DeleteFunc(slices.Clone(a.For), func(v *ast.Variable) bool {
		return !slices.ContainsFunc(free, func(f *ast.Variable) bool { return f.Name == v.Name })
	})
}

// addFiring edits one event of an action.
func (g *generator) addFiring(i, j int, what string, edit func(*ast.Action, *ast.Firing)) {
	g.addAction(i, Firing, what, func(a *ast.Action) {
		f := *a.Fire[j]
		edit(a, &f)
		a.Fire = slices.Clone(a.Fire)
		a.Fire[j] = &f
	})
}
