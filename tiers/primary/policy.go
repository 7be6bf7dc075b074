package primary

// A Policy keeps slots that can be evicted, those with readable blocks that nobody pins, in the order in which they are to
// go. A pool calls it on its own goroutine.
type Policy interface {
	// Used says that the slot can be evicted, and that its block was used just now.
	Used(slot int)
	// Gone says that it cannot any more: it is pinned, or holds no readable block.
	Gone(slot int)
	// Victim is the slot to be evicted next, among those that are used and not gone, and allowed. It stays there until Gone.
	Victim(allowed func(slot int) bool) (slot int, found bool)
}

// LRU evicts what was not used for the longest time. It is a ring of slots, and allocates once.
//
// A slot that is not allowed when its turn comes is wanted by the call that makes room, or chosen by it before. It goes to
// the end of the queue, so that the call does not look at it again.
type LRU struct {
	next, before []uint32 // the last place is both ends of the ring
}

// NewLRU is an LRU for this many slots.
func NewLRU(slots int) *LRU {
	l := &LRU{make([]uint32, slots+1), make([]uint32, slots+1)}
	for i := range l.next {
		l.next[i], l.before[i] = uint32(i), uint32(i) // alone
	}
	return l
}

func (l *LRU) ends() uint32 { return uint32(len(l.next) - 1) }

// Used puts the slot at the end of the queue.
func (l *LRU) Used(slot int) {
	l.Gone(slot)
	s, end := uint32(slot), l.ends()
	newest := l.before[end]
	l.next[newest], l.before[s] = s, newest
	l.next[s], l.before[end] = end, s
}

// Gone takes it out of the queue.
func (l *LRU) Gone(slot int) {
	s := uint32(slot)
	l.next[l.before[s]], l.before[l.next[s]] = l.next[s], l.before[s]
	l.next[s], l.before[s] = s, s
}

// Victim is the first in the queue that is allowed. Those before it go to the end.
func (l *LRU) Victim(allowed func(slot int) bool) (slot int, found bool) {
	end := l.ends()
	last := l.before[end]
	for s := l.next[end]; s != end; s = l.next[end] {
		if allowed(int(s)) {
			return int(s), true
		}
		l.Used(int(s))
		if s == last {
			break
		}
	}
	return 0, false
}
