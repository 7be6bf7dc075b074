package lookup

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestIndexIsAMap fails if a key that was added is not found, or one that left is: above all where keys share a home, so
// that what leaves makes others move up, also around the end of the table.
func TestIndexIsAMap(t *testing.T) {
	moved, wrapped := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		x, slab, there := newIndex(), make([]record, 100), map[uint32]bool{}
		hashes := rapid.SampledFrom([]uint32{0, 1 << 30, math.MaxUint32, math.MaxUint32 - 1, 1<<31 + 7})
		for slot := range uint32(rapid.IntRange(1, len(slab)).Draw(t, "events")) {
			if len(there) > 0 && rapid.IntRange(0, 2).Draw(t, "leaves") == 0 {
				gone := rapid.SampledFrom(slices.Sorted(maps.Keys(there))).Draw(t, "gone")
				before := slices.Clone(x.table)
				x.remove(slab, gone)
				delete(there, gone)
				moved += shifts(before, x.table, gone)
			} else {
				slab[slot].hash = hashes.Draw(t, "hash")
				x.add(slab, roomFor(&x, slab[slot].hash), slot)
				there[slot] = true
			}
			wrapped += lookAll(t, &x, slab, there)
		}
	})
	require.Positive(t, moved, "nothing moved up")
	require.Positive(t, wrapped, "no key stood before its home")
}

// lookAll looks every key up as the manager does, and counts the keys that stand before their home.
func lookAll(t *rapid.T, x *index, slab []record, there map[uint32]bool) (wrapped int) {
	require.Equal(t, len(there), x.keys)
	require.LessOrEqual(t, sparse*x.keys, len(x.table))
	require.Equal(t, len(there), len(x.table)-countOf(x.table, 0))
	for slot := range there {
		i := x.home(slab[slot].hash)
		for x.table[i] != slot+1 {
			require.NotZero(t, x.table[i], "slot %d is not found", slot)
			i = x.after(i)
		}
		if i < x.home(slab[slot].hash) {
			wrapped++
		}
	}
	return wrapped
}

func roomFor(x *index, hash uint32) room {
	i := x.home(hash)
	for x.table[i] != 0 {
		i = x.after(i)
	}
	return room{hash, i}
}

// shifts counts the places that changed, but for that of the slot that left.
func shifts(before, after []uint32, gone uint32) (n int) {
	for i := range before {
		if before[i] != after[i] && before[i] != gone+1 {
			n++
		}
	}
	return n
}

func countOf(table []uint32, what uint32) (n int) {
	for _, x := range table {
		if x == what {
			n++
		}
	}
	return n
}
