package lookup

import "hash/maphash"

// An index finds the slot of a key, as a map would, in a third of the time and of the room: keys are not kept twice, and
// the slot tells its place in the table, so a key that leaves is not looked for. It is a table of open addressing, at most
// half full. What leaves lets those behind it move up, so nothing is left of keys that are gone.
type index struct {
	seed  maphash.Seed
	table []place // as long as a power of two
	shift uint8   // 32 less the logarithm of its length
	keys  int
}

// A place holds the hash of a key and its slot plus one; 0: free.
type place uint64

func placeOf(hash, slot uint32) place { return place(hash)<<32 | place(slot+1) }

func (p place) hash() uint32 { return uint32(p >> 32) }
func (p place) slot() uint32 { return uint32(p) - 1 }

// smallest is the length of the first table.
const smallest = 8

func newIndex() index {
	return index{seed: maphash.MakeSeed(), table: make([]place, smallest), shift: 32 - 3}
}

// home is where a key of this hash stands if nobody was there before it.
func (x *index) home(hash uint32) uint32 { return hash >> x.shift }

// after is the next position.
func (x *index) after(i uint32) uint32 { return (i + 1) & uint32(len(x.table)-1) }

// A room is where a key that was looked for in vain would stand.
type room struct{ hash, at uint32 }

// add puts a key into the room that was found for it; nothing was added or removed since then.
func (x *index) add(r room, slot uint32) {
	x.table[r.at] = placeOf(r.hash, slot)
	x.keys++
	if 2*x.keys > len(x.table) {
		x.grow()
	}
}

// grow doubles the table.
func (x *index) grow() {
	old := x.table
	x.table, x.shift = make([]place, 2*len(old)), x.shift-1
	for _, p := range old {
		if p != 0 {
			x.put(p)
		}
	}
}

func (x *index) put(p place) {
	i := x.home(p.hash())
	for x.table[i] != 0 {
		i = x.after(i)
	}
	x.table[i] = p
}

// remove takes out a key that is in it. Each place behind it moves up, unless it would come to stand before its home.
func (x *index) remove(hash, slot uint32) {
	hole := x.home(hash)
	for x.table[hole] != placeOf(hash, slot) {
		hole = x.after(hole)
	}
	mask := uint32(len(x.table) - 1)
	for i := x.after(hole); x.table[i] != 0; i = x.after(i) {
		home := x.home(x.table[i].hash())
		if (i-home)&mask >= (i-hole)&mask {
			x.table[hole] = x.table[i]
			hole = i
		}
	}
	x.table[hole] = 0
	x.keys--
}
