package model

import (
	"bytes"
	"context"
)

// A graph is the states found and the steps between them that change something.
type graph struct {
	*search
	debts
	steps  []*step
	first  []uint32 // by state: its first edge; one more at the end
	to     []uint32 // by edge: the state it leads to
	by     []uint32 // by edge: the step, as a number in steps
	renews []uint64 // by edge: the tokens that it renews; nil where tokens have a bound
	stamps []uint32 // by state: the last set of states that was looked at and holds it
	stamp  uint32

	order, low []uint32 // by state, while components are looked for; order is 0 where it was not visited, closed in a component
}

// graphOf takes all steps of all states again: the search keeps none. It is nil where a limit is reached.
func (s *search) graphOf(ctx context.Context) *graph {
	n := s.found.n
	g := &graph{search: s, steps: s.Model.steps, first: make([]uint32, 1, n+1),
		stamps: make([]uint32, n), order: make([]uint32, n), low: make([]uint32, n)}
	g.owe(g.steps, s.Instance)
	if s.quotient != nil {
		if err := g.anchor(s.Model, s.classes.project.own); err != nil {
			s.Model.fail("%v", err)
			return nil
		}
	}
	for i := range n {
		if i%watchEvery == 0 && !s.goOn(ctx, n) {
			return nil
		}
		s.now = s.found.at(i)
		for n, st := range g.steps {
			if s.step(st) && !bytes.Equal(s.now, s.next) {
				g.to = append(g.to, uint32(s.found.index(s.represent(s.next))))
				g.by = append(g.by, uint32(n))
				if s.quotient != nil {
					g.renews = append(g.renews, g.renewed(s.now, s.next))
				}
			}
		}
		g.first = append(g.first, uint32(len(g.to)))
		s.edges = 4 * int64(cap(g.to)+cap(g.by)+cap(g.first)+3*n)
	}
	return g
}

// edges are the numbers of a state's edges, from and to.
func (g *graph) edges(state int) (from, to int) { return int(g.first[state]), int(g.first[state+1]) }

// owing is the fairness condition of an edge's step, or -1.
func (g *graph) owing(edge int) int { return g.steps[g.by[edge]].owing }

// inside tells the states of a set from others, until the next set is looked at.
func (g *graph) inside(states []int) func(state int) bool {
	g.stamp++
	for _, i := range states {
		g.stamps[i] = g.stamp
	}
	stamp := g.stamp
	return func(state int) bool { return g.stamps[state] == stamp }
}

// A component is a set of states that lead to one another, in the part of the graph that is looked at. One state alone is
// one too: it may go on as it is for ever.
type component []int

// components are the strongly connected ones among some states, by Tarjan's algorithm. The walk keeps a stack of its own:
// behaviours are longer than goroutines' stacks like.
func (g *graph) components(states []int) []component {
	t := &tarjan{graph: g, in: g.inside(states)}
	for _, i := range states {
		g.order[i] = 0
	}
	for _, i := range states {
		if g.order[i] == 0 {
			t.visit(i)
		}
	}
	return t.found
}

type tarjan struct {
	*graph
	in    func(int) bool
	next  uint32
	open  []int
	walk  []visit
	found []component
}

// A visit is a state on the way, and the edge to follow next.
type visit struct{ state, edge int }

const closed = ^uint32(0)

func (t *tarjan) visit(root int) {
	t.enter(root)
	for len(t.walk) > 0 {
		v := &t.walk[len(t.walk)-1]
		if _, end := t.edges(v.state); v.edge == end {
			t.leave()
			continue
		}
		to := int(t.to[v.edge])
		v.edge++
		switch {
		case !t.in(to) || t.order[to] == closed:
		case t.order[to] == 0:
			t.enter(to)
		default:
			t.low[v.state] = min(t.low[v.state], t.order[to])
		}
	}
}

func (t *tarjan) enter(state int) {
	t.next++
	t.order[state], t.low[state] = t.next, t.next
	t.open = append(t.open, state)
	from, _ := t.edges(state)
	t.walk = append(t.walk, visit{state, from})
}

// leave goes back from a state all of whose edges were followed, and closes its component where it is the first of it.
func (t *tarjan) leave() {
	state := t.walk[len(t.walk)-1].state
	t.walk = t.walk[:len(t.walk)-1]
	if len(t.walk) > 0 {
		up := t.walk[len(t.walk)-1].state
		t.low[up] = min(t.low[up], t.low[state])
	}
	if t.low[state] != t.order[state] {
		return
	}
	from := len(t.open) - 1
	for t.open[from] != state {
		from--
	}
	c := append(component(nil), t.open[from:]...)
	t.open = t.open[:from]
	for _, s := range c {
		t.order[s] = closed
	}
	t.found = append(t.found, c)
}
