package fast

// A table finds states by their hash: open addressing in slots of a tag, which is a part of the hash, and 1 + the number of
// a state; 0 is free. A slot's place follows from the tag alone, so a table grows without looking at states.
type table struct {
	slots []uint64
	shift uint // of a tag, to get its first slot
	n     int
}

const (
	tables     = 16 // how many there are, by the top bits of a hash
	tableBits  = 4
	firstSlots = 6 // of a table, as a power of two
)

func tableOf(hash uint64) int { return int(hash >> (64 - tableBits)) }

func tagOf(hash uint64) uint32 { return uint32(hash >> (32 - tableBits)) }

func newTable() *table { return &table{slots: make([]uint64, 1<<firstSlots), shift: 32 - firstSlots} }

// reserve makes room for so many states more: at least a quarter of the slots stays free.
func (t *table) reserve(more int) {
	for 4*(t.n+more) > 3*len(t.slots) {
		t.grow()
	}
}

func (t *table) grow() {
	old := t.slots
	t.slots, t.shift = make([]uint64, 2*len(old)), t.shift-1
	for _, slot := range old {
		if slot != 0 {
			t.slots[t.free(uint32(slot>>32))] = slot
		}
	}
}

// free is the slot where a tag that is not in the table yet belongs.
func (t *table) free(tag uint32) uint32 {
	mask := uint32(len(t.slots) - 1)
	i := tag >> t.shift
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}

// set puts a state into a free slot, or another number into one that is taken.
func (t *table) set(slot, tag, number uint32) { t.slots[slot] = uint64(tag)<<32 | uint64(number+1) }
