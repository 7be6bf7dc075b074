package lookup

import "context"

// A Prober looks keys up in the storage of a tier. It may take its time: calls run on the manager's workers, several at
// once.
type Prober[K comparable] interface {
	// Probe looks the keys up and posts what it finds by answer, in any order, from any goroutine, each as soon as it is
	// known. A key that is unanswered when Probe returns, with an error or without, has failed; so it is after a panic.
	// ctx ends when the manager is closed. keys and answer belong to the call until it returns, however late; then both
	// are done with, and keys must be touched no longer.
	Probe(ctx context.Context, keys []K, answer Answer) error
}

// ProberFunc is a function that is a Prober.
type ProberFunc[K comparable] func(ctx context.Context, keys []K, answer Answer) error

// Probe calls the function.
func (f ProberFunc[K]) Probe(ctx context.Context, keys []K, answer Answer) error {
	return f(ctx, keys, answer)
}

// An Answer takes the answers of one call of Probe. It carries the number of its call, as a probe carries a generation:
// so an answer that is posted after its call has returned is known for what it is and reaches no other call's keys.
type Answer struct {
	to   *call
	call uint64
}

// Post says of the key at index i that it is there (VerdictHit), is not (VerdictMiss), or that looking for it failed
// (any other verdict). The first answer for an index counts. A second one, one for an index out of range, and one after
// the call has returned are counted and ignored. It never blocks for long, and may be called from any goroutine.
func (a Answer) Post(i int, verdict Verdict) {
	if a.to != nil {
		a.to.post(a.call, i, verdict)
	}
}

// PostAll is Post for the keys from the first on, one verdict each: for a storage that learns of many at once. They reach
// the owner together, and cost a third of what they cost one by one. Verdicts beyond the last key are out of range. It
// keeps nothing of the slice.
func (a Answer) PostAll(verdicts []Verdict) {
	if a.to != nil {
		a.to.post(a.call, 0, verdicts...)
	}
}
