package lookup

import (
	"fmt"
	"sync"
)

// A result is what became of one probe, on its way from a worker to the owner of the manager.
type result struct {
	token   Token
	slot    uint32
	verdict Verdict // VerdictRetry: looking failed
}

// An inbox holds results until they are drained. Each key that is sent has one: Config.UnderWay bounds them, beside
// those of the batches whose calls were replaced, which the places of the watch bound.
type inbox struct {
	wake chan struct{} // has a value when results wait

	mu     sync.Mutex
	posted []result
	stats  ProbeStats
}

// take exchanges the results that wait for an empty list, so that neither side waits for the other's work.
func (b *inbox) take(empty []result) []result {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := b.posted
	b.posted = empty
	return taken
}

// ring wakes the owner.
func (b *inbox) ring() { ring(b.wake) }

func ring(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default: // woken already
	}
}

// A call is what one call of the prober was asked, and what it has answered. It is used again for another call, under
// another number.
type call struct {
	inbox *inbox

	// All of it is guarded by inbox.mu.
	number uint64 // of the call that runs, or will run next
	items  []item
	done   []bool // answered, by index
	left   int    // not yet answered
}

// open readies the call for its items and returns its number.
func (c *call) open() uint64 {
	c.inbox.mu.Lock()
	defer c.inbox.mu.Unlock()
	c.left = len(c.items)
	c.done = append(c.done[:0], make([]bool, c.left)...)
	return c.number
}

// post takes answers of the call with this number, for its items from index i on.
func (c *call) post(number uint64, i int, verdicts ...Verdict) {
	b := c.inbox
	b.mu.Lock()
	waited := len(b.posted) > 0
	for n, v := range verdicts {
		c.answer(number, i+n, v)
	}
	first := !waited && len(b.posted) > 0
	b.mu.Unlock()
	if first {
		b.ring()
	}
}

// answer takes one of them: only the first for an item, and only while its call runs, reaches anybody.
func (c *call) answer(number uint64, i int, v Verdict) {
	stats := &c.inbox.stats
	switch {
	case number != c.number:
		stats.Late++
	case i < 0 || i >= len(c.items):
		stats.OutOfRange++
	case c.done[i]:
		stats.Second++
	default:
		c.settle(i, v)
	}
}

// settle posts the result of one item.
func (c *call) settle(i int, v Verdict) {
	if v != VerdictHit && v != VerdictMiss {
		v = VerdictRetry
		c.inbox.stats.Failed++
	}
	c.done[i] = true
	c.left--
	c.inbox.posted = append(c.inbox.posted, result{c.items[i].token, c.items[i].slot, v})
}

// close ends the call: what is unanswered has failed, and what is answered from now on is late.
func (c *call) close(how ending, err error) {
	b := c.inbox
	b.mu.Lock()
	c.number++
	if how == returned && err == nil && c.left > 0 {
		how, err = short, fmt.Errorf("%w: %d of %d", ErrShort, c.left, len(c.items))
	}
	b.stats.ended(how, err)
	for i := 0; c.left > 0; i++ {
		if !c.done[i] {
			c.settle(i, VerdictRetry)
		}
	}
	b.mu.Unlock()
	b.ring()
}
