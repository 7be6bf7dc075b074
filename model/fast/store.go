package fast

import "slices"

// A store holds the states found by number, and of each the number of the one from which it was found first. What it holds
// of a state is its words, or with fingerprints its hash alone; the words are then kept until the state is expanded.
type store struct {
	words   int
	hashed  bool
	n       int
	states  [][]uint64
	hashes  [][]uint64
	parents [][]uint32
	dropped int // so many of the blocks of states are gone
}

// Blocks of the store, so that growing moves nothing.
const (
	blockBits = 12
	blockLen  = 1 << blockBits
)

// extend makes room for so many states more.
func (s *store) extend(more int) {
	for len(s.parents)*blockLen < s.n+more {
		s.states = append(s.states, make([]uint64, blockLen*s.words))
		s.parents = append(s.parents, make([]uint32, blockLen))
		if s.hashed {
			s.hashes = append(s.hashes, make([]uint64, blockLen))
		}
	}
}

// at is the words of a state. They are not to be changed.
func (s *store) at(number uint32) []uint64 {
	i := int(number&(blockLen-1)) * s.words
	return s.states[number>>blockBits][i : i+s.words : i+s.words]
}

func (s *store) put(number uint32, words []uint64, hash uint64, parent uint32) {
	copy(s.at(number), words)
	s.parents[number>>blockBits][number&(blockLen-1)] = parent
	if s.hashed {
		s.hashes[number>>blockBits][number&(blockLen-1)] = hash
	}
}

// same reports that the state with that number is the one, as far as the store can tell.
func (s *store) same(number uint32, words []uint64, hash uint64) bool {
	if s.hashed {
		return s.hashes[number>>blockBits][number&(blockLen-1)] == hash
	}
	return equal(s.at(number), words)
}

// touch has the state with that number, or what stands for it, fetched from memory.
func (s *store) touch(number uint32) uint64 {
	if s.hashed {
		return s.hashes[number>>blockBits][number&(blockLen-1)]
	}
	return s.at(number)[0]
}

func equal(a, b []uint64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// forget drops the words of the states before one, where hashes stand for them.
func (s *store) forget(before uint32) {
	if !s.hashed {
		return
	}
	for ; s.dropped < int(before>>blockBits); s.dropped++ {
		s.states[s.dropped] = nil
	}
}

// path is the numbers of the states from the initial one to this one.
func (s *store) path(to uint32) []uint32 {
	path := []uint32{to}
	for to != 0 {
		to = s.parents[to>>blockBits][to&(blockLen-1)]
		path = append(path, to)
	}
	slices.Reverse(path)
	return path
}

func (s *store) bytes() int64 {
	perBlock := int64(4)
	if s.hashed {
		perBlock += 8
	}
	held := int64(len(s.states) - s.dropped)
	return (perBlock*int64(len(s.parents)) + 8*int64(s.words)*held) * blockLen
}
