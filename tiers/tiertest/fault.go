package tiertest

import (
	"slices"
	"time"
)

// An Op is a method of a storage that can be made to fail.
type Op string

// The methods.
const (
	OpProbe Op = "probe"
	OpLoad  Op = "load"
	OpStore Op = "store"
	OpTest  Op = "test"
	OpClose Op = "close"
)

// A Fault is one way in which a storage misbehaves: which call, and how. How is read in the order of the fields: a call that
// is slow and short first waits and then is cut short. A fault that says nothing of how lets the call pass.
type Fault[K comparable] struct {
	Op Op
	// Keys are those that the call must be about, one of them at least; none: whatever it is about.
	Keys []K
	// Nth is which of those calls it is, counted from 1; 0: each of them.
	Nth int

	// Hung calls do not go on before Release, whatever becomes of their context, as a system call on a dead mount.
	Hung bool
	// Slow calls wait, whatever becomes of their context.
	Slow time.Duration
	// Panic is what the call panics with, before it has reached the storage.
	Panic any
	// Err is what the call returns, without having reached the storage.
	Err error
	// Short calls do half: a store hands over half a block, a load gets half a block and an ErrShort, a probe looks up half
	// of its keys.
	Short bool
	// Late is what the call returns though it has done all that it should.
	Late error
}

// about reports whether the fault is one of calls of op about keys.
func (f *Fault[K]) about(op Op, keys []K) bool {
	return f.Op == op && (len(f.Keys) == 0 || slices.ContainsFunc(keys, func(key K) bool { return slices.Contains(f.Keys, key) }))
}
