package tiers_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// instant is a storage that has every block, and does nothing.
type instant struct{}

func (instant) Probe(_ context.Context, keys []string, answer lookup.Answer) error {
	for i := range keys {
		answer.Post(i, lookup.VerdictHit)
	}
	return nil
}
func (instant) Load(context.Context, string, []byte) error                     { return nil }
func (instant) Store(context.Context, string, []byte) error                    { return nil }
func (instant) Test(context.Context) error                                     { return nil }
func (instant) Touch([]string)                                                 {}
func (instant) Changes(c []tiers.Change[string], _ int) []tiers.Change[string] { return c }
func (instant) Capabilities() tiers.Capabilities                               { return tiers.Capabilities{Medium: "none"} }
func (instant) Close(context.Context) error                                    { return nil }

// A bench is a tier at work: a request that hears hit for all its keys.
type bench struct {
	*tiers.Secondary[string, int]
	h       lookup.Handle
	keys    []string
	blocks  []tiers.Block[string]
	results []tiers.Result[string]
	now     time.Time
}

func newBench(tb testing.TB, keys int) *bench {
	b := &bench{now: time.Now()}
	var err error
	b.Secondary, err = tiers.New[string, int](instant{}, tiertest.NewSlots(keys, blockBytes), b.now, config{})
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, b.Shutdown(context.Background())) })
	for i := range keys {
		b.keys = append(b.keys, fmt.Sprint("key ", i))
	}
	b.blocks = blocks(0, b.keys...)
	b.h, err = b.Begin(1)
	require.NoError(tb, err)
	for !b.hit(tb) {
		b.EndStep(b.now, 1<<20)
		<-b.Wake()
		b.BeginStep(b.now, 1<<20)
	}
	return b
}

// hit reports whether the request hears hit for all of its keys.
func (b *bench) hit(tb testing.TB) bool {
	all := true
	for _, key := range b.keys {
		v, err := b.Lookup(b.h, key)
		require.NoError(tb, err)
		all = all && v == lookup.VerdictHit
	}
	return all
}

// ask is the hot path: resolved asks.
func (b *bench) ask(tb testing.TB) {
	for _, key := range b.keys {
		if v, err := b.Lookup(b.h, key); v != lookup.VerdictHit || err != nil {
			tb.Fatal(v, err)
		}
	}
}

// job loads and stores all keys, in jobs of so many blocks, and waits for the ends.
func (b *bench) job(tb testing.TB, each int) {
	jobs := 0
	for at := 0; at+each <= len(b.blocks); at += each {
		part := b.blocks[at : at+each]
		if _, err := b.SubmitLoad(b.h, part); err != nil {
			tb.Fatal(err)
		}
		if _, err := b.SubmitStore(part); err != nil {
			tb.Fatal(err)
		}
		jobs += 2
	}
	for jobs > 0 {
		<-b.Wake()
		b.BeginStep(b.now, 1<<20)
		b.results = b.Poll(b.results[:0])
		for _, r := range b.results {
			if r.Err != nil {
				tb.Fatal(r.Err)
			}
			jobs--
		}
		b.EndStep(b.now, 1<<20)
	}
}

// TestSteadyStateAllocatesNothing fails if the steps of a scheduler leave work to the garbage collector.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	b := newBench(t, 256)
	for range 20 { // until every list has the room that it needs
		b.job(t, 16)
	}
	require.Zero(t, testing.AllocsPerRun(50, func() { b.ask(t) }), "asks")
	require.Zero(t, testing.AllocsPerRun(50, func() {
		b.BeginStep(b.now, 1<<20)
		b.results = b.Poll(b.results[:0])
		b.EndStep(b.now, 1<<20)
	}), "a step in which nothing happens")
	require.Less(t, testing.AllocsPerRun(50, func() { b.job(t, 16) }), 1.0, "32 jobs of 16 blocks")
}

func BenchmarkLookup(b *testing.B) {
	tier := newBench(b, 1024)
	b.ReportAllocs()
	for b.Loop() {
		tier.ask(b)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/key")
}

func BenchmarkJobs(b *testing.B) {
	tier := newBench(b, 1024)
	b.ReportAllocs()
	for b.Loop() {
		tier.job(b, 16)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2048, "ns/block")
}
