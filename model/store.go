package model

import (
	"bytes"
	"hash/maphash"
)

// A store is the set of states found, numbered in the order in which they were found. States are compared whole: two
// are never taken for one.
type store struct {
	width  int
	chunks [][]byte
	n      int
	table  []uint64 // open addressing; 0 is free, else a tag of the hash and 1 + the number of a state
	seed   maphash.Seed
}

const (
	chunkBits = 12 // states in a chunk, as a power of two
	chunkLen  = 1 << chunkBits
	indexBits = 40
	indexMask = 1<<indexBits - 1
)

func newStore(width int) *store {
	return &store{width: width, table: make([]uint64, 1<<10), seed: maphash.MakeSeed()}
}

// at is the state with that number. It stays where it is and is not to be changed.
func (s *store) at(i int) []byte {
	from := (i & (chunkLen - 1)) * s.width
	return s.chunks[i>>chunkBits][from : from+s.width : from+s.width]
}

// add is the number of a state, and whether it is new.
func (s *store) add(state []byte) (index int, fresh bool) {
	hash := maphash.Bytes(s.seed, state)
	slot, index := s.find(state, hash)
	if index >= 0 {
		return index, false
	}
	if s.n&(chunkLen-1) == 0 {
		s.chunks = append(s.chunks, make([]byte, chunkLen*s.width))
	}
	s.n++
	copy(s.at(s.n-1), state)
	s.table[slot] = hash&^indexMask | uint64(s.n)
	if s.n > len(s.table)/2 {
		s.grow()
	}
	return s.n - 1, true
}

// index is the number of a state, or -1.
func (s *store) index(state []byte) int {
	_, index := s.find(state, maphash.Bytes(s.seed, state))
	return index
}

// find is the state's number, or -1 and the slot where it belongs. The table is never full.
func (s *store) find(state []byte, hash uint64) (slot uint64, index int) {
	mask := uint64(len(s.table) - 1)
	for slot = hash & mask; ; slot = (slot + 1) & mask {
		entry := s.table[slot]
		if entry == 0 {
			return slot, -1
		}
		if entry&^indexMask == hash&^indexMask {
			if i := int(entry&indexMask) - 1; bytes.Equal(s.at(i), state) {
				return slot, i
			}
		}
	}
}

func (s *store) grow() {
	old := s.table
	s.table = make([]uint64, 2*len(old))
	mask := uint64(len(s.table) - 1)
	for i := range s.n {
		hash := maphash.Bytes(s.seed, s.at(i))
		slot := hash & mask
		for s.table[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.table[slot] = hash&^indexMask | uint64(i+1)
	}
}

// bytes is the memory that the store holds.
func (s *store) bytes() int64 {
	return int64(len(s.chunks))*int64(chunkLen*s.width) + 8*int64(len(s.table))
}
