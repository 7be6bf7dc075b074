package ledger

import (
	"hash/maphash"

	"github.com/genlock-go/genlock/statemachine/file"
)

// A record is what is kept of one name. It has no pointers, so that a million of them cost the garbage collector nothing.
type record struct {
	name         name
	round        uint16 // in which the file was last known to be there
	stamp        uint32 // of its last use, in seconds, as its modification time says or will say
	bytes        int64  // of the file, where one is counted
	file         file.Entry
	newer, older slot // neighbours in the order of use, where the file is in it
	chain        slot // the next name with the same hash; noSlot: none
	idle         bool // nobody works on the file: it is in the order of use
}

// A slot is a place of the slab. Slot 0 is no name's: it is where the order of use begins and ends.
type slot = uint32

const (
	noSlot   slot = 0
	pageBits      = 8
	pageSize      = 1 << pageBits
)

// A slab keeps records by slot and finds them by name. It grows by pages, so that growing moves nothing.
type slab struct {
	pages []*[pageSize]record
	next  slot            // the first slot that was never used
	free  []slot          // slots that are not used any more
	first map[uint64]slot // by hash: the first of the names that have it
	seed  maphash.Seed    // names come from outside: nobody shall choose such as collide
	mask  uint64          // of the bits of a hash that count: all, but where a test wants collisions
}

func newSlab() slab {
	return slab{
		pages: []*[pageSize]record{{}},
		next:  1,
		first: map[uint64]slot{},
		seed:  maphash.MakeSeed(),
		mask:  ^uint64(0),
	}
}

func (s *slab) hash(n *name) uint64 {
	return (maphash.Bytes(s.seed, n.bytes[:n.count]) + uint64(n.letter)) & s.mask
}

// at is the record in a slot. It stays where it is.
func (s *slab) at(i slot) *record { return &s.pages[i>>pageBits][i%pageSize] }

// size is how many names have a slot.
func (s *slab) size() int { return int(s.next) - 1 - len(s.free) }

// find is the slot of a name, or noSlot.
func (s *slab) find(n *name) slot {
	i := s.first[s.hash(n)]
	for i != noSlot && s.at(i).name != *n {
		i = s.at(i).chain
	}
	return i
}

// bind gives a name that has none a slot, with the entry of a file of which nothing is known.
func (s *slab) bind(n *name) slot {
	i := s.vacant()
	h := s.hash(n)
	*s.at(i) = record{name: *n, chain: s.first[h]}
	s.first[h] = i
	return i
}

func (s *slab) vacant() slot {
	if last := len(s.free) - 1; last >= 0 {
		i := s.free[last]
		s.free = s.free[:last]
		return i
	}
	i := s.next
	if int(i>>pageBits) == len(s.pages) {
		s.pages = append(s.pages, new([pageSize]record))
	}
	s.next++
	return i
}

// vacate takes a name its slot away.
func (s *slab) vacate(i slot) {
	r := s.at(i)
	h := s.hash(&r.name)
	switch j := s.first[h]; {
	case j != i:
		for s.at(j).chain != i {
			j = s.at(j).chain
		}
		s.at(j).chain = r.chain
	case r.chain != noSlot:
		s.first[h] = r.chain
	default:
		delete(s.first, h)
	}
	*r = record{}
	s.free = append(s.free, i)
}
