package job

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
)

// A bench is a manager whose movers move nothing: what is measured is what a job costs beside its copies.
type bench struct {
	*Manager
	reports  []Report
	releases []Release
}

func (*bench) Move(context.Context, ID, int) error { return nil }

var bootTime = time.Now()

func newBench(tb testing.TB, config Config) *bench {
	m, err := New(bootTime, config)
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, m.Close(context.Background())) })
	return &bench{Manager: m}
}

// cycle submits jobs and waits until all are reported.
func (b *bench) cycle(tb testing.TB, jobs, blocks int) {
	for range jobs {
		if _, err := b.Submit(Read, blocks, b); err != nil {
			tb.Fatal(err)
		}
	}
	for told := 0; told < jobs; {
		<-b.Wake()
		b.reports = b.Poll(b.reports[:0])
		b.releases = b.Released(b.releases[:0])
		for i := range b.reports {
			if b.reports[i].Err != nil {
				tb.Fatal(b.reports[i].Err)
			}
		}
		told += len(b.reports)
	}
	b.Tick(bootTime)
}

// TestSteadyStateAllocatesNothing fails if a job leaves work to the garbage collector, on the scheduler's side or on the
// workers'.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	b := newBench(t, Config{})
	for range 500 { // until every list and every record has the room it needs
		b.cycle(t, 32, 64)
	}
	for _, blocks := range []int{0, 1, 64} {
		require.Zero(t, testing.AllocsPerRun(200, func() { b.cycle(t, 8, blocks) }), "%d blocks", blocks)
	}
	require.Zero(t, testing.AllocsPerRun(200, func() {
		b.Tick(bootTime)
		b.reports = b.Poll(b.reports[:0])
	}), "a step in which nothing happens")
	require.Zero(t, b.Stats().Rejected)
}

// BenchmarkJob measures a job from its submission to its report: alone, which is what a caller waits at least, and among
// others, which is what one costs.
func BenchmarkJob(b *testing.B) {
	for _, blocks := range []int{1, 64} {
		for _, jobs := range []int{1, 64} {
			b.Run(fmt.Sprintf("blocks=%d/together=%d", blocks, jobs), func(b *testing.B) {
				m := newBench(b, Config{})
				m.cycle(b, jobs, blocks)
				b.ReportAllocs()
				b.ResetTimer()
				for i := 0; i < b.N; i += jobs {
					m.cycle(b, jobs, blocks)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*blocks), "ns/block")
			})
		}
	}
}
