package packed

import "math/bits"

// Words is how many words a state has at most.
const Words = 16

// A State is a state of a model. Of the words behind those that the model uses nothing is said.
type State [Words]uint64

// A Place is a run of bits in one word of a state.
type Place struct {
	mask  uint64 // of the value, before it is shifted
	word  uint8
	shift uint8
}

// Get is the value at the place.
func (p *Place) Get(s *State) uint64 { return s[p.word%Words] >> (p.shift % 64) & p.mask }

// Int is Get as the number that expressions compute with.
func (p *Place) Int(s *State) int { return int(p.Get(s)) }

// Put writes a value that fits.
func (p *Place) Put(s *State, v uint64) {
	w := &s[p.word%Words]
	*w = *w&^(p.mask<<(p.shift%64)) | v<<(p.shift%64)
}

// Bits is a run of bits within the value at a place: one field of an entry.
type Bits struct {
	mask  uint64
	shift uint8
}

// Of takes the field out of an entry.
func (b *Bits) Of(entry uint64) uint64 { return entry >> (b.shift % 64) & b.mask }

// In is the field as a part of an entry; the value must fit.
func (b *Bits) In(value uint64) uint64 { return value << (b.shift % 64) }

// A Set is a set of small numbers: members of a set field, phases.
type Set uint64

// Has reports membership.
func (s Set) Has(i int) bool { return s>>(uint(i)%64)&1 != 0 }

// Len is how many members there are.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// With is the set and one member more.
func (s Set) With(i int) Set { return s | 1<<(uint(i)%64) }

// Without is the set less one member.
func (s Set) Without(i int) Set { return s &^ (1 << (uint(i) % 64)) }

// Bools are the values of a variable of type bool, in order.
var Bools = [...]bool{false, true}

// Bit is a truth value as a number.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
