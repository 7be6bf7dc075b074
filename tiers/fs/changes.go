package fs

import (
	"sync"

	"github.com/genlock-go/genlock/tiers"
)

// A changeLog keeps changes in the order in which they happened until they are told: a ring that forgets the oldest.
type changeLog[K comparable] struct {
	mu      sync.Mutex
	most    int
	ring    []tiers.Change[K] // grows up to most
	first   int               // where the oldest stands
	count   int
	dropped uint64
}

func (l *changeLog[K]) add(c tiers.Change[K]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count == l.most {
		l.ring[l.first] = c
		l.first = (l.first + 1) % l.most
		l.dropped++
		return
	}
	if l.count == len(l.ring) {
		l.grow()
	}
	l.ring[(l.first+l.count)%len(l.ring)] = c
	l.count++
}

func (l *changeLog[K]) grow() {
	larger := make([]tiers.Change[K], min(l.most, max(64, 2*len(l.ring))))
	n := copy(larger, l.ring[l.first:])
	copy(larger[n:], l.ring[:l.first])
	l.ring, l.first = larger, 0
}

// take moves the oldest changes to into, at most budget.
func (l *changeLog[K]) take(into []tiers.Change[K], budget int) []tiers.Change[K] {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; budget > 0 && l.count > 0; budget-- {
		into = append(into, l.ring[l.first])
		l.ring[l.first] = tiers.Change[K]{}
		l.first = (l.first + 1) % len(l.ring)
		l.count--
	}
	return into
}

func (l *changeLog[K]) droppedSoFar() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}
