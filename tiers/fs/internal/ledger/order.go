package ledger

// The order of use is a ring through the records of the files that may go, from slot 0, whose older neighbour is the newest
// of them and whose newer neighbour the oldest.

// listed reports whether the file may go.
func (r *record) listed() bool { return r.newer != r.older || r.newer != noSlot }

func (s *slab) oldest() slot { return s.at(noSlot).newer }
func (s *slab) newest() slot { return s.at(noSlot).older }
