// Package file is the step of one file in the books of a directory of blocks.
//
// What decides is generated from spec/filespec: each event of a file meets one cell of Table.
//
//	Absent   → Pending   a store or a look at it begins
//	Pending  → Stored    a store has published it, or a look has found it: its bytes count
//	Pending  → Absent    the last of those who worked on it has ended with nothing
//	Stored   → Removing  evicted, while nobody works on it, or found to be bad, while no store runs
//	Removing → Absent    it is gone: its bytes no longer count
//	Removing → Stored    it stands still
//	Stored   → Pending   a look that was not stale has missed it
//	Stored   → Absent    likewise, and nobody else works on it; or the books of a follower are full
//
// The ledger of tiers/fs runs it. It carries the messages out: Storing and Looking are what it hands to callers, Unlinking is
// a file that they are to remove, Told goes into the log of changes.
package file
