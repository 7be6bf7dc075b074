package model

import "github.com/genlock-go/genlock/internal/ast"

// A behaviour that goes on for ever visits some states again and again; they lead to one another. It owes nothing if each
// fairness condition that is weak is met among them or impossible in one of them, and each that is strong is met among
// them or possible in none. Where a strong one is possible in some state and never met, the behaviour must keep away from
// that state: what is left falls into components of its own. Where a weak one is owed no part of the component helps.

// debts are the fairness conditions of an instance: one for each step of an action that is fair, one for all steps of an
// action that is fair as a whole.
type debts struct {
	renewals
	strong []bool // by condition
}

// owe numbers the fairness conditions and notes in each step the one that it meets.
func (d *debts) owe(steps []*step, instance *ast.Instance) {
	whole := map[*action]int{}
	for _, st := range steps {
		fair := st.action.FairnessIn(instance)
		if fair == ast.Unfair {
			continue
		}
		if n, ok := whole[st.action]; ok {
			st.owing = n
			continue
		}
		st.owing = len(d.strong)
		if fair == ast.WeakAny || fair == ast.StrongAny {
			whole[st.action] = st.owing
		}
		d.strong = append(d.strong, fair == ast.Strong || fair == ast.StrongAny)
	}
}

// fairParts are the parts of a component in which a behaviour can stay for ever, visit all of the part again and again,
// and owe nothing. Every set of states that some such behaviour visits again and again lies within one of them.
func (g *graph) fairParts(c component) []component {
	var parts []component
	for todo := []component{c}; len(todo) > 0; {
		c, todo = todo[len(todo)-1], todo[:len(todo)-1]
		kept, ok := g.kept(c)
		switch {
		case !ok:
		case len(kept) == len(c):
			parts = append(parts, c)
		default:
			todo = append(todo, g.components(kept)...)
		}
	}
	return parts
}

// kept are the states of a component in which no strong condition is possible that the component never meets; ok is
// false where a weak one is owed.
func (g *graph) kept(c component) (kept []int, ok bool) {
	possible, met := g.tally(c)
	avoid := make([]bool, len(met))
	for n := range met {
		if possible[n] == len(c) && !met[n] {
			return nil, false
		}
		avoid[n] = g.strong[n] && possible[n] > 0 && !met[n]
	}
	for _, i := range c {
		if !g.offers(i, avoid) {
			kept = append(kept, i)
		}
	}
	return kept, true
}

// tally says of each condition in how many states of a component it is possible, and whether a step within meets it.
func (g *graph) tally(c component) (possible []int, met []bool) {
	inside := g.inside(c)
	possible, met = make([]int, len(g.strong)), make([]bool, len(g.strong))
	counted := make([]int, len(g.strong)) // by condition: 1 + the state counted last
	for _, i := range c {
		for e, end := g.edges(i); e < end; e++ {
			if n := g.owing(e); n >= 0 && counted[n] != i+1 {
				counted[n] = i + 1
				possible[n]++
			}
			if inside(int(g.to[e])) {
				g.meets(e, func(n int) { met[n] = true })
			}
		}
	}
	return possible, met
}

// meets calls do with the fairness conditions that an edge meets.
func (g *graph) meets(edge int, do func(condition int)) {
	if n := g.owing(edge); n >= 0 {
		do(n)
	}
	if g.renews != nil {
		g.each(g.renews[edge], do)
	}
}

// offers says whether one of some conditions is possible in a state.
func (g *graph) offers(state int, conditions []bool) bool {
	for e, end := g.edges(state); e < end; e++ {
		if n := g.owing(e); n >= 0 && conditions[n] {
			return true
		}
	}
	return false
}
