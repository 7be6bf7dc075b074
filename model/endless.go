package model

import (
	"context"
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// What must hold in the long run is judged on the graph of all states: a LeadsTo is broken where a behaviour can stay for
// ever among states in which what was promised does not hold, a Finitely where it can take the action again and again,
// in both cases without owing a fair action anything.

// judgeEndless judges the properties of the long run, in order of declaration.
func (s *search) judgeEndless(ctx context.Context) {
	if len(s.endless) == 0 {
		return
	}
	if s.opt.Symmetry {
		s.report.Result, s.report.Reason = Refused, RenamedEndlessly(s.endless[0].Name)
		return
	}
	defer s.explain()
	g := s.graphOf(ctx)
	if g == nil {
		return
	}
	for _, p := range s.endless {
		if !s.goOn(ctx, s.found.n) {
			return
		}
		if l := g.lasso(p); l != nil {
			s.breaks(Liveness, p.Name, l.with, g.told(l))
			return
		}
	}
}

// RenamedEndlessly is why a property of the long run is refused where Options.Symmetry is set.
func RenamedEndlessly(property string) string {
	return property + " is about the long run, and what fair actions owe is not told once values are renamed: explore it without symmetry"
}

// explain adds to the reason of an incomplete report what is known.
func (s *search) explain() {
	if s.report.Result == Incomplete {
		s.report.Reason += "; nothing breaks in any state or step, the long run is not judged to its end"
	}
}

// A lasso is a behaviour that ends in a loop.
type lasso struct {
	steps  []*step // from the initial state on
	loop   int     // the number of steps before the loop; all of them where the last state stays for ever
	breaks breach
	with   []Binding
}

// A breach is what a lasso must do to break a property: after some state in which from holds, to never holds; or, where
// that is not nil, take a step in the loop.
type breach struct {
	from, to condition
	again    *step
}

// lasso is a fair behaviour that breaks the property, or nil.
func (g *graph) lasso(p *ast.Property) *lasso {
	if p.Kind == ast.Finitely {
		return g.again(p)
	}
	var found *lasso
	free := ast.Free(p.From, p.To)
	g.top().eachOf(free, func(s scope) {
		if found != nil {
			return
		}
		if found = g.never(s.condition(p.From), s.condition(p.To)); found != nil {
			found.with = bindings(free, s.values(free))
		}
	})
	return found
}

// never looks for a behaviour in which From holds and To does not, then or later.
func (g *graph) never(from, to condition) *lasso {
	lacks := make([]bool, g.found.n) // To does not hold
	var starts []int
	for i := range lacks {
		g.look.now = g.found.at(i)
		lacks[i] = !to.holds(&g.look)
		if lacks[i] && from.holds(&g.look) {
			starts = append(starts, i)
		}
	}
	traps := g.traps(g.reachable(starts, lacks))
	if len(traps) == 0 {
		return nil
	}
	way := g.wayTo(starts, lacks, func(i int) bool { return traps[i] != nil })
	return g.closed(way, traps[way[len(way)-1]], breach{from: from, to: to})
}

// traps are the states of a region from which a behaviour need not leave it, each with the part in which it stays.
func (g *graph) traps(region []int) map[int]component {
	traps := make(map[int]component)
	for _, c := range g.components(region) {
		for _, part := range g.fairParts(c) {
			for _, i := range part {
				traps[i] = part
			}
		}
	}
	return traps
}

// reachable are the states that lie on ways from some states that leave others out.
func (g *graph) reachable(starts []int, in []bool) []int {
	reached := make([]bool, len(in))
	for _, i := range starts {
		reached[i] = true
	}
	region := append([]int(nil), starts...)
	for next := 0; next < len(region); next++ {
		for e, end := g.edges(region[next]); e < end; e++ {
			if to := int(g.to[e]); in[to] && !reached[to] {
				reached[to] = true
				region = append(region, to)
			}
		}
	}
	return region
}

// again looks for a behaviour that takes the action again and again with the same parameters.
func (g *graph) again(p *ast.Property) *lasso {
	parts := g.everywhere()
	for n, st := range g.steps {
		if st.action.Name != p.On {
			continue
		}
		if c := g.repeats(uint32(n), parts); c != nil {
			l := g.closed(g.path(slices.Min(c)), c, breach{again: st})
			l.with = bindings(st.action.params, st.params)
			return l
		}
	}
	return nil
}

// everywhere are the parts of the whole graph in which a behaviour can stay for ever, as near as can be first.
func (g *graph) everywhere() []component {
	all := make([]int, g.found.n)
	for i := range all {
		all[i] = i
	}
	var parts []component
	for _, c := range g.components(all) {
		parts = append(parts, g.fairParts(c)...)
	}
	slices.SortFunc(parts, func(a, b component) int { return slices.Min(a) - slices.Min(b) })
	return parts
}

// repeats is the first of some parts within which the step can be taken.
func (g *graph) repeats(step uint32, parts []component) component {
	for _, c := range parts {
		inside := g.inside(c)
		for _, i := range c {
			for e, end := g.edges(i); e < end; e++ {
				if g.by[e] == step && inside(int(g.to[e])) {
					return c
				}
			}
		}
	}
	return nil
}
