package ledger

// Stats are the books in sums, and counters of what happened.
type Stats struct {
	Files    int   // that are counted
	Bytes    int64 // of these
	Reserved int64 // bytes of stores that run
	Leaving  int64 // bytes of files that are being removed; part of Bytes
	Idle     int64 // bytes of files that nobody works on; part of Bytes
	Names    int   // that the books have an entry for: files, and what is worked on

	Evicted         uint64 // files that had to go
	Forgotten       uint64 // files that a follower's books had no room for
	Unremoved       uint64 // files that were to be removed, and stand
	RefusedTooLarge uint64 // stores of more bytes than there may ever be
	RefusedFull     uint64 // stores that there was no room for
	Dropped         uint64 // changes that nobody asked for in time
	Unnamed         uint64 // changes of files whose keys nobody knows
	Rejected        uint64 // events that can never be: a bug of ours
}

// Stats counts.
func (l *Ledger[K]) Stats() Stats {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.stats
	s.Names, s.Dropped = l.files.size(), l.changes.dropped
	return s
}
