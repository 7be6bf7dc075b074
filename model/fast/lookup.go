package fast

// A lookup finds out which successors of a block are new, of those that belong to one table. It takes them in their order,
// some at a time: what they need of the table and the store is first fetched for all of them, so that the waits for memory
// overlap.
type lookup struct {
	*search
	table   *table
	piece   *piece
	number  uint32          // of the piece in its block
	numbers [atATime]uint32 // of states that the successors at hand may be
	fetched uint64
}

const atATime = 32

// lookUp finds out which of the block's successors that belong to a table are new. Until they have a number, the table
// knows them by their step.
func (s *search) lookUp(list []piece, number int) {
	l := lookup{search: s, table: s.tables[number]}
	more := uint32(0)
	for i := range list {
		from, to := list[i].of(number)
		more += to - from
	}
	l.table.reserve(int(more))
	for i := range list {
		l.piece, l.number = &list[i], uint32(i)
		before := l.table.n
		for from, to := l.piece.of(number); from < to; from += atATime {
			l.settle(from, min(to, from+atATime))
		}
		l.piece.fresh[number] = uint32(l.table.n - before)
	}
}

// settle decides about the successors at these places.
func (l *lookup) settle(from, to uint32) {
	p := l.piece
	l.fetch(p.order[from:to])
	for place := from; place < to; place++ {
		step := p.order[place]
		tag := tagOf(p.Hashes[step])
		slot, known := l.find(tag, step)
		if known {
			p.slots[place] = 0
			continue
		}
		l.table.set(slot, tag, uint32(l.search.n)+l.number<<stepBits+step)
		l.table.n++
		p.slots[place] = slot + 1
	}
}

// fetch touches the first slot of each step, and the state that it names.
func (l *lookup) fetch(steps []uint32) {
	t, n := l.table, uint32(l.search.n)
	for k, step := range steps {
		tag := tagOf(l.piece.Hashes[step])
		slot := t.slots[tag>>t.shift]
		l.numbers[k%atATime] = n
		if uint32(slot>>32) == tag && slot != 0 {
			l.numbers[k%atATime] = uint32(slot) - 1
		}
	}
	for k := range steps {
		if number := l.numbers[k%atATime]; number < n {
			l.fetched += l.touch(number)
		}
	}
}

// find looks for the state that a step leads to: the slot where it is, or the free one where it belongs.
func (l *lookup) find(tag, step uint32) (slot uint32, known bool) {
	t := l.table
	mask := uint32(len(t.slots) - 1)
	for i := tag >> t.shift; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return i, false
		}
		if uint32(s>>32) == tag && l.same(uint32(s)-1, step) {
			return i, true
		}
	}
}

// same reports that a state of the table, stored or found in this block, is the one that a step leads to.
func (l *lookup) same(number, step uint32) bool {
	words := l.piece.words(step, l.words)
	if number < uint32(l.search.n) {
		return l.store.same(number, words, l.piece.Hashes[step])
	}
	number -= uint32(l.search.n)
	return equal(l.search.pieces[number>>stepBits].words(number&(1<<stepBits-1), l.words), words)
}

// settled gives the new states of a table their numbers.
func (s *search) settled(list []piece, number int) {
	t := s.tables[number]
	for i := range list {
		p := &list[i]
		for place, to := p.of(number); place < to; place++ {
			if slot := p.slots[place]; slot != 0 {
				t.set(slot-1, tagOf(p.Hashes[p.order[place]]), p.numbers[place])
			}
		}
	}
}
