package lookup

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A blockKey has the size of the digests that name blocks.
type blockKey [16]byte

func blockKeys(n int) []blockKey {
	keys := make([]blockKey, n)
	for i := range keys {
		binary.LittleEndian.PutUint64(keys[i][:], uint64(i)*0x9E3779B97F4A7C15)
		binary.LittleEndian.PutUint64(keys[i][8:], uint64(i))
	}
	return keys
}

// oneByOne finds every key without delay.
func oneByOne(_ context.Context, keys []blockKey, answer Answer) error {
	for i := range keys {
		answer.Post(i, VerdictHit)
	}
	return nil
}

// together likewise, and says so of all keys of a call at once.
func together(_ context.Context, keys []blockKey, answer Answer) error {
	answer.PostAll(allHits[:len(keys)])
	return nil
}

var allHits = slices.Repeat([]Verdict{VerdictHit}, DefaultBatch)

var bootTime = time.Unix(1_700_000_000, 0)

// A bench drives one manager through whole steps.
type bench struct {
	*Manager[blockKey, int]
	keys []blockKey
}

func newBench(tb testing.TB, n int) *bench { return newBenchOn(tb, oneByOne, n) }

func newBenchOn(tb testing.TB, prober ProberFunc[blockKey], n int) *bench {
	m, err := New(prober, bootTime, Config[blockKey, int]{})
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, m.Close(context.Background())) })
	return &bench{m, blockKeys(n)}
}

// begin begins a request that hears retry for every key.
func (b *bench) begin(tb testing.TB) Handle {
	h, err := b.Begin(1)
	require.NoError(tb, err)
	b.all(tb, h, VerdictRetry)
	return h
}

// all looks every key up and insists on one verdict.
func (b *bench) all(tb testing.TB, h Handle, want Verdict) {
	for _, k := range b.keys {
		if v, _, err := b.Lookup(h, k); v != want || err != nil {
			tb.Fatal(v, err)
		}
	}
}

// answer flushes and drains until every probe is answered.
func (b *bench) answer() {
	b.Flush(bootTime, len(b.keys))
	for left := len(b.keys); left > 0; left -= b.Drain(left) {
		<-b.Wake()
	}
}

// cycle is the whole life of a request that holds every key.
func (b *bench) cycle(tb testing.TB) {
	h := b.begin(tb)
	b.answer()
	b.all(tb, h, VerdictHit)
	require.NoError(tb, b.Cleanup(h))
}

func BenchmarkResolved(b *testing.B) {
	for _, n := range []int{64, 4096, 65536} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := newBench(b, n)
			h := m.begin(b)
			m.answer()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i == n {
					i = 0
				}
				if v, _, _ := m.Lookup(h, m.keys[i]); v != VerdictHit {
					b.Fatal(v)
				}
			}
		})
	}
}

func BenchmarkCycle(b *testing.B) {
	for _, n := range []int{1, 64, 4096} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { newBench(b, n).cycles(b) })
	}
	b.Run("4096 together", func(b *testing.B) { newBenchOn(b, together, 4096).cycles(b) })
}

func (b *bench) cycles(tb *testing.B) {
	b.cycle(tb)
	tb.ReportAllocs()
	for tb.Loop() {
		b.cycle(tb)
	}
}

func BenchmarkCleanup(b *testing.B) {
	m := newBench(b, 4096)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		h := m.begin(b)
		m.answer()
		b.StartTimer()
		if err := m.Cleanup(h); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMarkMiss(b *testing.B) {
	m := newBench(b, 4096)
	h := m.begin(b)
	m.answer()
	started := make([]Generation, len(m.keys))
	for i, k := range m.keys {
		started[i], _, _ = m.Load(h, k)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i == len(started) {
			i = 0
		}
		if _, err := m.MarkMiss(m.keys[i], started[i]); err != nil {
			b.Fatal(err)
		}
	}
}
