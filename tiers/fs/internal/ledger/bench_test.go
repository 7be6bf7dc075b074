package ledger

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/tiers"
)

// A benchBooks has n files whose keys have 32 bytes, as hashes of prefixes have, and is full.
func benchBooks(b testing.TB, n int) (*Ledger[[32]byte], []string, [][32]byte) {
	books, err := New(Config[[32]byte]{
		Capacity: int64(n),
		KeyOf:    func(key []byte) ([32]byte, bool) { return [32]byte(key), true },
	})
	require.NoError(b, err)
	books.Lead()
	books.Counted()
	names, keys := make([]string, n), make([][32]byte, n)
	for i := range names {
		binary.LittleEndian.PutUint64(keys[i][:], uint64(i)*0x9e3779b97f4a7c15)
		names[i] = tiers.Name(keys[i][:])
		r, err := books.Reserve(names[i], keys[i], 1, nil)
		require.NoError(b, err)
		books.Publish(r, time.Time{})
	}
	return books, names, keys
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			books, names, keys := benchBooks(b, n)
			b.ReportAllocs()
			for i := 0; b.Loop(); i = (i + 7919) % n {
				p, _ := books.Pin(names[i], keys[i])
				books.Found(p, 1, time.Time{})
			}
		})
	}
}

// BenchmarkStore is a store into a full directory: one file has to go.
func BenchmarkStore(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			books, names, keys := benchBooks(b, n+1)
			remove := func(string) error { return nil }
			r, _ := books.Reserve(names[0], keys[0], 2, remove)
			books.Fail(r)
			b.ReportAllocs()
			for i := 0; b.Loop(); i = (i + 1) % n {
				r, _ := books.Reserve(names[i], keys[i], 1, remove)
				books.Publish(r, time.Time{})
			}
		})
	}
}

func BenchmarkTouch(b *testing.B) {
	books, names, _ := benchBooks(b, 1_000_000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i = (i + 7919) % len(names) {
		books.Touch(names[i], time.Time{})
	}
}

// TestBytesPerFile fails if the books of a million files would not fit, or if their size depends on what happened before.
func TestBytesPerFile(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector has its own idea of memory")
	}
	const n = 200_000
	names := make([]string, n)
	for i := range names {
		names[i] = tiers.Name(binary.LittleEndian.AppendUint64(nil, uint64(i)))
	}
	before := heap()
	books, err := New(Config[[32]byte]{Capacity: n, MostChanges: 1, KeyOf: func([]byte) (k [32]byte, ok bool) { return k, true }})
	require.NoError(t, err)
	for range 3 { // what goes makes room for what comes
		for _, name := range names {
			r, err := books.Reserve(name, [32]byte{}, 1, nil)
			require.NoError(t, err)
			books.Publish(r, time.Time{})
		}
	}
	perFile := (heap() - before) / n
	t.Logf("%d bytes a file", perFile)
	require.Less(t, perFile, uint64(160))
	runtime.KeepAlive(books)
	runtime.KeepAlive(names) // they count before and after
}

func heap() uint64 {
	runtime.GC() // twice: what the first one finds the second one has swept
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
