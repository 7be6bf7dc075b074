package mutant

import (
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// Kind is what sort of edit a mutant is.
type Kind string

// The kinds of edit, in the order in which All makes them.
const (
	Guard     Kind = "guard"     // an event no longer looks at a condition in a phase, or takes it for its opposite
	Phase     Kind = "phase"     // a cell leads to another phase
	Effect    Kind = "effect"    // a cell or an action leaves out an effect
	Reply     Kind = "reply"     // a cell gives another answer
	Outcome   Kind = "outcome"   // a cell ignores what it applied, or does what another cell of its event does
	Condition Kind = "condition" // an action's condition, or a part of it, is gone or turned round
	Firing    Kind = "firing"    // an action leaves out an event, or its Where, or fires it at one entry instead of each
	Fairness  Kind = "fairness"  // an action need never happen
)

// Kinds are all kinds of edit.
var Kinds = []Kind{Guard, Phase, Effect, Reply, Outcome, Condition, Firing, Fairness}

// A Mutant is a system with one edit.
type Mutant struct {
	Name   string // of the edit, in plain words; no two of a system have the same
	Kind   Kind
	System *ast.System

	cells   []int      // numbers of the original's cells that it edits
	event   *ast.Event // of a Guard: the edit counts where this event meets this phase
	phase   string
	action  string // that it edits
	origins []int  // by cell of System: its number in the original
}

// All are the single edits of a system, in order of declaration.
func All(sys *ast.System) []Mutant {
	g := &generator{original: sys, names: map[string]int{}}
	for _, e := range sys.Events {
		for _, p := range e.Machine.Phases {
			g.guards(e, p)
		}
	}
	for i, c := range sys.Cells {
		g.cell(i, c)
	}
	for i, a := range sys.Actions {
		g.action(i, a)
	}
	return g.mutants
}

// A generator collects the mutants of one system.
type generator struct {
	original *ast.System
	mutants  []Mutant
	names    map[string]int
}

func (g *generator) add(m Mutant) {
	g.names[m.Name]++
	if n := g.names[m.Name]; n > 1 {
		m.Name += fmt.Sprintf(" (%d)", n)
	}
	if m.origins == nil {
		m.origins = identity(len(m.System.Cells))
	}
	g.mutants = append(g.mutants, m)
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// withCell is the original with another cell in the place of one.
func (g *generator) withCell(i int, edit func(*ast.Cell)) *ast.System {
	sys, c := *g.original, *g.original.Cells[i]
	edit(&c)
	sys.Cells = slices.Clone(sys.Cells)
	sys.Cells[i] = &c
	return &sys
}

// withAction is the original with another action in the place of one.
func (g *generator) withAction(i int, edit func(*ast.Action)) *ast.System {
	sys, a := *g.original, *g.original.Actions[i]
	edit(&a)
	sys.Actions = slices.Clone(sys.Actions)
	sys.Actions[i] = &a
	return &sys
}

// leaveOut is a list without one of its members; the list stays as it is.
func leaveOut[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }
