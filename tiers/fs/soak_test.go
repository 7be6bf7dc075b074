package fs_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
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

// begin begins requests for blocks, of which some are wanted more often than others.
func (w *soak) begin() {
	for len(w.requests) < soakRequests {
		w.ids++
		h, err := w.tier.Begin(w.ids % 100) // ids return
		if errors.Is(err, lookup.ErrBegun) {
			return
		}
		require.NoError(w.t, err)
		r := &soakRequest{handle: h}
		first := uint64(w.r.IntN(soakKeys))
		if w.r.IntN(2) == 0 {
			first %= soakKeys / 16
		}
		for i := range uint64(1 + w.r.IntN(soakKeysEach)) {
			r.wants = append(r.wants, (first+i)%soakKeys)
		}
		w.requests = append(w.requests, r)
	}
}

// serve does what can be done for a request now.
func (w *soak) serve(r *soakRequest) {
	kept := r.wants[:0]
	for _, key := range r.wants {
		if !w.want(r, key) {
			kept = append(kept, key)
		}
	}
	r.wants = kept
}

// want reports whether the request has got the block.
func (w *soak) want(r *soakRequest, key uint64) bool {
	ref, pinned := w.pool.Pin(key)
	switch {
	case pinned:
		w.right(key, ref)
		require.NoError(w.t, w.pool.Unpin(ref))
		return true
	case !ref.None():
		return false // on its way
	}
	verdict, err := w.tier.Lookup(r.handle, key)
	require.NoError(w.t, err)
	switch verdict {
	case lookup.VerdictHit:
		return w.load(r, key)
	case lookup.VerdictMiss:
		return w.compute(key)
	}
	return false
}

// load begins to load a block. Without room it will be computed where nobody keeps it.
func (w *soak) load(r *soakRequest, key uint64) bool {
	refs, err := w.pool.Reserve([]uint64{key}, nil)
	if errors.Is(err, primary.ErrFull) {
		w.seen.Refused++
		return true
	}
	require.NoError(w.t, err)
	id, err := w.tier.SubmitLoad(r.handle, []tiers.Block[uint64]{{Key: key, Slot: refs[0].Slot()}})
	if err != nil {
		require.True(w.t, errors.Is(err, tiers.ErrNoHit) || errors.Is(err, tiers.ErrBusy), err)
		require.True(w.t, w.pool.Cancel(refs[0]))
		return false
	}
	require.NoError(w.t, w.pool.Send(refs[0]))
	w.jobs[id] = &soakJob{true, []uint64{key}, refs}
	return false
}

// compute makes a block and lets it go to the tier.
func (w *soak) compute(key uint64) bool {
	refs, err := w.pool.Write([]uint64{key}, nil)
	if errors.Is(err, primary.ErrFull) {
		w.seen.Refused++
		return true
	}
	require.NoError(w.t, err)
	w.seen.Computed++
	fillBlock(w.pool.Slot(refs[0].Slot()), key)
	readable, err := w.pool.Land(refs[0], true, 1)
	require.NoError(w.t, err)
	require.True(w.t, readable)
	id, err := w.tier.SubmitStore([]tiers.Block[uint64]{{Key: key, Slot: refs[0].Slot()}})
	if err != nil {
		require.ErrorIs(w.t, err, tiers.ErrBusy)
		require.NoError(w.t, w.pool.Unpin(refs[0]))
		return true
	}
	w.jobs[id] = &soakJob{false, []uint64{key}, refs}
	return true
}

// poll hears of jobs that ended.
func (w *soak) poll() {
	w.results = w.tier.Poll(w.results[:0])
	for _, result := range w.results {
		j := w.jobs[result.Job]
		require.NotNil(w.t, j, "a job is told once")
		for i, outcome := range result.Outcomes {
			if j.load && outcome == tiers.Failed {
				w.seen.FailedLoads++
			}
			if !result.Held {
				w.free(j, i, outcome == tiers.Arrived)
			}
		}
		if !result.Held {
			delete(w.jobs, result.Job)
		}
	}
	w.released = w.tier.Released(w.released[:0])
	for _, id := range w.released {
		j := w.jobs[id]
		require.NotNil(w.t, j, "a job is released once")
		for i := range j.refs {
			w.free(j, i, false)
		}
		delete(w.jobs, id)
	}
}

// free ends the use of a slot by a job.
func (w *soak) free(j *soakJob, i int, arrived bool) {
	if !j.load {
		require.NoError(w.t, w.pool.Unpin(j.refs[i]))
		return
	}
	if arrived {
		w.right(j.keys[i], j.refs[i])
		w.seen.LoadedRight++
	}
	_, err := w.pool.Land(j.refs[i], arrived, 0)
	require.NoError(w.t, err)
}

func (w *soak) right(key uint64, ref primary.Ref) {
	require.True(w.t, isBlock(w.pool.Slot(ref.Slot()), key), "%v holds something else than block %d", ref, key)
}

// disturb does, now and then, what nobody asked for.
func (w *soak) disturb() {
	switch w.r.IntN(64) {
	case 0, 1, 2, 3:
		w.abort(w.r.IntN(len(w.requests)))
	case 4, 5, 6, 7, 8, 9:
		w.spoil(uint64(w.r.IntN(soakKeys)))
	case 10:
		for id := range w.jobs {
			if err := w.tier.GiveUp(id); !errors.Is(err, tiers.ErrJob) {
				require.NoError(w.t, err)
				w.seen.GivenUp++
			}
			return
		}
	case 11:
		w.pool.Reset()
		w.seen.Resets++
	}
}

func (w *soak) abort(i int) {
	require.NoError(w.t, w.tier.Finish(w.requests[i].handle))
	w.requests[i] = w.requests[len(w.requests)-1]
	w.requests = w.requests[:len(w.requests)-1]
	w.seen.Aborted++
}

// spoil damages, cuts short or removes a file behind the tier's back.
func (w *soak) spoil(key uint64) {
	path := w.store.Path(key)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	w.seen.Spoilt++
	switch w.r.IntN(3) {
	case 0:
		err = f.Truncate(100)
	case 1:
		_, err = f.WriteAt([]byte("damaged"), 1000)
	case 2:
		if err = os.Remove(path); errors.Is(err, os.ErrNotExist) {
			err = nil
		}
	}
	require.NoError(w.t, err)
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

// fillBlock writes the block of a key, and isBlock knows it again.
func fillBlock(b []byte, key uint64) {
	for i := range b {
		b[i] = byte(key) ^ byte(key>>8)*3 ^ byte(i) ^ byte(i>>8)*5
	}
}

func isBlock(b []byte, key uint64) bool {
	for i := range b {
		if b[i] != byte(key)^byte(key>>8)*3^byte(i)^byte(i>>8)*5 {
			return false
		}
	}
	return true
}

func parseNumber(b []byte) (uint64, bool) {
	var key uint64
	for _, c := range b {
		key = key<<8 | uint64(c)
	}
	return key, len(b) == 8
}
