package packed

import (
	"math/bits"
	"slices"
)

// A Model is a spec in the bounds of an instance. Many goroutines may use it.
type Model interface {
	Made() Made
	Layout() *Layout
	Init() State
	// Walker makes what takes the model's steps. What it judges does not change.
	Walker(Judged) Walker
}

// Made is what a model was generated from: what the numbers of its actions, properties and cells stand for.
type Made struct {
	Spec                string
	Actions, Properties []string // by place in the spec
	Cells               int
}

// Judged says what is on, by place in the spec.
type Judged struct {
	Actions    []bool // that can happen
	Properties []bool // that are judged
	Rejects    bool   // a rejected event breaks the state that it leads to
	Deadlocks  bool   // a state from which nothing is possible is one that breaks
	Spent      bool   // a state in which all tokens are drawn is an end like one in which Done holds
}

// A Walker takes steps and judges states, for one goroutine at a time.
type Walker interface {
	// Expand adds the steps out of a state in their order: that of the actions, and of each action that of its parameters'
	// values. It stops at the first that breaks something, and says whether there was none.
	Expand(s *State, out *Steps) bool
	// Holds judges a state that was found, and looks for what must be reached somewhere.
	Holds(s *State) bool
	// Reached is what the walker has come by.
	Reached() *Reached
}

// Reached is what was come by, by place in the spec. Seen holds properties that must hold in some state: one that was
// reached is looked for no longer.
type Reached struct {
	Cells             []bool
	Happened, Changed []bool // actions
	Seen              []bool // properties
}

// Steps are the steps out of some states, one after another: each leads to the state that it has in States. Steps that
// change nothing are only counted.
type Steps struct {
	words     int
	From      uint32   // the number of the state that is expanded
	States    []uint64 // the words in use, state after state
	Hashes    []uint64
	Froms     []uint32
	Generated int64
	Narrow    bool // a count was too narrow: nothing that was found is of use
}

// NewSteps makes room for steps between states of so many words.
func NewSteps(words int) *Steps { return &Steps{words: words} }

// Reset forgets all steps.
func (o *Steps) Reset() {
	o.States, o.Hashes, o.Froms = o.States[:0], o.Hashes[:0], o.Froms[:0]
	o.Generated = 0
}

// Len is the number of steps.
func (o *Steps) Len() int { return len(o.Hashes) }

// Add adds a step to a state.
func (o *Steps) Add(to *State) {
	words := to[:o.words%(Words+1)]
	o.States = append(o.States, words...)
	o.Hashes = append(o.Hashes, Hash(words))
	o.Froms = append(o.Froms, o.From)
}

// Has reports whether a step leads to a state.
func (o *Steps) Has(to *State) bool {
	words := to[:o.words%(Words+1)]
	for i := 0; i < len(o.States); i += o.words {
		if slices.Equal(o.States[i:i+o.words], words) {
			return true
		}
	}
	return false
}

// Hash spreads a state over 64 bits, the same on every run.
func Hash(words []uint64) uint64 {
	h := uint64(len(words)) * 0x9E3779B97F4A7C15
	for _, w := range words {
		hi, lo := bits.Mul64(w^h^0xA0761D6478BD642F, 0xE7037ED1A0B428DB^h)
		h = hi ^ lo
	}
	hi, lo := bits.Mul64(h^0x8EBC6AF09C88C6E3, 0x589965CC75374CC3)
	return hi ^ lo
}
