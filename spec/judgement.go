package spec

import (
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A judgement is of the cells of one event.
type judgement struct {
	*totality
	event     *ast.Event
	cells     []*ast.Cell
	entered   []bool          // of each cell: some valuation enters it
	doubled   map[[2]int]bool // pairs of cells reported
	strangers map[int]bool    // cells reported for marking what is no member
	missing   []Fault
	atoms     []ast.Expr
	known     map[string]bool // atoms by their text
	named     []*outcomes
	space     *space
}

func (t *totality) judgement(e *ast.Event) *judgement {
	cells := t.CellsOf(e)
	j := &judgement{totality: t, event: e, cells: cells, entered: make([]bool, len(cells)),
		doubled: map[[2]int]bool{}, strangers: map[int]bool{}, known: map[string]bool{}}
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
		if text := ast.FullText(x); !j.known[text] {
			j.known[text] = true
			j.atoms = append(j.atoms, x)
		}
	}
	ast.Walk(cell.When, func(x ast.Expr) bool {
		if named, ok := x.(ast.Named); ok {
			j.named = appendNew(j.named, j.outcomesOf(named))
		}
		return true
	})
}

func (t *totality) outcomesOf(named ast.Named) *outcomes {
	key := ast.FullText(named)
	if t.names[key] == nil {
		t.names[key] = &outcomes{named: named}
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

// in are the cells of a phase, by their place.
func (j *judgement) in(phase string) []int {
	var in []int
	for i, cell := range j.cells {
		if slices.Contains(cell.In.Phases, phase) {
			in = append(in, i)
		}
	}
	return in
}

// parts is how much one valuation of a phase takes to judge.
func (j *judgement) parts(phase string) int {
	n := 1
	for _, i := range j.in(phase) {
		ast.Walk(j.cells[i].When, func(ast.Expr) bool { n++; return true })
	}
	return n
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
			j.marks(i, phase, v)
			j.double(applying[0], i, phase, v)
		}
	})
	j.gaps(phase, &gaps)
}

// vector is the truth of each atom.
func (j *judgement) vector(v *valuation) uint {
	var bits uint
	for i, x := range j.atoms {
		bits |= uint(bit(v.holds(x))) << i
	}
	return bits
}

// marks reports a cell that may mark a value that is no member.
func (j *judgement) marks(i int, phase string, v *valuation) {
	mark := v.marksStrangers(j.cells[i].Do)
	if mark == nil || j.strangers[i] {
		return
	}
	j.strangers[i] = true
	f := cellFault(j.cells[i], phase)
	f.Text, f.Valuation = "marks a value as "+mark.Name+" that is not in "+mark.On.Name, v.String()
	j.add(f)
}

// double reports two cells that apply at once.
func (j *judgement) double(a, b int, phase string, v *valuation) {
	if a == b || j.doubled[[2]int{a, b}] {
		return
	}
	j.doubled[[2]int{a, b}] = true
	other := cellFault(j.cells[b], "")
	other.Machine = ""
	f := cellFault(j.cells[a], phase)
	f.Text, f.Valuation = "another cell applies too, "+other.title(), v.String()
	j.add(f)
}

// gaps keeps the valuations in which no cell applies, under the shortest guard that says which they are. What is
// missing in several phases is one fault.
func (j *judgement) gaps(phase string, g *gaps) {
	for _, hole := range g.holes(len(j.atoms)) {
		guard := j.guard(hole)
		i := slices.IndexFunc(j.missing, func(f Fault) bool { return f.Guard == guard })
		if i >= 0 {
			j.missing[i].Phase += ", " + phase
			continue
		}
		j.missing = append(j.missing, Fault{
			Machine: j.event.Machine.Name, Event: j.event.Name, Phase: phase, Guard: guard,
			Valuation: hole.example, Pos: j.event.Pos, Text: "no cell applies",
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
