package ledger

// The order of use is a ring through the files that nobody works on. It begins and ends at slot 0, which no file has: its
// newer neighbour is the file that was used least recently, its older neighbour the one that was used last.

// oldest is the file that goes first, or noSlot.
func (s *slab) oldest() slot { return s.at(noSlot).newer }

// newest is the file that was used last, or noSlot.
func (s *slab) newest() slot { return s.at(noSlot).older }

// enter puts a file into the order, right after the one in slot after.
func (s *slab) enter(i, after slot) {
	r, before := s.at(i), s.at(after).newer
	r.idle, r.older, r.newer = true, after, before
	s.at(after).newer, s.at(before).older = i, i
}

// leave takes a file out of the order.
func (s *slab) leave(i slot) {
	r := s.at(i)
	s.at(r.older).newer, s.at(r.newer).older = r.newer, r.older
	r.idle, r.older, r.newer = false, noSlot, noSlot
}
