package lookup

import "math/bits"

// scanned is how many keys a request may hold and still be searched one by one.
const scanned = 8

// places finds a request's holding by its slot where the cursor does not: a table of open addressing that holds
// positions in the request's holdings. It is filled when it is first needed, so a request whose keys nobody shares never
// pays for it.
type places struct {
	table []uint32 // a position in holdings plus one; 0: free. As long as a power of two
	shift uint8    // 32 less the logarithm of its length
	known int      // how many holdings are in it
}

// find is the position of the holding of a slot, or -1.
func (p *places) find(slot uint32, holdings []holding) int {
	if len(holdings) == 0 {
		return -1
	}
	p.learn(holdings)
	for i := p.hash(slot); ; i = (i + 1) & uint32(len(p.table)-1) {
		at := p.table[i]
		if at == 0 {
			return -1
		}
		if holdings[at-1].slot == slot {
			return int(at - 1)
		}
	}
}

// learn puts the holdings that are new into the table, which stays at least half free.
func (p *places) learn(holdings []holding) {
	if 2*len(holdings) > len(p.table) {
		p.grow(len(holdings))
	}
	for ; p.known < len(holdings); p.known++ {
		i := p.hash(holdings[p.known].slot)
		for p.table[i] != 0 {
			i = (i + 1) & uint32(len(p.table)-1)
		}
		p.table[i] = uint32(p.known + 1)
	}
}

// grow makes an empty table for twice as many holdings, in the old room if there is enough.
func (p *places) grow(holdings int) {
	width := bits.Len(uint(4*holdings - 1))
	size := 1 << width
	if size <= cap(p.table) {
		p.table = p.table[:size]
		clear(p.table)
	} else {
		p.table = make([]uint32, size)
	}
	p.shift, p.known = uint8(32-width), 0
}

// clear forgets all holdings at the cost of those that were known.
func (p *places) clear() { p.table, p.known = p.table[:0], 0 }

// hash spreads slots, which are dense, over the table.
func (p *places) hash(slot uint32) uint32 { return slot * 0x9E3779B1 >> p.shift }
