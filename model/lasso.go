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

// closed is a lasso that goes the way and then round in the part where the way ends. It does not only owe nothing: no step
// of it can be left out.
func (g *graph) closed(way []int, part component, breaks breach) *lasso {
	l := &lasso{loop: len(way) - 1, breaks: breaks}
	for i, from := range way[:len(way)-1] {
		l.steps = append(l.steps, g.between(from, way[i+1]))
	}
	for _, e := range g.round(way[len(way)-1], part, breaks.again) {
		l.steps = append(l.steps, g.steps[g.by[e]])
	}
	w := newWitness(g)
	if !w.shows(l) {
		g.Model.fail("the steps of a counterexample to the long run do not show it: a fault of the search")
		return l
	}
	return w.shortened(l)
}

// between is a step that leads from a state to another.
func (g *graph) between(from, to int) *step {
	for e, end := g.edges(from); e < end; e++ {
		if int(g.to[e]) == to {
			return g.steps[g.by[e]]
		}
	}
	return nil // the way was found along edges
}

// round is a closed walk from a state through its part that owes nothing and takes the step, unless that is nil. It goes
// to the nearest place where it can pay something that it owes, again and again, and then home.
func (g *graph) round(start int, part component, must *step) []int {
	w := &walker{graph: g, in: g.inside(part), must: must, at: start, paid: make([]bool, len(g.strong)), owes: map[int]bool{}}
	for n, is := range g.possible(start) {
		if is {
			w.owes[n] = true
		}
	}
	for {
		for len(w.owes) > 0 || w.must != nil {
			w.walk(w.pays, w.settles)
		}
		if w.at == start {
			return w.edges
		}
		w.walk(func(int) bool { return false }, func(i int) bool { return i == start })
	}
}

// A walker walks through a part in which a behaviour can stay for ever.
type walker struct {
	*graph
	in    func(state int) bool
	paid  []bool       // by condition: it was met
	owes  map[int]bool // weak conditions that neither were met nor were impossible somewhere, strong ones that were possible
	must  *step        // still to be taken
	at    int
	edges []int // walked so far
}

// possible says of each fairness condition whether a step that meets it is possible in a state.
func (g *graph) possible(state int) []bool {
	possible := make([]bool, len(g.strong))
	for e, end := g.edges(state); e < end; e++ {
		if n := g.owing(e); n >= 0 {
			possible[n] = true
		}
	}
	return possible
}

// pays says whether an edge is one that the walk must take.
func (w *walker) pays(edge int) bool {
	pays := w.graph.steps[w.by[edge]] == w.must
	w.meets(edge, func(n int) { pays = pays || w.owes[n] })
	return pays
}

// settles says whether something that is weakly owed is not possible in a state.
func (w *walker) settles(state int) bool {
	possible := w.possible(state)
	for n := range w.owes {
		if !w.strong[n] && !possible[n] {
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
			if !w.in(to) {
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

// take walks to a hop and over it, and keeps account of what is owed.
func (w *walker) take(from map[int]hop, last hop) {
	var hops []hop
	for h := last; h.state >= 0; h = from[h.state] {
		hops = append(hops, h)
	}
	for _, h := range slices.Backward(hops) {
		w.edges = append(w.edges, h.edge)
		w.at = int(w.to[h.edge])
		st := w.graph.steps[w.by[h.edge]]
		if st == w.must {
			w.must = nil
		}
		w.meets(h.edge, func(n int) {
			w.paid[n] = true
			delete(w.owes, n)
		})
		w.account()
	}
}

// account strikes out the weak conditions that are not possible where the walk stands, and adds the strong ones that are.
func (w *walker) account() {
	for n, is := range w.possible(w.at) {
		switch {
		case !is && !w.strong[n]:
			delete(w.owes, n)
		case is && w.strong[n] && !w.paid[n]:
			w.owes[n] = true
		}
	}
}

// told tells a lasso. Where tokens have no bound the loop ends in a state of the class in which it began.
func (g *graph) told(l *lasso) *Trace {
	c := g.concrete(len(l.steps))
	r := &retelling{search: c, told: c.tracer(), class: make([]byte, g.layout.size)}
	w := newWitness(g)
	w.replay(l.steps)
	for i, st := range l.steps {
		r.follow(st, w.states[i+1])
	}
	r.told.trace.Loop = l.loop
	if c.err != nil {
		g.Model.fail("%v", c.err)
	}
	return r.told.trace
}
