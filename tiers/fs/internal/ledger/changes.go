package ledger

import "github.com/genlock-go/genlock/tiers"

// changes are kept in the order in which they happened until they are told: a ring that forgets the oldest.
type changes[K comparable] struct {
	most    int
	ring    []tiers.Change[K] // grows up to most
	first   int               // where the oldest stands
	count   int
	dropped uint64
}

func (c *changes[K]) add(change tiers.Change[K]) {
	if c.count == c.most {
		c.ring[c.first] = change
		c.first = (c.first + 1) % len(c.ring)
		c.dropped++
		return
	}
	if c.count == len(c.ring) {
		c.grow()
	}
	c.ring[(c.first+c.count)%len(c.ring)] = change
	c.count++
}

func (c *changes[K]) grow() {
	larger := make([]tiers.Change[K], min(c.most, max(64, 2*len(c.ring))))
	n := copy(larger, c.ring[c.first:])
	copy(larger[n:], c.ring[:c.first])
	c.ring, c.first = larger, 0
}

// take moves the oldest changes to into, at most budget.
func (c *changes[K]) take(into []tiers.Change[K], budget int) []tiers.Change[K] {
	for ; budget > 0 && c.count > 0; budget-- {
		into = append(into, c.ring[c.first])
		c.ring[c.first] = tiers.Change[K]{}
		c.first = (c.first + 1) % len(c.ring)
		c.count--
	}
	return into
}
