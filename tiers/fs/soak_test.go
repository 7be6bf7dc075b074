package fs_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/primary"
)

var soakFor = flag.Duration("soak", 2*time.Second, "how long TestSoak runs")

// TestSoak fails if what a tier holds grows with the requests that it has served, if any of it is left when they are gone,
// or if a block that was loaded is not the one that was stored, whatever requests, storage and scheduler do meanwhile.
func TestSoak(t *testing.T) {
	w := newSoak(t)
	w.runFor(*soakFor / 4) // until every queue and pool has its size
	before := weigh()
	w.runFor(*soakFor - *soakFor/4)
	w.settle()
	after := weigh()

	assert.LessOrEqual(t, after.heap, before.heap+8<<20, "bytes of heap, %d steps", w.steps)
	assert.LessOrEqual(t, after.goroutines, before.goroutines+4, "goroutines")
	assert.LessOrEqual(t, after.threads, before.threads+8, "threads")
	w.end()
	t.Logf("%d steps: %+v\n%+v\n%+v", w.steps, w.seen, w.store.Stats(), w.tier.Stats())
}

// weight is what must not grow.
type weight struct {
	heap                uint64
	goroutines, threads int
}

func weigh() weight {
	runtime.GC()
	runtime.GC() // pools are emptied by the second one
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return weight{m.HeapAlloc, runtime.NumGoroutine(), pprof.Lookup("threadcreate").Count()}
}

const (
	soakKeys     = 512
	soakSlots    = 192
	soakFiles    = 160 // that there is room for: fewer than keys
	soakRequests = 24
	soakKeysEach = 8
)

// A soak is a scheduler with a tier, and a world that disturbs it.
type soak struct {
	t     *testing.T
	r     *rand.Rand
	store *fs.Store[uint64]
	pool  *primary.Pool[uint64]
	tier  *tiers.Secondary[uint64, int]

	requests []*soakRequest
	jobs     map[tiers.JobID]*soakJob
	ids      int
	steps    int
	results  []tiers.Result[uint64]
	released []tiers.JobID
	seen     soakSeen
}

// soakSeen counts what a soak must have met to say anything.
type soakSeen struct {
	Served, Computed, Aborted, Resets, GivenUp, LoadedRight, FailedLoads, Spoilt, Refused int
}

// A soakRequest wants some blocks, each of which is wanted until it was read or computed.
type soakRequest struct {
	handle lookup.Handle
	wants  []uint64
}

// A soakJob is a job that was not told to have ended for good.
type soakJob struct {
	load bool
	keys []uint64
	refs []primary.Ref
}

func newSoak(t *testing.T) *soak {
	config := numbered(64 << 10)
	config.Capacity, config.Checksum = soakFiles*(64<<10+4096), true
	config.ParseKey = parseNumber
	dir := newRoot(t)
	store, err := fs.Open(dir, config)
	require.NoError(t, err)
	pool, err := primary.New[uint64](primary.Config[uint64]{Slots: soakSlots, SlotBytes: config.BlockBytes})
	require.NoError(t, err)
	tier, err := tiers.New[uint64, int](store, pool, time.Now(), tiers.Config[uint64, int]{
		Lookups: lookup.Config[uint64, int]{MissAge: 100 * time.Millisecond},
		Jobs:    job.Config{Workers: 4},
	})
	require.NoError(t, err)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return &soak{t: t, r: rand.New(rand.NewPCG(seed, 0)), store: store, pool: pool, tier: tier, jobs: map[tiers.JobID]*soakJob{}}
}

func (w *soak) runFor(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		w.step(true)
	}
}

// step is one step of the scheduler. Nothing new is begun if it is not to go on.
func (w *soak) step(goOn bool) {
	w.steps++
	w.tier.BeginStep(time.Now(), 1<<10)
	w.poll()
	if goOn {
		w.begin()
		w.disturb()
	}
	kept := w.requests[:0]
	for _, r := range w.requests {
		if w.serve(r); len(r.wants) > 0 {
			kept = append(kept, r)
			continue
		}
		w.seen.Served++
		require.NoError(w.t, w.tier.Finish(r.handle))
	}
	clear(w.requests[len(kept):])
	w.requests = kept
	if more := w.tier.EndStep(time.Now(), 1<<10); !more {
		select {
		case <-w.tier.Wake():
		case <-time.After(time.Millisecond):
		}
	}
}

// settle ends all requests and waits for all jobs.
func (w *soak) settle() {
	for len(w.requests) > 0 {
		w.abort(0)
	}
	for deadline := time.Now().Add(time.Minute); len(w.jobs) > 0 || w.tier.Stats().Keys > 0; {
		w.step(false)
		require.True(w.t, time.Now().Before(deadline), "%d jobs, %+v", len(w.jobs), w.tier.Stats())
	}
}

// end shuts everything down and looks for what is left.
func (w *soak) end() {
	t := w.t
	s := w.tier.Stats()
	require.Zero(t, s.Requests+s.Keys+s.Jobs+s.Held+s.Stuck, "%+v", s)
	require.Zero(t, w.pool.Stats().InUse())
	require.Zero(t, w.pool.Stats().Rejected)
	require.NoError(t, w.tier.Shutdown(context.Background()))
	require.NoError(t, w.pool.Close(context.Background(), nil))
	stats := w.store.Stats()
	require.Zero(t, stats.Reserved)
	require.LessOrEqual(t, stats.Files, soakFiles)
	require.Zero(t, stats.DroppedChanges)

	require.Positive(t, min(w.seen.Served, w.seen.Computed, w.seen.LoadedRight, w.seen.Aborted), "%+v", w.seen)
	if *soakFor >= 30*time.Second { // rare on a busy machine
		require.Positive(t, min(w.seen.Resets, w.seen.GivenUp, w.seen.FailedLoads, w.seen.Spoilt), "%+v", w.seen)
		require.Positive(t, stats.Evicted, "%+v", stats)
		require.Positive(t, stats.Short+stats.Corrupt, "%+v", stats)
	}
}
