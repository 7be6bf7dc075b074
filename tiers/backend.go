package tiers

import (
	"context"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A Backend is the storage of a tier. It moves one block a call, and takes its time: calls run on workers, several at a
// time. What it is asked for, when, and what an answer means for whom is decided by who drives it (Secondary).
//
// Errors name the operation and the key (OpError) and wrap a sentinel of this package where one fits. Where a Load or Store
// leaves something behind that it could not remove, its error wraps a Leftover, and the removal is tried again later.
type Backend[K comparable] interface {
	// Probe looks keys up, as lookup.Prober says: for each index it posts what it found, answer.Post(i, lookup.VerdictHit) or
	// VerdictMiss, as soon as it knows.
	lookup.Prober[K]
	// Load copies the block of the key into into, which has the size of a slot; another size is an ErrSize. A block that is not
	// there is an ErrNotFound. After an error the bytes of into are worthless. into is not touched any more once Load has
	// returned. It may stop when ctx ends, with an error that wraps that of ctx, and may as well go on.
	Load(ctx context.Context, key K, into []byte) error
	// Store makes from, which has the size of a slot, the block of the key, whole or not at all: after an error nothing of
	// it is visible. from is not read any more once Store has returned. A change that it makes is in the log of Changes
	// before it returns: so whoever hears of the end of a store first is not told afterwards that the block is there.
	Store(ctx context.Context, key K, from []byte) error
	// Test asks the storage for a sign of life. It costs little, and leaves nothing behind.
	Test(ctx context.Context) error

	// Touch says that blocks were used: they are to be kept longer than others. It never waits for the storage.
	Touch(keys []K)
	// Changes appends what has changed in the storage since the last call, by stores that completed and by removals, in the
	// order in which it happened, at most budget changes. It never waits for the storage. A change that nobody asked for in
	// time is dropped, and counted; of several of one key only the last may be told.
	Changes(into []Change[K], budget int) []Change[K]

	// Capabilities say what kind of storage this is.
	Capabilities() Capabilities
	// Close gives the storage up. Calls that run end, with errors, as soon as they can; Close waits for them until ctx ends.
	Close(ctx context.Context) error
}

// A Leftover is something that a call has left behind in the storage, and how to remove it.
type Leftover = job.Leftover

// A Change is something that happened to the block of a key in the storage.
type Change[K comparable] struct {
	Key   K
	There bool // it was stored; false: it was removed
}
