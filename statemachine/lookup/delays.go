package lookup

import (
	"math/bits"
	"time"
)

// Delays counts waits by how long they were. The zero Delays has counted none.
type Delays struct {
	// Counts are the waits of at most DelayBound(i) each and more than the bound before; the last one has all that were
	// longer.
	Counts [DelayBounds + 1]uint64
	Sum    time.Duration // of all waits
}

// DelayBounds is how many bounds there are.
const DelayBounds = 18

// firstBound is the logarithm of the first bound, in nanoseconds: 131 µs.
const firstBound = 17

// DelayBound is the i-th bound, from 0: each is twice the one before, from 131 µs to 17 s.
func DelayBound(i int) time.Duration { return 1 << (firstBound + i) }

func (d *Delays) add(wait time.Duration) {
	wait = max(wait, 1)
	i := bits.Len64(uint64(wait-1)) - firstBound
	d.Counts[max(0, min(i, DelayBounds))]++
	d.Sum += wait
}
