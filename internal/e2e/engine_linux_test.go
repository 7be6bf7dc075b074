package e2e

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// Limits of the tiers here. Time is the engine's: none of it passes unless a test says so.
const (
	slots        = 64
	askDeadline  = time.Second
	callDeadline = 5 * time.Second
	jobDeadline  = 30 * time.Second
	testEvery    = time.Second
	workers      = 4 // of lookups, and as many of jobs
	mostStuck    = 64

	plenty = 1 << 20 // more than there is to do in a step
	// patience is how long something may take, in time as it is, that nothing holds up.
	patience = 30 * time.Second
)

// An engine plays the scheduler of one tier, in time of its own.
type engine struct {
	t      *testing.T
	tier   tiers.Tier[string, int]
	store  *fs.Store[string]
	memory *tiertest.Slots
	now    time.Time

	requests int
	results  map[tiers.JobID]tiers.Result[string]
	released map[tiers.JobID]bool
}

// newEngine opens a tier on the file system. At the end of the test, when no faults are left, it is shut down.
func newEngine(t *testing.T, f *faultfs.FS) *engine {
	t.Helper()
	e := &engine{
		t: t, memory: tiertest.NewSlots(slots, blockBytes), now: time.Now(),
		results: map[tiers.JobID]tiers.Result[string]{}, released: map[tiers.JobID]bool{},
	}
	var err error
	e.store, err = fs.Open(f.Dir(), config())
	require.NoError(t, err)
	e.tier, err = tiers.New[string, int](e.store, e.memory, e.now, tierConfig())
	require.NoError(t, err)
	t.Cleanup(func() {
		f.Clear()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		require.NoError(t, e.tier.Shutdown(ctx))
	})
	return e
}

// within makes the engine one of a part of its test, until that part ends.
func (e *engine) within(t *testing.T) {
	whole := e.t
	e.t = t
	t.Cleanup(func() { e.t = whole })
}

// pass lets time pass.
func (e *engine) pass(d time.Duration) { e.now = e.now.Add(d) }

// step ends a step and begins the next.
func (e *engine) step() {
	e.t.Helper()
	e.tier.EndStep(e.now, plenty)
	e.tier.BeginStep(e.now, plenty)
	for _, r := range e.tier.Poll(nil) {
		_, again := e.results[r.Job]
		require.False(e.t, again, "%v is reported twice", r.Job)
		r.Blocks, r.Outcomes = slices.Clone(r.Blocks), slices.Clone(r.Outcomes)
		e.results[r.Job] = r
	}
	for _, job := range e.tier.Released(nil) {
		require.True(e.t, e.results[job].Held, "%v is released, and was not held", job)
		require.False(e.t, e.released[job], "%v is released twice", job)
		e.released[job] = true
	}
}

// until steps until ok.
func (e *engine) until(ok func() bool, what ...any) {
	e.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	beat := time.NewTicker(time.Millisecond) // what nobody is woken for, such as the end of a test
	defer beat.Stop()
	for e.step(); !ok(); e.step() {
		select {
		case <-e.tier.Wake():
		case <-beat.C:
		case <-late.C:
			require.Fail(e.t, "it never came", what...)
		}
	}
}

func (e *engine) begin() lookup.Handle {
	e.t.Helper()
	e.requests++
	h, err := e.tier.Begin(e.requests)
	require.NoError(e.t, err)
	return h
}

func (e *engine) finish(h lookup.Handle) {
	e.t.Helper()
	require.NoError(e.t, e.tier.Finish(h))
}

// hears is what the request hears now.
func (e *engine) hears(h lookup.Handle, key string) lookup.Verdict {
	e.t.Helper()
	v, err := e.tier.Lookup(h, key)
	require.NoError(e.t, err)
	return v
}

// ask is what the request hears in the end.
func (e *engine) ask(h lookup.Handle, key string) (v lookup.Verdict) {
	e.t.Helper()
	e.until(func() bool { v = e.hears(h, key); return v != lookup.VerdictRetry }, key)
	return v
}

// submitStore starts a store of a version of the key, from the slot.
func (e *engine) submitStore(key string, v uint64, slot int) tiers.JobID {
	e.t.Helper()
	fill(e.memory.Slot(slot), key, v)
	job, err := e.tier.SubmitStore([]tiers.Block[string]{{Key: key, Slot: slot}})
	require.NoError(e.t, err)
	return job
}

// submitLoad starts a load of a key that is a hit for the request.
func (e *engine) submitLoad(h lookup.Handle, key string, slot int) tiers.JobID {
	e.t.Helper()
	job, err := e.tier.SubmitLoad(h, []tiers.Block[string]{{Key: key, Slot: slot}})
	require.NoError(e.t, err)
	return job
}

// result is the end of the job.
func (e *engine) result(job tiers.JobID) (r tiers.Result[string]) {
	e.t.Helper()
	e.until(func() bool { var ok bool; r, ok = e.results[job]; return ok }, job)
	return r
}

// put stores version 1 of each key.
func (e *engine) put(keys ...string) {
	e.t.Helper()
	for _, key := range keys {
		require.NoError(e.t, e.result(e.submitStore(key, 1, 0)).Err)
	}
}

// get asks for the key as a new request, loads it, and compares: it is served.
func (e *engine) get(key string, slot int) {
	e.t.Helper()
	h := e.begin()
	defer e.finish(h)
	require.Equal(e.t, lookup.VerdictHit, e.ask(h, key), key)
	clear(e.memory.Slot(slot))
	r := e.result(e.submitLoad(h, key, slot))
	require.NoError(e.t, r.Err)
	require.Equal(e.t, []tiers.Outcome{tiers.Arrived}, r.Outcomes)
	_, err := version(e.memory.Slot(slot), key)
	require.NoError(e.t, err)
}

func tierConfig() tiers.Config[string, int] {
	return tiers.Config[string, int]{
		Name:    "fs",
		Lookups: lookup.Config[string, int]{Deadline: askDeadline, ProbeDeadline: callDeadline, Workers: workers},
		Jobs:    job.Config{Deadline: jobDeadline, CallDeadline: callDeadline, Workers: workers},
		Health:  health.Config{Bound: mostStuck, TestEvery: testEvery, TestDeadline: callDeadline},
	}
}
