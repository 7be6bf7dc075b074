package fast

import (
	"github.com/genlock-go/genlock/model/packed"
)

// A piece is some states of a block, expanded by one worker, with the steps out of them in order. Only successors that
// differ from the state before are among the steps.
type piece struct {
	*packed.Steps
	order   []uint32           // the steps by table, each table's in order
	place   []uint32           // by step: its place in order
	first   [tables + 1]uint32 // where in order each table's begin
	slots   []uint32           // by place: 1 + the slot of a new state, 0 where it was known
	numbers []uint32           // by place: of a new state
	fresh   [tables]uint32     // how many are new, by table
	broke   bool               // the last state expanded breaks something, or a step out of it
	at      uint32             // that state
	_       [64]byte           // pieces of two cores share no cache line
}

// Sizes of a block and its pieces: a block's successors fit a core's cache, and a piece is large enough that handing it out
// costs nothing.
const (
	pieceStates = 64
	pieces      = 64
	stepBits    = 20 // the steps of a piece have numbers of so many bits
)

// expand expands the states from one number up to another. What breaks something ends it.
func (p *piece) expand(w packed.Walker, s *store, from, to uint32) {
	p.Reset()
	p.broke = false
	var state packed.State
	for i := from; i < to; i++ {
		copy(state[:], s.at(i))
		p.From = i
		if !w.Expand(&state, p.Steps) {
			p.broke, p.at = true, i
			break
		}
	}
	p.sort()
}

// sort puts the steps in order of their tables.
func (p *piece) sort() {
	n := p.Len()
	if cap(p.order) < n {
		for _, list := range []*[]uint32{&p.order, &p.place, &p.slots, &p.numbers} {
			*list = make([]uint32, 2*n)
		}
	}
	p.order, p.place, p.slots, p.numbers = p.order[:n], p.place[:n], p.slots[:n], p.numbers[:n]
	var next [tables + 1]uint32
	for _, h := range p.Hashes {
		next[tableOf(h)+1]++
	}
	for i := range tables {
		next[i+1] += next[i]
	}
	p.first = next
	for i, h := range p.Hashes {
		t := tableOf(h)
		p.order[next[t]], p.place[i] = uint32(i), next[t]
		next[t]++
	}
}

// of is the places, in order, of the steps that belong to a table.
func (p *piece) of(table int) (from, to uint32) { return p.first[table], p.first[table+1] }

// news is how many steps lead to a new state.
func (p *piece) news() (n uint32) {
	for _, fresh := range p.fresh {
		n += fresh
	}
	return n
}

// words are those of the state that a step leads to.
func (p *piece) words(step uint32, words int) []uint64 {
	i := int(step) * words
	return p.States[i : i+words : i+words]
}
