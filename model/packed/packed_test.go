package packed

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// If it failed, a message would be lost, doubled, or found in another's place.
func TestBagCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "messages")
		l := NewLayout(Instance{CountBits: rapid.SampledFrom([]int{2, 4, 8}).Draw(t, "bits")})
		other := l.Values(1, 1<<5)
		b := l.Bag(n)
		require.NoError(t, l.Err())
		var s State
		require.Equal(t, None, other.Put(&s, 0, 31))
		want := make([]int, n)
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			i := rapid.IntRange(0, n-1).Draw(t, "message")
			if want[i] > 0 && rapid.Bool().Draw(t, "take") {
				b.Take(&s, i)
				want[i]--
			} else if b.Put(&s, i) == None {
				want[i]++
			}
		}
		var present []int
		for i := b.Next(&s, -1); i >= 0; i = b.Next(&s, i) {
			present = append(present, i)
		}
		for i := range want {
			require.Equal(t, want[i], b.Count(&s, i))
			require.Equal(t, want[i] > 0, slices.Contains(present, i))
		}
		require.True(t, slices.IsSorted(present))
		require.Equal(t, 31, other.Get(&s, 0), "its neighbour is not touched")
	})
}

// If it failed, a bag that is full would begin again at no copy.
func TestBagOverflows(t *testing.T) {
	for bits, full := range map[int]int{2: 3, 4: 15, 8: 255} {
		l := NewLayout(Instance{CountBits: bits})
		b := l.Bag(3)
		var s State
		for range full {
			require.Equal(t, None, b.Put(&s, 1))
		}
		want := Narrow
		if bits == 8 {
			want = OutOfRange
		}
		assert.Equal(t, want, b.Put(&s, 1))
		assert.Equal(t, full, b.Count(&s, 1))
		assert.Equal(t, OutOfRange, b.Put(&s, -1))
		assert.Zero(t, b.Count(&s, 0)+b.Count(&s, 2)+b.Count(&s, -1))
	}
}

// If it failed, messages of one queue would change places, or meet those of another.
func TestQueueKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queues, room := rapid.IntRange(1, 3).Draw(t, "queues"), rapid.IntRange(1, 5).Draw(t, "room")
		var of []int
		for i := range queues * 3 {
			of = append(of, i/3)
		}
		l := NewLayout(Instance{})
		q := l.Queue(queues, room, of)
		require.NoError(t, l.Err())
		var s State
		want := make([][]int, queues)
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			i := rapid.IntRange(0, len(of)-1).Draw(t, "message")
			k := of[i]
			if len(want[k]) > 0 && rapid.Bool().Draw(t, "take") {
				q.Take(&s, want[k][0])
				want[k] = want[k][1:]
			} else if q.Put(&s, i) == None {
				want[k] = append(want[k], i)
			} else {
				require.Len(t, want[k], room)
			}
		}
		var heads, numbers []int
		for _, list := range want {
			numbers = append(numbers, len(list))
			for i := range room {
				if i < len(list) {
					numbers = append(numbers, list[i]+1)
				} else {
					numbers = append(numbers, 0)
				}
			}
			if len(list) > 0 {
				heads = append(heads, list[0])
			}
		}
		require.Equal(t, numbers, q.numbers(nil, &s))
		for i := range of {
			require.Equal(t, slices.Contains(heads, i), q.Next(&s, i-1) == i)
		}
	})
}

// If it failed, what does not fit in a state would be cut off.
func TestLayoutRefuses(t *testing.T) {
	for text, lay := range map[string]func(*Layout){
		"sort Key no size":           func(l *Layout) { l.Size("Key") },
		"more than 16 words":         func(l *Layout) { l.Bag(16*32 + 1) },
		"do not fit in a word":       func(l *Layout) { l.Entries(1, 2, 1<<30, 1<<30, 1<<30) },
		"at most 16 are possible":    func(l *Layout) { l.Entries(1, 2, make([]int, 17)...) },
		"a queue of":                 func(l *Layout) { l.Queue(1, 1, make([]int, 300)) },
		"another spec than the step": func(l *Layout) { l.Beside("a", "b") },
	} {
		l := NewLayout(Instance{})
		lay(l)
		assert.ErrorContains(t, l.Err(), text)
	}
	assert.ErrorContains(t, NewLayout(Instance{Tokens: 255}).Err(), "255 tokens")
	assert.ErrorContains(t, NewLayout(Instance{CountBits: 3}).Err(), "counts of 3 bits")
}

// If it failed, fingerprints would collide more often than a report says.
func TestHashSpreads(t *testing.T) {
	const n = 1 << 16
	seen := map[uint64]bool{}
	var buckets [16]int
	for i := range uint64(n) {
		h := Hash([]uint64{i, i << 60, i * i})
		seen[h] = true
		buckets[h>>60]++
	}
	assert.Len(t, seen, n)
	for _, b := range buckets {
		assert.InDelta(t, n/16, b, n/16/10)
	}
}
