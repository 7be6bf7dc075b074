package fs_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers/fs"
)

func numbered(blockBytes int) fs.Config[uint64] {
	return fs.Config[uint64]{BlockBytes: blockBytes, AppendKey: binary.BigEndian.AppendUint64}
}

var sizes = []int{256 << 10, 1 << 20}

func BenchmarkStore(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			s := open(b, b.TempDir(), numbered(size))
			slot := fs.Aligned(size)
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				require.NoError(b, s.Store(b.Context(), uint64(i%1024), slot))
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			s := open(b, b.TempDir(), numbered(size))
			slot := fs.Aligned(size)
			const blocks = 128
			for i := range blocks {
				require.NoError(b, s.Store(b.Context(), uint64(i), slot))
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				require.NoError(b, s.Load(b.Context(), uint64(i%blocks), slot))
			}
		})
	}
}

// BenchmarkProbe looks at half of a batch in vain.
func BenchmarkProbe(b *testing.B) {
	const batch = 4096
	s := open(b, b.TempDir(), numbered(1))
	keys := make([]uint64, batch)
	for i := range keys {
		keys[i] = uint64(i)
		if i%2 == 0 {
			require.NoError(b, s.Store(b.Context(), keys[i], []byte{1}))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, s.Probe(context.Background(), keys, lookup.Answer{}))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/key")
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	open(b, dir, numbered(1))
	for b.Loop() {
		s, err := fs.Open(dir, numbered(1))
		require.NoError(b, err)
		require.NoError(b, s.Close(b.Context()))
	}
}
