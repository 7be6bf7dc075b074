package spec

import (
	"github.com/genlock-go/genlock/internal/ast"
)

// What Validate enumerates is bounded; a system beyond a bound is a fault, not a hang.
const (
	maxAtoms       = 16         // different conditions in the guards of an event
	maxValuations  = 100_000    // of one event in one phase
	maxEvaluations = 50_000_000 // parts of guards judged in all: some seconds
	maxHoles       = 8          // missing cells reported of one event in one phase
)

// totality judges the cells of each event over all small values: exactly one applies.
func (c *checker) totality() {
	t := totality{checker: c, budget: maxEvaluations, names: map[string]*outcomes{}}
	for _, e := range c.Events {
		if c.evaluable(e) {
			t.event(e)
		}
	}
	if !c.source.edited {
		t.conditions()
	}
}

// A totality goes through the events of a system.
type totality struct {
	*checker
	budget  int
	names   map[string]*outcomes // of named conditions in guards
	ordered []*outcomes
}

// outcomes are the truth values that a named condition has taken.
type outcomes struct {
	named ast.Named
	seen  [2]bool
}

func (t *totality) event(e *ast.Event) {
	j := t.judgement(e)
	if len(j.atoms) > maxAtoms {
		t.about("event "+e.Name, e.Pos)("its guards look at %d conditions: at most %d", len(j.atoms), maxAtoms)
		return
	}
	for _, phase := range e.Machine.Phases {
		n := j.space.valuations(maxValuations + 1)
		t.budget -= n * j.parts(phase)
		if n > maxValuations || t.budget < 0 {
			t.about("event "+e.Name, e.Pos)("its guards and arguments have too many values to judge in %s: at most %d, and %d parts of guards in all", phase, maxValuations, maxEvaluations)
			return
		}
		j.phase(phase)
	}
	for _, f := range j.missing {
		t.add(f)
	}
	for i, cell := range j.cells {
		if !j.entered[i] && !t.source.edited {
			t.aboutCell(cell, "")("no values of fields and arguments enter it")
		}
	}
}

// evaluable says whether the cells of an event say only what may stand in cells; what else they say is a fault already.
func (c *checker) evaluable(e *ast.Event) bool {
	ok := len(e.Machine.Phases) > 0 && len(repeated(e.Machine.Phases)) == 0
	for _, x := range c.cellExprs(e) {
		ast.Walk(x, func(x ast.Expr) bool {
			switch x := x.(type) {
			case ast.Get:
				ok = ok && len(x.At) == 0 && x.Field.Machine == e.Machine
			case ast.Bad, ast.Read, ast.InPhase, ast.Count, ast.Replies, ast.Moves, ast.ReplyOf, ast.After, ast.Changed:
				ok = false
			}
			return ok
		})
	}
	return ok
}

// conditions reports named conditions of guards that were the same in every valuation, and others that are settled by
// their own words.
func (t *totality) conditions() {
	for _, o := range t.ordered {
		report := t.about("condition "+o.named.Name, o.named.Pos)
		switch {
		case o.seen[1] && !o.seen[0]:
			report("is always true where cells look at it")
		case o.seen[0] && !o.seen[1]:
			report("is never true where cells look at it")
		}
	}
	eachExpr(t.System, func(x ast.Expr) {
		if named, ok := x.(ast.Named); ok && t.names[ast.FullText(named)] == nil {
			if is, ok := settled(named.X); ok {
				t.about("condition "+named.Name, named.Pos)("is always %t", is)
			}
		}
	})
}
