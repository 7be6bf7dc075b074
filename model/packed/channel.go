package packed

import "math/bits"

// A Bag counts the copies of each message. Messages are numbered from 0; -1 is one that cannot be.
type Bag struct {
	runs    []Place // of several messages each
	at      []Place // of each message
	perRun  uint    // messages of a run, as a power of two
	perBits uint    // bits of a message, as a power of two
	full    uint64
}

// Bag lays out a bag of n different messages.
func (l *Layout) Bag(n int) Bag {
	width := l.instance.CountBits
	b := Bag{perBits: uint(bits.TrailingZeros(uint(width))), full: mask(width)}
	b.perRun = 6 - b.perBits
	for left := n; left > 0; left -= 64 / width {
		run := l.place(min(left, 64/width) * width)
		b.runs = append(b.runs, run)
		for i := range min(left, 64/width) {
			b.at = append(b.at, Place{word: run.word, shift: run.shift + uint8(i*width), mask: b.full})
		}
	}
	l.parts = append(l.parts, &b)
	return b
}

// Count is how many copies there are of a message.
func (b *Bag) Count(s *State, i int) int {
	if uint(i) >= uint(len(b.at)) {
		return 0
	}
	return b.at[i].Int(s)
}

// Next is the first message after i of which there is a copy, or -1. It begins at -1.
func (b *Bag) Next(s *State, i int) int {
	i++
	for r := i >> b.perRun; r < len(b.runs); r++ {
		low := uint(i) & (1<<b.perRun - 1)
		if x := b.runs[r].Get(s) >> (low << b.perBits % 64); x != 0 {
			return i + bits.TrailingZeros64(x)>>b.perBits
		}
		i = (r + 1) << b.perRun
	}
	return -1
}

// Take removes a copy; there must be one.
func (b *Bag) Take(s *State, i int) {
	p := &b.at[i]
	s[p.word%Words] -= 1 << (p.shift % 64)
}

// Put adds a copy.
func (b *Bag) Put(s *State, i int) Fault {
	if uint(i) >= uint(len(b.at)) {
		return OutOfRange
	}
	p := &b.at[i]
	switch {
	case p.Get(s) < b.full:
		s[p.word%Words] += 1 << (p.shift % 64)
		return None
	case b.full < MaxValue:
		return Narrow
	default:
		return OutOfRange
	}
}

func (b *Bag) numbers(to []int, s *State) []int {
	for i := range b.at {
		to = append(to, b.at[i].Int(s))
	}
	return to
}

// A Fault is what is wrong with a step.
type Fault uint8

const (
	None       Fault = iota
	Narrow           // counts of this width cannot hold it; wider ones may
	OutOfRange       // it leaves the range of the spec
)

// A Queue is one queue or several, each with room for some messages in order.
type Queue struct {
	at    []Place // of each queue
	of    []int   // by message: which queue it belongs to
	width uint
	room  uint
	item  uint64
}

// Queue lays out queues. They have room for so many messages each; of says to which one each message belongs.
func (l *Layout) Queue(queues, room int, of []int) Queue {
	q := Queue{of: of, room: uint(room), width: uint(width(len(of) + 1))}
	q.item = mask(int(q.width))
	if len(of) >= MaxValue {
		l.fail("a queue of %d different messages", len(of))
	}
	for range queues {
		q.at = append(q.at, l.place(int(q.width*q.room)))
	}
	l.parts = append(l.parts, &q)
	return q
}

// Count is how often a message is queued.
func (q *Queue) Count(s *State, i int) int {
	if uint(i) >= uint(len(q.of)) {
		return 0
	}
	n := 0
	for x := q.at[q.of[i]].Get(s); x != 0; x >>= q.width {
		n += Bit(x&q.item == uint64(i)+1)
	}
	return n
}

// Next is the first message after i that stands at the head of its queue, or -1.
func (q *Queue) Next(s *State, i int) int {
	for i++; i < len(q.of); i++ {
		if q.at[q.of[i]].Get(s)&q.item == uint64(i)+1 {
			return i
		}
	}
	return -1
}

// Take removes the head of a queue; it must be this message.
func (q *Queue) Take(s *State, i int) {
	p := &q.at[q.of[i]]
	p.Put(s, p.Get(s)>>q.width)
}

// Put appends a message.
func (q *Queue) Put(s *State, i int) Fault {
	if uint(i) >= uint(len(q.of)) {
		return OutOfRange
	}
	p := &q.at[q.of[i]]
	x := p.Get(s)
	n := (uint(bits.Len64(x)) + q.width - 1) / q.width
	if n >= q.room {
		return OutOfRange
	}
	p.Put(s, x|(uint64(i)+1)<<(n*q.width))
	return None
}

// numbers is of each queue its length, then its places; an empty place is 0.
func (q *Queue) numbers(to []int, s *State) []int {
	for i := range q.at {
		x := q.at[i].Get(s)
		to = append(to, int((uint(bits.Len64(x))+q.width-1)/q.width))
		for range q.room {
			to = append(to, int(x&q.item))
			x >>= q.width
		}
	}
	return to
}
