package lookup

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
)

// TestSteadyStateAllocatesNothing fails if a scheduler's step leaves work to the garbage collector, on the scheduler's
// side or on the workers'.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	m := newBench(t, 1000)
	for range 20 { // until every list, table and batch has the room it needs
		m.cycle(t)
	}
	require.Zero(t, testing.AllocsPerRun(50, func() { m.cycle(t) }), "a whole cycle")

	h := m.begin(t)
	m.answer()
	require.Zero(t, testing.AllocsPerRun(50, func() { m.all(t, h, VerdictHit) }), "resolved lookups")

	into := make([]Verdict, 0, len(m.keys))
	require.Zero(t, testing.AllocsPerRun(50, func() {
		into, _ = m.LookupPrefix(h, m.keys, into[:0])
	}), "a prefix")
	require.Len(t, into, len(m.keys))

	require.Zero(t, testing.AllocsPerRun(50, func() {
		m.Drain(math.MaxInt)
		m.Flush(bootTime, math.MaxInt)
	}), "a step in which nothing happens")
	require.Zero(t, testing.AllocsPerRun(50, func() { m.loads(t, h) }), "loads, well and badly, and stores")
}

// TestAnswersTogetherAllocateNothing fails if a storage that answers many keys at once leaves work to the collector, or if
// its answers wake nobody: then the cycle does not end.
func TestAnswersTogetherAllocateNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	m := newBenchOn(t, together, 1000)
	for range 20 {
		m.cycle(t)
	}
	require.Zero(t, testing.AllocsPerRun(50, func() { m.cycle(t) }))
}

// loads starts a load of every key; some fail, all are stored again.
func (b *bench) loads(tb testing.TB, h Handle) {
	for i, k := range b.keys {
		g, started, err := b.Load(h, k)
		if err != nil || !started {
			tb.Fatal(started, err)
		}
		if i%2 == 0 {
			_, err = b.MarkMiss(k, g)
		} else {
			err = b.Loaded(h, k, g)
		}
		if err != nil {
			tb.Fatal(err)
		}
		b.Stored(k)
	}
}

// TestSharedKeysAllocateNothing fails if requests that share keys, whose holdings the cursor does not lead to, cost more
// than those that do not.
func TestSharedKeysAllocateNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	m := newBench(t, 500)
	h := m.begin(t)
	m.answer()
	share := func() {
		other, _ := m.Begin(2)
		for _, k := range m.keys {
			m.Lookup(other, k)
		}
		for i := len(m.keys) - 1; i >= 0; i-- { // against the order of the cursor
			if v, _, _ := m.Lookup(other, m.keys[i]); v != VerdictHit {
				t.Fatal(v)
			}
		}
		m.Cleanup(other)
	}
	require.Zero(t, testing.AllocsPerRun(20, share))
	m.all(t, h, VerdictHit)
}
