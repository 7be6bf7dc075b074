package model

import (
	"bytes"
	"slices"
)

// A witness takes the steps of a lasso one by one, from the initial state, and says whether they break a property. It
// knows nothing of the graph in which the lasso was found.
type witness struct {
	*Model
	debts
	x       *stepper
	look    frame
	classes *classes // states are compared by their classes; nil: by themselves
	states  [][]byte // as far as the steps were taken
	renews  []uint64 // by step: the tokens that it renewed
}

func newWitness(g *graph) *witness {
	return &witness{Model: g.Model, debts: g.debts, x: g.Model.stepper(), classes: g.classes}
}

// shows says whether the steps are possible, each changes something, the loop closes and owes nothing, and the property
// is broken.
func (w *witness) shows(l *lasso) bool {
	return w.replay(l.steps) && bytes.Equal(w.states[l.loop], w.states[len(l.steps)]) && w.owesNothing(l) && w.isBroken(l)
}

func (w *witness) replay(steps []*step) bool {
	w.states = append(w.states[:0], w.class(w.layout.initial()))
	w.renews = w.renews[:0]
	for i, st := range steps {
		w.x.now = w.states[i]
		if !w.x.step(st) || bytes.Equal(w.x.now, w.x.next) {
			return false
		}
		w.renews = append(w.renews, w.renewed(w.x.now, w.x.next))
		w.states = append(w.states, w.class(w.x.next))
	}
	return true
}

// class is a copy of the state that stands for a state.
func (w *witness) class(state []byte) []byte {
	if w.classes == nil {
		return slices.Clone(state)
	}
	class := make([]byte, len(state))
	w.classes.of(class, state)
	return class
}

// loop are the states of the loop, each once.
func (w *witness) loop(l *lasso) [][]byte {
	return w.states[l.loop:max(len(l.steps), l.loop+1)]
}

// owesNothing says of each fairness condition that the loop meets it, or that it is impossible where it counts: in some
// state of the loop where it is weak, in all where it is strong.
func (w *witness) owesNothing(l *lasso) bool {
	met := make([]bool, len(w.strong))
	for i, st := range l.steps[l.loop:] {
		if st.owing >= 0 {
			met[st.owing] = true
		}
		w.each(w.renews[l.loop+i], func(n int) { met[n] = true })
	}
	loop, possible := w.loop(l), make([]int, len(w.strong))
	for _, state := range loop {
		for n, is := range w.possible(state) {
			possible[n] += int(bit(is))
		}
	}
	for n, strong := range w.strong {
		if !met[n] && (possible[n] == len(loop) || strong && possible[n] > 0) {
			return false
		}
	}
	return true
}

// possible says of each fairness condition whether a step that meets it is possible in a state, and changes something.
func (w *witness) possible(state []byte) []bool {
	possible := make([]bool, len(w.strong))
	w.x.now = state
	for _, st := range w.steps {
		if st.owing >= 0 && !possible[st.owing] && w.x.step(st) {
			possible[st.owing] = !bytes.Equal(state, w.x.next)
		}
	}
	return possible
}

func (w *witness) isBroken(l *lasso) bool {
	if l.breaks.again != nil {
		return slices.Contains(l.steps[l.loop:], l.breaks.again)
	}
	promised := false
	for i := len(w.states) - 1; i >= 0; i-- {
		w.look.now = w.states[i]
		if l.breaks.to.holds(&w.look) {
			return false
		}
		promised = promised || l.breaks.from.holds(&w.look)
		if promised && i <= l.loop { // all of the loop was looked at
			return true
		}
	}
	return false
}

// longestCut bounds how many steps in a row are left out at once, so that long behaviours take no longer to shorten than
// they took to find.
const longestCut = 64

// shortened is a lasso that shows the same and of which no step can be left out, nor several in a row.
func (w *witness) shortened(l *lasso) *lasso {
	for n := min(longestCut, len(l.steps)); n > 0; n-- {
		for i := 0; i+n <= len(l.steps); i++ {
			cut := l.without(i, i+n)
			if w.shows(cut) {
				return w.shortened(cut)
			}
		}
	}
	return l
}

// without is the lasso without some of its steps.
func (l *lasso) without(from, to int) *lasso {
	cut := *l
	cut.steps = slices.Concat(l.steps[:from], l.steps[to:])
	cut.loop -= max(0, min(l.loop, to)-from)
	return &cut
}
