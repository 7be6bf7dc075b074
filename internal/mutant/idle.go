package mutant

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
)

// idle are the properties that no mutant breaks. Most are known to break something by now; of the others every mutant is
// asked that is another system, the cheapest instances first.
func (h *hunt) idle(ctx context.Context, verdicts []Verdict) []string {
	c := &candidates{left: map[string]bool{}}
	for _, p := range h.judged() {
		c.left[p.Name] = true
	}
	for _, name := range h.Caught {
		delete(c.left, name)
	}
	var killed []*Mutant
	for _, v := range verdicts {
		if v.Fate == Killed {
			delete(c.left, v.Property)
			killed = append(killed, v.Mutant)
		}
	}
	for _, g := range h.grounds {
		if !g.large && len(c.in(h.original, g)) > 0 {
			h.each("mutants asked for what else they break in "+g.Name, len(killed), func(_ *worker, i int) { c.ask(ctx, killed[i], g) })
		}
	}
	return slices.Sorted(maps.Keys(c.left))
}

// judged are the claims that some instance checks. A Sometimes is none: it guards against a world in which nothing
// happens.
func (h *hunt) judged() []*ast.Property {
	var list []*ast.Property
	for _, g := range h.grounds {
		for _, p := range h.original.PropertiesIn(g.Instance) {
			if p.Kind != ast.Sometimes && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// candidates are the properties that nothing has broken yet.
type candidates struct {
	sync.Mutex
	left map[string]bool
}

// ask takes off the list what the mutant breaks in an instance.
func (c *candidates) ask(ctx context.Context, m *Mutant, g *ground) {
	if !g.touches(m) {
		return
	}
	for only := c.in(m.System, g); len(only) > 0 && ctx.Err() == nil; only = c.in(m.System, g) {
		r, err := model.Explore(ctx, m.System, model.Options{Instance: g.Name, Only: only, MaxStates: 20 * g.report.Distinct})
		if err != nil || !slices.Contains(only, r.Property) {
			return
		}
		c.Lock()
		delete(c.left, r.Property)
		c.Unlock()
	}
}

// in are the candidates that an instance judges, in order of declaration.
func (c *candidates) in(sys *ast.System, g *ground) []string {
	c.Lock()
	defer c.Unlock()
	var names []string
	for _, p := range sys.PropertiesIn(g.Instance) {
		if c.left[p.Name] {
			names = append(names, p.Name)
		}
	}
	return names
}
