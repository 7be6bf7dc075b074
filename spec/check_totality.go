package spec

import (
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// What Validate enumerates is bounded; a system beyond a bound is a fault, not a hang.
const (
	maxAtoms       = 16         // different conditions in the guards of an event
	maxValuations  = 100_000    // of one event in one phase
	maxEvaluations = 20_000_000 // guards judged in all
	maxExamples    = 8          // missing cells reported of one event in one phase
)

// totality judges the cells of each event over all small values: exactly one applies.
func (c *checker) totality() {
	t := totality{checker: c, budget: maxEvaluations, names: map[string]*outcomes{}}
	if len(c.Cells) > maxCells {
		return
	}
	for _, e := range c.Events {
		if c.evaluable(e) {
			t.event(e)
		}
	}
	t.conditions()
	for _, m := range c.Machines {
		c.reachable(m)
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
	named  ast.Named
	report reporter // of the first cell that looks at it
	seen   [2]bool
}

func (t *totality) event(e *ast.Event) {
	j := t.judgement(e)
	if len(j.atoms) > maxAtoms {
		t.about("event "+e.Name, e.Pos)("its guards look at %d conditions: at most %d", len(j.atoms), maxAtoms)
		return
	}
	for _, phase := range unique(e.Machine.Phases) {
		n := j.space.valuations(maxValuations + 1)
		t.budget -= n * max(len(j.in(phase)), 1)
		if n > maxValuations || t.budget < 0 {
			t.about("event "+e.Name, e.Pos)("its guards and arguments have too many values to judge in %s: at most %d, and %d guards in all", phase, maxValuations, maxEvaluations)
			return
		}
		j.phase(phase)
	}
	for i, cell := range j.cells {
		if !j.entered[i] {
			t.aboutCell(cell, "")("no values of fields and arguments enter it")
		}
	}
}

// evaluable says whether the cells of an event say only what may stand in cells; what else they say is a fault already.
func (c *checker) evaluable(e *ast.Event) bool {
	ok := len(e.Machine.Phases) > 0
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

// A judgement is of the cells of one event.
type judgement struct {
	*totality
	event   *ast.Event
	cells   []*ast.Cell
	entered []bool
	doubled map[[2]int]bool // reported
	atoms   []ast.Expr
	named   []*outcomes
	space   *space
}

func (t *totality) judgement(e *ast.Event) *judgement {
	j := &judgement{totality: t, event: e, cells: t.CellsOf(e), doubled: map[[2]int]bool{}}
	j.entered = make([]bool, len(j.cells))
	var xs []ast.Expr
	var marked []*ast.Field
	for _, cell := range j.cells {
		j.look(cell)
		xs = append(xs, cell.When)
		for _, effect := range cell.Do {
			if add, ok := effect.(ast.Add); ok && add.Field.Shape == ast.Mark {
				xs, marked = append(xs, elements(cell.Do)...), append(marked, add.Field)
			}
		}
	}
	j.space = spaceOf(e.Machine, xs, marked)
	return j
}

// elements are what the effects put into sets and take out of them.
func elements(effects []ast.Effect) []ast.Expr {
	var xs []ast.Expr
	for _, e := range effects {
		switch e := e.(type) {
		case ast.Add:
			xs = append(xs, e.X)
		case ast.Remove:
			xs = append(xs, e.X)
		}
	}
	return xs
}

// look collects the atoms of a guard and the conditions with a name.
func (j *judgement) look(cell *ast.Cell) {
	for _, x := range atoms(cell.When) {
		if !slices.ContainsFunc(j.atoms, func(y ast.Expr) bool { return same(x, y) }) {
			j.atoms = append(j.atoms, x)
		}
	}
	ast.Walk(cell.When, func(x ast.Expr) bool {
		if named, ok := x.(ast.Named); ok {
			o := j.outcomesOf(named, cell)
			if !slices.Contains(j.named, o) {
				j.named = append(j.named, o)
			}
		}
		return true
	})
}

func (t *totality) outcomesOf(named ast.Named, cell *ast.Cell) *outcomes {
	key := ast.FullText(named)
	if t.names[key] == nil {
		t.names[key] = &outcomes{named: named, report: t.about("condition "+named.Name, named.Pos)}
		t.ordered = append(t.ordered, t.names[key])
	}
	return t.names[key]
}

// atoms are the conditions of which a guard is composed; one with a name is one.
func atoms(x ast.Expr) []ast.Expr {
	switch x := x.(type) {
	case nil, ast.Lit:
		return nil
	case ast.Not, ast.And, ast.Or, ast.Implies:
		var all []ast.Expr
		for _, child := range ast.Children(x) {
			all = append(all, atoms(child)...)
		}
		return all
	default:
		return []ast.Expr{x}
	}
}

func (j *judgement) in(phase string) []int {
	var in []int
	for i, cell := range j.cells {
		if slices.Contains(cell.In.Phases, phase) {
			in = append(in, i)
		}
	}
	return in
}

// phase goes through all valuations of a phase.
func (j *judgement) phase(phase string) {
	in := j.in(phase)
	gaps := gaps{seen: map[uint]bool{}}
	j.space.each(phase, func(v *valuation) {
		for _, o := range j.named {
			o.seen[bit(v.holds(o.named))] = true
		}
		applying := slices.DeleteFunc(slices.Clone(in), func(i int) bool { return !v.holds(j.cells[i].When) })
		gaps.add(j.vector(v), len(applying) == 0, v)
		for _, i := range applying {
			j.entered[i] = true
			j.marks(j.cells[i], phase, v)
			j.double(applying[0], i, phase, v)
		}
	})
	j.missing(phase, &gaps)
}

// vector is the truth of each atom.
func (j *judgement) vector(v *valuation) uint {
	var bits uint
	for i, x := range j.atoms {
		bits |= uint(bit(v.holds(x))) << i
	}
	return bits
}

func (j *judgement) marks(cell *ast.Cell, phase string, v *valuation) {
	if mark := v.marksStrangers(cell.Do); mark != nil && !j.doubled[[2]int{-1, slices.Index(j.cells, cell)}] {
		j.doubled[[2]int{-1, slices.Index(j.cells, cell)}] = true
		f := cellFault(cell, phase)
		f.Text, f.Valuation = "marks "+mark.Name+" on a value that is not in "+mark.On.Name, v.String()
		j.add(f)
	}
}

func (j *judgement) double(a, b int, phase string, v *valuation) {
	if a == b || j.doubled[[2]int{a, b}] {
		return
	}
	j.doubled[[2]int{a, b}] = true
	f, other := cellFault(j.cells[a], phase), cellFault(j.cells[b], "")
	f.Valuation = v.String()
	f.Text = "another cell applies too, " + other.head()
	if where := other.Pos; where.Line != 0 {
		f.Text += " (" + Fault{Pos: where}.about() + ")"
	}
	j.add(f)
}

// missing reports the valuations in which no cell applies, under the shortest guard that says which they are.
func (j *judgement) missing(phase string, g *gaps) {
	for _, hole := range g.holes(len(j.atoms)) {
		j.add(Fault{
			Machine: j.event.Machine.Name, Event: j.event.Name, Phase: phase, Pos: j.event.Pos,
			Guard: j.guard(hole), Valuation: hole.example, Text: "no cell applies",
		})
	}
}

func (j *judgement) guard(h hole) string {
	var words []string
	for i, x := range j.atoms {
		if h.mask>>i&1 == 1 {
			literal := x
			if h.vector>>i&1 == 0 {
				literal = ast.Not{X: x}
			}
			words = append(words, ast.Text(literal))
		}
	}
	return strings.Join(words, " and ")
}

// conditions reports named conditions of guards that were the same in every valuation, and others that are settled by
// their own words.
func (t *totality) conditions() {
	for _, o := range t.ordered {
		switch {
		case o.seen[1] && !o.seen[0]:
			o.report("is always true where cells look at it")
		case o.seen[0] && !o.seen[1]:
			o.report("is never true where cells look at it")
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

// reachable reports phases that no cell leads to, directly or by others, from the first.
func (c *checker) reachable(m *ast.Machine) {
	if len(m.Phases) == 0 {
		return
	}
	reached := []string{m.Phases[0]}
	for again := true; again; {
		again = false
		for _, cell := range c.Cells {
			leads := cell.Event != nil && cell.Event.Machine == m && cell.To != "" && !slices.Contains(reached, cell.To) &&
				slices.ContainsFunc(cell.In.Phases, func(p string) bool { return slices.Contains(reached, p) })
			if leads {
				reached, again = append(reached, cell.To), true
			}
		}
	}
	for _, p := range m.Phases {
		if !slices.Contains(reached, p) && !c.source.edited {
			c.about("machine "+m.Name, m.Pos)("no cell leads to %s", p)
		}
	}
}

func unique(list []string) []string {
	var u []string
	for _, x := range list {
		u = appendNew(u, x)
	}
	return u
}
