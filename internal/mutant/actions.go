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
		g.others(i, j, a, f)
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
	g.everywhere(i, a)
	for j, e := range a.Do {
		g.addAction(i, Effect, "does not "+ast.EffectText(e), func(a *ast.Action) { a.Do = leaveOut(a.Do, j) })
	}
}

// others make an action fire each other event of the machine that it has the arguments for; of a truth value that it does
// not have it is false.
func (g *generator) others(i, j int, a *ast.Action, f *ast.Firing) {
	for _, e := range g.original.EventsOf(f.Event.Machine) {
		args, ok := arguments(e, a, f)
		if e == f.Event || !ok {
			continue
		}
		g.addFiring(i, j, e.Name+" instead of "+f.Event.Name, func(_ *ast.Action, f *ast.Firing) { f.Event, f.Args = e, args })
	}
}

func arguments(e *ast.Event, a *ast.Action, f *ast.Firing) (args []ast.Expr, ok bool) {
	has := append(a.Params(), f.Over...)
	for _, v := range e.Args {
		switch {
		case slices.ContainsFunc(has, func(h *ast.Variable) bool { return h.Name == v.Name && h.Type == v.Type }):
			args = append(args, ast.Var{V: v})
		case v.Type.Kind == ast.Bool:
			args = append(args, constant(false))
		default:
			return nil, false
		}
	}
	return args, true
}

// everywhere makes an action fire its only event at each entry that a parameter of For could name, not at the one.
func (g *generator) everywhere(i int, a *ast.Action) {
	if len(a.Fire) != 1 {
		return
	}
	elsewhere := []ast.Expr{a.When}
	for _, e := range a.Do {
		elsewhere = append(elsewhere, ast.EffectExprs(e)...)
	}
	for _, v := range a.For {
		f := a.Fire[0]
		if !names(f.At, v) || names(append(elsewhere, f.Args...), v) {
			continue
		}
		g.addFiring(i, 0, f.Event.Name+" at each "+v.Name+", not one", func(_ *ast.Action, f *ast.Firing) {
			f.Over = append(slices.Clone(f.Over), v)
		})
	}
}

func names(xs []ast.Expr, v *ast.Variable) bool {
	return slices.ContainsFunc(ast.Free(xs...), func(f *ast.Variable) bool { return f.Name == v.Name })
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
	for _, f := range a.Fire {
		free = slices.DeleteFunc(free, func(v *ast.Variable) bool { return slices.Contains(f.Over, v) })
	}
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
