package fast

// A lookup finds out which successors of a block are new, of those that belong to one table. It takes them in their order,
// some at a time: what they need of the table and the store is first fetched for all of them, so that the waits for memory
// overlap.
type lookup struct {
	*search
	table   *table
	n       int // successors at hand
	pieces  [atATime]uint32
	steps   [atATime]uint32
	tags    [atATime]uint32
	numbers [atATime]uint32
	fetched uint64
}

const atATime = 32

// lookUp finds out which of the block's successors that belong to a table are new. Until they have a number, the table
// knows them by their step.
func (s *search) lookUp(list []piece, number int) {
	l := lookup{search: s, table: s.tables[number]}
	more := 0
	for i := range list {
		more += len(list[i].of(number))
	}
	l.table.reserve(more)
	for i := range list {
		p := &list[i]
		for _, step := range p.of(number) {
			l.pieces[l.n], l.steps[l.n], l.tags[l.n] = uint32(i), step, tagOf(p.Hashes[step])
			if l.n++; l.n == atATime {
				l.settle()
			}
		}
	}
	l.settle()
}

// settle decides about the successors at hand.
func (l *lookup) settle() {
	l.fetch()
	for k := range l.n {
		p, step := &l.search.pieces[l.pieces[k]], l.steps[k]
		slot, known := l.find(l.tags[k], p, step)
		if known {
			p.slots[step] = 0
			continue
		}
		l.table.set(slot, l.tags[k], l.provisional(l.pieces[k], step))
		l.table.n++
		p.slots[step] = slot + 1
		p.fresh.Add(1)
	}
	l.n = 0
}

// fetch touches the first slot of each, and the state that it names.
func (l *lookup) fetch() {
	t := l.table
	for k := range l.n {
		slot := t.slots[l.tags[k]>>t.shift]
		l.numbers[k] = uint32(l.search.n)
		if uint32(slot>>32) == l.tags[k] && slot != 0 {
			l.numbers[k] = uint32(slot) - 1
		}
	}
	for _, number := range l.numbers[:l.n] {
		if number < uint32(l.search.n) {
			l.fetched += l.touch(number)
		}
	}
}

// find looks for the state that a step leads to: the slot where it is, or the free one where it belongs.
func (l *lookup) find(tag uint32, p *piece, step uint32) (slot uint32, known bool) {
	t := l.table
	mask := uint32(len(t.slots) - 1)
	for i := tag >> t.shift; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return i, false
		}
		if uint32(s>>32) == tag && l.same(uint32(s)-1, p, step) {
			return i, true
		}
	}
}

// same reports that a state of the table, stored or found in this block, is the one that a step leads to.
func (l *lookup) same(number uint32, p *piece, step uint32) bool {
	words := p.words(step, l.words)
	if number < uint32(l.search.n) {
		return l.store.same(number, words, p.Hashes[step])
	}
	number -= uint32(l.search.n)
	return equal(l.search.pieces[number>>stepBits].words(number&(1<<stepBits-1), l.words), words)
}

// provisional stands for a number, for a state found in this block.
func (l *lookup) provisional(piece, step uint32) uint32 {
	return uint32(l.search.n) + piece<<stepBits + step
}
