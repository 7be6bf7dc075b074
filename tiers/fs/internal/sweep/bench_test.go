package sweep_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// benchFiles is how many files a round goes through.
const benchFiles = 10_000

func BenchmarkCount(b *testing.B) {
	y := benchYard(b)
	for b.Loop() {
		require.NoError(b, y.sweeper.Count(b.Context(), start))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchFiles, "ns/file")
}

func BenchmarkRound(b *testing.B) {
	y := benchYard(b)
	require.NoError(b, y.sweeper.Count(b.Context(), start))
	for b.Loop() {
		for ended := false; !ended; {
			var err error
			ended, err = y.sweeper.Step(start, 4096)
			require.NoError(b, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchFiles, "ns/file")
}

func benchYard(b *testing.B) *yard {
	y := newYard(b, benchFiles*blockBytes)
	for i := range benchFiles {
		y.block(fmt.Sprint(i), time.Duration(i)*time.Second)
	}
	return y
}
