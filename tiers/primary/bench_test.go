package primary

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
)

// A churn is a pool in steady state: twice as many keys as slots, so that each promise evicts.
type churn struct {
	p    *Pool[uint64]
	next uint64
	keys []uint64
	refs []Ref
}

func newChurn(tb testing.TB, slots, batch int) *churn {
	p, err := New(Config[uint64]{Slots: slots, SlotBytes: 1})
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, p.Close(tb.Context(), nil)) })
	c := &churn{p: p, keys: make([]uint64, batch), refs: make([]Ref, 0, batch)}
	for range 4 * slots / batch {
		c.cycle(tb)
	}
	require.Zero(tb, p.Stats().Free, "it evicts")
	return c
}

// cycle takes a batch of keys through their life: promised, sent, landed for two, read by both, and left to be evicted.
func (c *churn) cycle(tb testing.TB) {
	for i := range c.keys {
		c.next++
		c.keys[i] = c.next % uint64(2*c.p.Slots())
	}
	refs, err := c.p.Reserve(c.keys, c.refs[:0])
	if err != nil {
		tb.Fatal(err)
	}
	for _, ref := range refs {
		if err := c.p.Send(ref); err != nil {
			tb.Fatal(err)
		}
		if readable, err := c.p.Land(ref, true, 1); err != nil || !readable {
			tb.Fatal(readable, err)
		}
	}
	for i, ref := range refs {
		if _, pinned := c.p.Pin(c.keys[i]); !pinned {
			tb.Fatal("not pinned")
		}
		for range 2 {
			if err := c.p.Unpin(ref); err != nil {
				tb.Fatal(err)
			}
		}
	}
	c.p.Touch(c.keys...)
}

// TestSteadyStateAllocatesNothing fails if a block's life leaves work to the garbage collector.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	c := newChurn(t, 256, 32)
	before := c.p.Stats().Evictions
	require.Zero(t, testing.AllocsPerRun(200, func() { c.cycle(t) }))
	require.Greater(t, c.p.Stats().Evictions, before+200*32-1)

	key := c.keys[0]
	require.Zero(t, testing.AllocsPerRun(200, func() {
		c.p.Detach(key)
		refs, err := c.p.Write(c.keys[:1], c.refs[:0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.p.Land(refs[0], false, 0); err != nil {
			t.Fatal(err)
		}
	}), "deletions, and copies that fail")
	require.Zero(t, testing.AllocsPerRun(200, func() { c.p.Find(key); c.p.Stats() }))
}

// One operation is the whole life of one block: promise (which evicts another), send, landing, a hit, two unpins, a touch.
func BenchmarkLife(b *testing.B) {
	for _, size := range []struct {
		name         string
		slots, batch int
	}{{"1k", 1 << 10, 64}, {"64k", 1 << 16, 64}} {
		b.Run(size.name, func(b *testing.B) {
			c := newChurn(b, size.slots, size.batch)
			b.ReportAllocs()
			for b.Loop() {
				c.cycle(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size.batch), "ns/block")
		})
	}
}

// One operation is a hit: the key is found, pinned and unpinned.
func BenchmarkHit(b *testing.B) {
	c := newChurn(b, 1<<16, 64)
	b.ReportAllocs()
	for b.Loop() {
		ref, _ := c.p.Pin(c.keys[0])
		if c.p.Unpin(ref) != nil {
			b.Fatal("not pinned")
		}
	}
}

// One operation is a call that is refused, with half of all slots pinned.
func BenchmarkRefused(b *testing.B) {
	c := newChurn(b, 1<<10, 64)
	var pinned []Ref
	for key := range c.p.bound {
		ref, _ := c.p.Pin(key)
		pinned = append(pinned, ref)
	}
	keys := []uint64{1 << 40, 1<<40 + 1}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.p.Reserve(keys, c.refs[:0]); err == nil {
			b.Fatal("not refused")
		}
	}
	b.StopTimer()
	for _, ref := range pinned {
		require.NoError(b, c.p.Unpin(ref))
	}
}
