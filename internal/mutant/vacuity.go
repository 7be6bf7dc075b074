package mutant

import (
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
)

// reach is what some explorations reached together.
type reach struct {
	cells            map[int]bool // by number in the original
	changed, happens map[string]bool
}

func newReach() reach {
	return reach{cells: map[int]bool{}, changed: map[string]bool{}, happens: map[string]bool{}}
}

func (r reach) add(of model.Reached, origins []int) {
	for i, is := range of.Cells {
		if is {
			r.cells[origins[i]] = true
		}
	}
	for name := range of.Changed {
		r.changed[name] = true
	}
	for name := range of.Sometimes {
		r.happens[name] = true
	}
}

// unreached is something that the original reaches and the mutant does not, in all instances together; "" where there is
// nothing. A cell that the edit itself removed does not count.
func (t *trial) unreached() string {
	before, now := newReach(), newReach()
	m := t.verdict.Mutant
	for _, g := range t.grounds {
		before.add(g.report.Reached, g.splits.origins)
		if r := t.reports[g]; r != nil {
			now.add(r.Reached, m.origins)
		} else {
			now.add(g.report.Reached, g.splits.origins)
		}
	}
	still := map[int]bool{}
	for _, origin := range m.origins {
		still[origin] = true
	}
	for i, c := range t.original.Cells {
		if c.Outcome != ast.Reject && still[i] && before.cells[i] && !now.cells[i] {
			return "cell " + cellText(c)
		}
	}
	for _, a := range t.original.Actions {
		if before.changed[a.Name] && !now.changed[a.Name] {
			return "action " + a.Name
		}
	}
	for _, p := range t.original.Properties {
		if p.Kind == ast.Sometimes && before.happens[p.Name] && !now.happens[p.Name] {
			return p.Name
		}
	}
	return ""
}
