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
		x, there := newIndex(), map[uint32]uint32{}
		homes := rapid.SampledFrom([]uint32{0, 1 << 30, math.MaxUint32, math.MaxUint32 - 1, 1<<31 + 7})
		for slot := range uint32(rapid.IntRange(1, 60).Draw(t, "events")) {
			if len(there) > 0 && rapid.IntRange(0, 2).Draw(t, "leaves") == 0 {
				gone := rapid.SampledFrom(sorted(there)).Draw(t, "gone")
				before := positions(&x)
				x.remove(there[gone], gone)
				delete(there, gone)
				moved += shifts(before, positions(&x))
			} else {
				hash := homes.Draw(t, "hash")
				x.add(roomFor(&x, hash), slot)
				there[slot] = hash
			}
			wrapped += check(t, &x, there)
		}
	})
	require.Positive(t, moved, "nothing moved up")
	require.Positive(t, wrapped, "no key stood before its home")
}

// check looks every key up as the manager does, and counts the keys that stand before their home.
func check(t *rapid.T, x *index, there map[uint32]uint32) (wrapped int) {
	require.Equal(t, len(there), x.keys)
	require.LessOrEqual(t, 2*x.keys, len(x.table))
	at := positions(x)
	require.Len(t, at, len(there))
	for slot, hash := range there {
		i := x.home(hash)
		for x.table[i] != placeOf(hash, slot) {
			require.NotZero(t, x.table[i], "slot %d is not found", slot)
			i = x.after(i)
		}
		if i < x.home(hash) {
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

// positions are where the slots stand.
func positions(x *index) map[uint32]int {
	at := map[uint32]int{}
	for i, p := range x.table {
		if p != 0 {
			at[p.slot()] = i
		}
	}
	return at
}

func shifts(before, after map[uint32]int) (n int) {
	for slot, i := range after {
		if before[slot] != i {
			n++
		}
	}
	return n
}

func sorted(there map[uint32]uint32) []uint32 { return slices.Sorted(maps.Keys(there)) }
