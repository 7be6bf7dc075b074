package mutant

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// guards makes the edits of what an event looks at in one phase: as if a condition always held there, never held, or
// held where it does not. Each replaces the condition in the guards of all cells of the event in that phase, so of the
// cases that there are one cell still takes each, and the others' cells are gone: nothing overlaps, and nothing is left
// open but what no entry can be.
func (g *generator) guards(e *ast.Event, phase string) {
	var guards []ast.Expr
	for _, c := range g.original.CellsOf(e) {
		if slices.Contains(c.In.Phases, phase) {
			guards = append(guards, c.When)
		}
	}
	where := e.Name + " in " + phase + ": "
	for _, atom := range atoms(guards) {
		text := ast.Text(atom)
		g.addGuard(e, phase, where+"as if "+text, atom, constant(true))
		g.addGuard(e, phase, where+"as if "+ast.Text(ast.Not{X: atom}), atom, constant(false))
		g.addGuard(e, phase, where+text+" turned round", atom, ast.Not{X: atom})
	}
}

func (g *generator) addGuard(e *ast.Event, phase, name string, atom, with ast.Expr) {
	sys := *g.original
	m := Mutant{Name: name, Kind: Guard, System: &sys, event: e, phase: phase}
	sys.Cells = nil
	add := func(i int, c *ast.Cell) {
		sys.Cells = append(sys.Cells, c)
		m.origins = append(m.origins, i)
	}
	for i, c := range g.original.Cells {
		if c.Event != e || !slices.Contains(c.In.Phases, phase) || !mentions(c.When, atom) {
			add(i, c)
			continue
		}
		here, elsewhere := split(c, phase)
		here.When = replaced(c.When, atom, with)
		if isConstant(here.When, true) {
			here.When = nil
		}
		if !isConstant(here.When, false) {
			add(i, here)
		}
		if elsewhere != nil {
			add(i, elsewhere)
		}
	}
	g.add(m)
}

// split is a cell in one of its phases, and in the others; nil where there are none.
func split(c *ast.Cell, phase string) (here, elsewhere *ast.Cell) {
	a, b := *c, *c
	a.In = ast.PhaseSet{Phases: []string{phase}}
	b.In = ast.PhaseSet{Phases: slices.DeleteFunc(slices.Clone(c.In.Phases), func(p string) bool { return p == phase })}
	if len(b.In.Phases) == 0 {
		return &a, nil
	}
	return &a, &b
}
