package model

import (
	"slices"
)

// wayTo is a shortest way from the initial state, over one of the starts and from there on only through states that are
// in, to a state that is sought.
func (g *graph) wayTo(starts []int, in []bool, sought func(int) bool) []int {
	depth := g.depths()
	from := make(map[int]int) // by state: the one before on the way; a start has itself
	var level []int
	for d := 0; ; d++ {
		for len(starts) > 0 && depth[starts[0]] == d {
			level = visitFrom(from, starts[0], starts[0], level)
			starts = starts[1:]
		}
		if i := slices.IndexFunc(level, sought); i >= 0 {
			return g.wayBack(from, level[i])
		}
		var next []int
		for _, i := range level {
			for e, end := g.edges(i); e < end; e++ {
				if to := int(g.to[e]); in[to] {
					next = visitFrom(from, to, i, next)
				}
			}
		}
		level = next
	}
}

func visitFrom(from map[int]int, state, before int, level []int) []int {
	if _, ok := from[state]; ok {
		return level
	}
	from[state] = before
	return append(level, state)
}

// wayBack is the way that was found, backwards to its start and from there to the initial state.
func (g *graph) wayBack(from map[int]int, last int) []int {
	way := []int{last}
	for from[last] != last {
		last = from[last]
		way = append(way, last)
	}
	slices.Reverse(way)
	return append(g.path(last), way[1:]...)
}

// depths are the steps that each state is away from the initial one. States are numbered in that order.
func (g *graph) depths() []int {
	depth := make([]int, g.found.n)
	for i := 1; i < len(depth); i++ {
		depth[i] = depth[g.parents[i]] + 1
	}
	return depth
}

// loop is a closed walk from a state through its component that owes nothing and takes the step, unless that is nil. It
// goes to the nearest place where it can pay something that it owes, again and again, and then home.
func (g *graph) loop(start int, c component, must *step) []int {
	w := &walker{graph: g, inside: make(map[int]bool, len(c)), must: must, at: start, owes: make(map[int]bool)}
	for _, i := range c {
		w.inside[i] = true
	}
	for n := range g.owedAt(start, w.in) {
		w.owes[n] = true
	}
	for len(w.owes) > 0 || w.must != nil {
		w.walk(w.pays, w.settles)
	}
	if w.at != start {
		w.walk(func(int) bool { return false }, func(i int) bool { return i == start })
	}
	return w.edges
}

// A walker walks through a component.
type walker struct {
	*graph
	inside map[int]bool
	owes   map[int]bool // fairness conditions that neither were met nor were impossible somewhere
	must   *step        // still to be taken
	at     int
	edges  []int // walked so far
}

func (w *walker) in(state int) bool { return w.inside[state] }

// pays says whether an edge is one that the walk must take.
func (w *walker) pays(edge int) bool {
	st := w.graph.steps[w.by[edge]]
	return st == w.must || w.owes[st.owing]
}

// settles says whether something that is owed is not possible in a state.
func (w *walker) settles(state int) bool {
	possible := w.owedAt(state, w.in)
	for n := range w.owes {
		if _, ok := possible[n]; !ok {
			return true
		}
	}
	return false
}

// A hop is a state and the edge that leaves it.
type hop struct{ state, edge int }

// walk goes the shortest way to an edge, which it takes, or to a state.
func (w *walker) walk(edge, state func(int) bool) {
	from := map[int]hop{w.at: {-1, -1}}
	for queue := []int{w.at}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		for e, end := w.graph.edges(i); e < end; e++ {
			to := int(w.to[e])
			if !w.inside[to] {
				continue
			}
			if edge(e) || state(to) {
				w.take(from, hop{i, e})
				return
			}
			if _, ok := from[to]; !ok {
				from[to] = hop{i, e}
				queue = append(queue, to)
			}
		}
	}
	panic("model: a component that is not connected, or not fair")
}

// take walks to a hop and over it, and strikes out what is owed no more.
func (w *walker) take(from map[int]hop, last hop) {
	var hops []hop
	for h := last; h.state >= 0; h = from[h.state] {
		hops = append(hops, h)
	}
	for _, h := range slices.Backward(hops) {
		w.edges = append(w.edges, h.edge)
		w.at = int(w.to[h.edge])
		st := w.graph.steps[w.by[h.edge]]
		delete(w.owes, st.owing)
		if st == w.must {
			w.must = nil
		}
		possible := w.owedAt(w.at, w.in)
		for n := range w.owes {
			if _, ok := possible[n]; !ok {
				delete(w.owes, n)
			}
		}
	}
}

// trace tells a lasso.
func (g *graph) trace(l *lasso) *Trace {
	t := g.follow(l.way)
	for _, e := range l.loop {
		t.take(g.steps[g.by[e]])
	}
	t.trace.Loop = len(l.way) - 1
	return t.trace
}
