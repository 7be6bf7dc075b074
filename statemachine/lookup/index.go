package lookup

import "hash/maphash"

// An index finds the slot of a key, as a map would, in a third of the time and of the room: keys are not kept twice, and
// a slot tells its place in the table, so a key that leaves is not looked for. It is a table of open addressing that holds
// slots, whose records hold the hashes of their keys. What leaves lets those behind it move up, so nothing is left of keys
// that are gone.
type index struct {
	seed  maphash.Seed
	table []uint32 // a slot plus one; 0: free. As long as a power of two
	shift uint8    // 32 less the logarithm of its length
	keys  int
}

// sparse is how many places there are for a key at least: most keys stand at home, where one look finds them, and a place
// is small.
const sparse = 4

// smallest is the length of the first table.
const smallest = 16

func newIndex() index {
	return index{seed: maphash.MakeSeed(), table: make([]uint32, smallest), shift: 32 - 4}
}

// home is where a key of this hash stands if nobody was there before it.
func (x *index) home(hash uint32) uint32 { return hash >> x.shift }

// after is the next position.
func (x *index) after(i uint32) uint32 { return (i + 1) & uint32(len(x.table)-1) }

// A room is where a key that was looked for in vain would stand.
type room struct{ hash, at uint32 }

// add puts a slot, whose record has the hash, into the room that was found for its key; nothing was added or removed since
// then.
func (x *index) add(slab []record, r room, slot uint32) {
	x.table[r.at] = slot + 1
	x.keys++
	if sparse*x.keys > len(x.table) {
		x.grow(slab)
	}
}

// grow doubles the table.
func (x *index) grow(slab []record) {
	old := x.table
	x.table, x.shift = make([]uint32, 2*len(old)), x.shift-1
	for _, at := range old {
		if at != 0 {
			i := x.home(slab[at-1].hash)
			for x.table[i] != 0 {
				i = x.after(i)
			}
			x.table[i] = at
		}
	}
}

// remove takes out a slot that is in it. Each one behind it moves up, unless it would come to stand before its home.
func (x *index) remove(slab []record, slot uint32) {
	hole := x.home(slab[slot].hash)
	for x.table[hole] != slot+1 {
		hole = x.after(hole)
	}
	mask := uint32(len(x.table) - 1)
	for i := x.after(hole); x.table[i] != 0; i = x.after(i) {
		home := x.home(slab[x.table[i]-1].hash)
		if (i-home)&mask >= (i-hole)&mask {
			x.table[hole] = x.table[i]
			hole = i
		}
	}
	x.table[hole] = 0
	x.keys--
}
