package fs

import (
	"sync/atomic"

	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
)

// Stats are counters of what was done since Open.
type Stats struct {
	// Probes: each key that was looked up is one of these.
	Hits     uint64
	Misses   uint64 // there is no such file
	Wrong    uint64 // there is something of that name, but no block of ours: a miss
	Failures uint64 // looking failed

	Loads, LoadedBytes  uint64 // blocks that were loaded whole
	Stores, StoredBytes uint64 // blocks that were stored whole
	FailedLoads         uint64 // blocks that were not, for whatever reason, those that were not there among them
	FailedStores        uint64

	Short    uint64 // blocks that were found cut short
	Corrupt  uint64 // blocks that were not what was stored
	Foreign  uint64 // loads that met a file that is no block of ours: it was left alone
	Removed  uint64 // bad blocks that were removed
	PutBack  uint64 // good blocks that had taken the place of a bad one, and were put back
	Leftover uint64 // temporary files that could not be removed at once

	Direct   uint64 // transfers past the page cache
	Buffered uint64 // transfers through it

	Files     int    // blocks that are known to be there
	Bytes     int64  // of these
	Reserved  int64  // bytes of stores that run
	Evicted   uint64 // blocks that had to go, for others
	Leads     bool   // this process bounds the namespace
	Swept     uint64 // temporary files of dead processes that were removed
	Unremoved uint64 // blocks that were to be removed, and stand
	Forgotten uint64 // blocks that the books had no room for, while another process bounds the namespace
	// Rounds is how often this process has looked through all of the namespace. What it met that is no block counts once a
	// round.
	Rounds     uint64
	Strange    uint64 // what is none of ours: by its name, kind, size or owner
	Unfinished uint64 // temporary files that are not old, or whose process lives
	Unseen     uint64 // names that could not be looked at, or removed
	// Refused are stores for which there was no room, of either kind: more than there may ever be, and more than could be made.
	RefusedTooLarge, RefusedFull uint64

	DroppedChanges uint64 // changes that nobody asked for in time
	UnnamedChanges uint64 // changes of blocks whose keys nobody here knows

	Rejected uint64 // events of files that can never be: each a bug of ours
}

// Stats counts.
func (s *Store[K]) Stats() Stats {
	stats := s.shelf.counters.stats()
	stats.known(s.books.Stats())
	stats.tended(s.tender.report.Load())
	return stats
}

// known adds what the books say.
func (s *Stats) known(books ledger.Stats) {
	s.Files, s.Bytes, s.Reserved = books.Files, books.Bytes, books.Reserved
	s.Evicted, s.RefusedTooLarge, s.RefusedFull = books.Evicted, books.RefusedTooLarge, books.RefusedFull
	s.Unremoved, s.Forgotten = books.Unremoved, books.Forgotten
	s.DroppedChanges, s.UnnamedChanges = books.Dropped, books.Unnamed
	s.Rejected = books.Rejected
}

// tended adds what was found beside the calls.
func (s *Stats) tended(t *tended) {
	s.Leads, s.Swept, s.Rounds = t.leads, t.swept.Swept, t.swept.Rounds
	s.Strange, s.Unseen = t.swept.Foreign+t.swept.Odd, t.swept.Failures
	s.Unfinished = t.swept.Recent + t.swept.Living
}

type counters struct {
	hits, misses, wrong, failures             atomic.Uint64
	loads, loadedBytes, stores, storedBytes   atomic.Uint64
	failedLoads, failedStores                 atomic.Uint64
	short, corrupt, foreign, removed, putBack atomic.Uint64
	leftover, direct, buffered                atomic.Uint64
}

func (c *counters) stats() Stats {
	return Stats{
		Hits: c.hits.Load(), Misses: c.misses.Load(), Wrong: c.wrong.Load(), Failures: c.failures.Load(),
		Loads: c.loads.Load(), LoadedBytes: c.loadedBytes.Load(),
		Stores: c.stores.Load(), StoredBytes: c.storedBytes.Load(),
		FailedLoads: c.failedLoads.Load(), FailedStores: c.failedStores.Load(),
		Short: c.short.Load(), Corrupt: c.corrupt.Load(), Foreign: c.foreign.Load(),
		Removed: c.removed.Load(), PutBack: c.putBack.Load(), Leftover: c.leftover.Load(),
		Direct: c.direct.Load(), Buffered: c.buffered.Load(),
	}
}
