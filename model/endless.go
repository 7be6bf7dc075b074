package model

import (
	"context"
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// What must hold in the long run is judged on the graph of all states: a LeadsTo is broken where a behaviour can stay for
// ever among states in which what was promised does not hold, a Finitely where it can take the action again and again,
// in both cases without owing a fair action anything. A behaviour may stay for ever in a set of states that lead to one
// another; it owes nothing there if each fair action is taken within the set or is not possible somewhere in it. So it
// is enough to look at the largest such sets.

// judgeEndless judges the properties of the long run, in order of declaration.
func (s *search) judgeEndless(ctx context.Context) {
	if len(s.endless) == 0 {
		return
	}
	if name := s.strong(); name != "" {
		s.report.Result = Refused
		s.report.Reason = fmt.Sprintf("action %s is strongly fair, which the interpreter does not judge; TLC does", name)
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
			s.breaks(Liveness, p.Name, l.with, g.trace(l))
			return
		}
	}
}

// explain adds to the reason of an incomplete report what is known.
func (s *search) explain() {
	if s.report.Result == Incomplete {
		s.report.Reason += "; nothing breaks in any state or step, the long run is not judged to its end"
	}
}

// strong is the name of an action that is strongly fair.
func (s *search) strong() string {
	for _, a := range s.System.ActionsIn(s.Instance) {
		if f := a.FairnessIn(s.Instance); f == ast.Strong || f == ast.StrongAny {
			return a.Name
		}
	}
	return ""
}

// A lasso is a behaviour that ends in a loop: states on the way to it, and edges around it; none where the last state
// stays for ever.
type lasso struct {
	with []Binding
	way  []int
	loop []int
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
	last := way[len(way)-1]
	return &lasso{way: way, loop: g.loop(last, traps[last], nil)}
}

// traps are the states of a region from which a behaviour need not leave it, each with its component.
func (g *graph) traps(region []bool) map[int]component {
	traps := make(map[int]component)
	for _, c := range g.components(func(i int) bool { return region[i] }) {
		if !g.fair(c) {
			continue
		}
		for _, i := range c {
			traps[i] = c
		}
	}
	return traps
}

// reachable are the states that lie on ways from some states that leave others out.
func (g *graph) reachable(starts []int, in []bool) []bool {
	reached := make([]bool, len(in))
	queue := append([]int(nil), starts...)
	for _, i := range queue {
		reached[i] = true
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for e, end := g.edges(i); e < end; e++ {
			if to := int(g.to[e]); in[to] && !reached[to] {
				reached[to] = true
				queue = append(queue, to)
			}
		}
	}
	return reached
}

// again looks for a behaviour that takes the action again and again with the same parameters.
func (g *graph) again(p *ast.Property) *lasso {
	within := make([]int, g.found.n) // by state: the number of its component
	components := g.components(func(int) bool { return true })
	for n, c := range components {
		for _, i := range c {
			within[i] = n
		}
	}
	for n, st := range g.steps {
		if st.action.Name != p.On {
			continue
		}
		if c := g.repeats(uint32(n), components, within); c != nil {
			start := c[0]
			for _, i := range c {
				start = min(start, i)
			}
			return &lasso{with: bindings(st.action.params, st.params), way: g.path(start), loop: g.loop(start, c, st)}
		}
	}
	return nil
}

// repeats is a component, as near as can be, in which a behaviour can take the step for ever and owe nothing.
func (g *graph) repeats(step uint32, components []component, within []int) component {
	known := make(map[int]bool)
	for i := range g.found.n {
		for e, end := g.edges(i); e < end; e++ {
			n := within[i]
			if g.by[e] != step || within[g.to[e]] != n {
				continue
			}
			if _, ok := known[n]; !ok {
				known[n] = g.fair(components[n])
			}
			if known[n] {
				return components[n]
			}
		}
	}
	return nil
}

// fair says whether a behaviour can stay in a component for ever and owe nothing.
func (g *graph) fair(c component) bool {
	inside := make(map[int]bool, len(c))
	for _, i := range c {
		inside[i] = true
	}
	possible, met := make([]int, g.owed), make([]bool, g.owed)
	for _, i := range c {
		for owing, within := range g.owedAt(i, func(to int) bool { return inside[to] }) {
			possible[owing]++
			met[owing] = met[owing] || within
		}
	}
	for n := range possible {
		if possible[n] == len(c) && !met[n] {
			return false
		}
	}
	return true
}

// owedAt are the fairness conditions that are possible in a state, and whether an edge that meets one stays inside.
func (g *graph) owedAt(state int, inside func(int) bool) map[int]bool {
	owed := map[int]bool{}
	for e, end := g.edges(state); e < end; e++ {
		if n := g.owing(e); n >= 0 {
			owed[n] = owed[n] || inside(int(g.to[e]))
		}
	}
	return owed
}
