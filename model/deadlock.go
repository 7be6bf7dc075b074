package model

import "github.com/genlock-go/genlock/internal/ast"

// canDeadlock says whether the system draws tokens and some state may be an end because none is left.
func canDeadlock(sys *ast.System, instance *ast.Instance) bool {
	draws := false
	for _, c := range sys.Cells {
		for _, e := range c.Do {
			if _, ok := e.(ast.Fresh); ok {
				draws = true
			}
		}
	}
	if !draws {
		return false
	}
	for _, a := range sys.ActionsIn(instance) {
		if a.Take == nil && a.Peek == nil && a.When == nil && !allForEach(a) && !drawing(sys, a) {
			return false
		}
	}
	return true
}

func drawing(sys *ast.System, a *ast.Action) bool {
	for _, f := range a.Fire {
		for _, c := range sys.CellsOf(f.Event) {
			if draws(c) > 0 {
				return true
			}
		}
	}
	return false
}
