// Tests of a tier on a file system whose calls hang, or are slow. They need root and /dev/fuse. The tier's time does not
// pass by itself, so that a deadline is met where a test says so, and nowhere else.
package e2e

import (
	"context"
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// hang makes a call hang that is about the file of a key.
func hang(op faultfs.Op, e *engine, key string) faultfs.Fault {
	return faultfs.Fault{Op: op, Name: filepath.Base(e.store.Path(key)), Hang: true}
}

// behind is the path in the backing directory of a file of the mounted one.
func behind(t *testing.T, f *faultfs.FS, path string) string {
	t.Helper()
	rel, err := filepath.Rel(f.Dir(), path)
	require.NoError(t, err)
	return filepath.Join(f.Backing(), rel)
}

// others are keys, on other shards than the key's, that are there.
func others(e *engine, key string) (keys []string) {
	for n := 0; len(keys) < 8; n++ {
		other := fmt.Sprint("other", n)
		if filepath.Dir(e.store.Path(other)) != filepath.Dir(e.store.Path(key)) {
			keys = append(keys, other)
		}
	}
	e.put(keys...)
	return keys
}

// served requires that keys are: asked for, loaded, and stored.
func (e *engine) served(keys []string) {
	e.t.Helper()
	for n, key := range keys {
		e.get(key, 1+n)
		require.NoError(e.t, e.result(e.submitStore(key, 2, 1+n)).Err)
	}
}

// If a hung load held up others, or its slot were used again while it runs, one bad file would cost the tier, or a copy
// would land in somebody else's block.
func TestAHungLoad(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	for _, op := range []faultfs.Op{faultfs.Open, faultfs.Read, faultfs.Getattr} {
		t.Run(string(op), func(t *testing.T) {
			e.within(t)
			key := "loaded " + string(op)
			e.put(key)
			others := others(e, key)
			h := e.begin()
			require.Equal(t, lookup.VerdictHit, e.ask(h, key))
			f.Set(hang(op, e, key))
			job := e.submitLoad(h, key, 63)
			e.step()
			f.AwaitHung(1)
			e.served(others)

			e.pass(jobDeadline + 1)
			requireExpired(t, e.result(job), "load", key)
			require.Equal(t, lookup.VerdictMiss, e.hears(h, key), "a failed load is remembered")
			e.served(others)
			require.False(t, e.released[job], "the copy runs still")

			f.Clear()
			e.until(func() bool { return e.released[job] }, "the slot is released")
			e.finish(h)
			e.get(key, 63)
		})
	}
}

// requireExpired requires the result of a job that is past its deadline, and whose copy runs still.
func requireExpired(t *testing.T, r tiers.Result[string], op, key string) {
	t.Helper()
	require.ErrorIs(t, r.Err, tiers.ErrExpired)
	assert.ErrorContains(t, r.Err, "fs: "+op)
	assert.ErrorContains(t, r.Err, tiers.PrintKey(key))
	require.Equal(t, []tiers.Outcome{tiers.Failed}, r.Outcomes)
	require.True(t, r.Held)
}

// If a hung stat held up others, or an ask waited for it for ever, one bad file would cost every request.
func TestAHungStat(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	e.put("k")
	others := others(e, "k")
	f.Set(hang(faultfs.Lookup, e, "k"))
	h := e.begin()
	require.Equal(t, lookup.VerdictRetry, e.hears(h, "k"))
	e.step()
	f.AwaitHung(1)
	e.served(others)
	require.Equal(t, lookup.VerdictRetry, e.hears(h, "k"), "no time has passed")

	e.pass(askDeadline + 1)
	e.step()
	require.Equal(t, lookup.VerdictMiss, e.hears(h, "k"))
	newcomer := e.begin()
	require.Equal(t, lookup.VerdictRetry, e.hears(newcomer, "k"), "it shares the probe")
	e.step()
	require.Equal(t, 1, f.Met())
	e.served(others)

	f.Clear()
	require.Equal(t, lookup.VerdictHit, e.ask(newcomer, "k"), "the late answer serves who still waits")
	require.Equal(t, lookup.VerdictMiss, e.hears(h, "k"), "a miss sticks")
	e.finish(h)
	e.finish(newcomer)
	e.get("k", 0)
}

// If a store that hangs where it becomes visible held up others, or were visible before, one bad directory would cost the
// tier.
func TestAHungStore(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	for _, op := range []faultfs.Op{faultfs.Create, faultfs.Write, faultfs.Flush, faultfs.Rename} {
		t.Run(string(op), func(t *testing.T) {
			e.within(t)
			key := "stored " + string(op)
			others := others(e, key)
			f.Set(faultfs.Fault{Op: op, Name: "t-*", Nth: 1, Hang: true})
			job := e.submitStore(key, 1, 63)
			e.step()
			f.AwaitHung(1)
			e.served(others)

			e.pass(jobDeadline + 1)
			requireExpired(t, e.result(job), "store", key)
			require.NoFileExists(t, behind(t, f, e.store.Path(key)), "it is not visible before it is there")
			require.False(t, e.released[job], "the copy runs still")

			f.Clear()
			e.until(func() bool { return e.released[job] }, "the slot is released")
			h := e.begin()
			if e.ask(h, key) == lookup.VerdictHit { // the call went through in the end: then the block is whole
				e.get(key, 62)
			}
			e.finish(h)
			require.NoError(t, e.result(e.submitStore(key, 2, 63)).Err)
			e.get(key, 62)
			require.Empty(t, temporary(t, f.Backing()))
		})
	}
}

// If a slow stat held up others, or were taken for a hung one, slow storage would be none.
func TestASlowStat(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	e.put("k")
	others := others(e, "k")
	slow := hang(faultfs.Lookup, e, "k")
	slow.Hang, slow.Delay = false, time.Second
	f.Set(slow)
	h := e.begin()
	require.Equal(t, lookup.VerdictRetry, e.hears(h, "k"))
	e.step()
	e.get(others[0], 0)
	require.Equal(t, lookup.VerdictRetry, e.hears(h, "k"), "another one was looked up, and loaded, meanwhile")
	require.Equal(t, lookup.VerdictHit, e.ask(h, "k"))
	e.finish(h)
	e.get("k", 0)
}

// If a shutdown waited for a hung call, a process on a dead mount could not end.
func TestShutdownOnAHungMount(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	e.put("k")
	h := e.begin()
	require.Equal(t, lookup.VerdictHit, e.ask(h, "k"))
	f.Set(hang(faultfs.Read, e, "k"))
	job := e.submitLoad(h, "k", 0)
	e.step()
	f.AwaitHung(1)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	err := e.tier.Shutdown(ctx)
	require.ErrorIs(t, err, tiers.ErrStuck)
	require.ErrorContains(t, err, `load of "k"`)
	require.Equal(t, lookup.VerdictMiss, e.hears(h, "k"), "an ask is answered at once")
	_, err = e.tier.SubmitStore([]tiers.Block[string]{{Key: "k", Slot: 1}})
	require.ErrorIs(t, err, tiers.ErrClosed)

	f.Clear()
	ctx, cancel = context.WithTimeout(context.Background(), patience)
	defer cancel()
	require.NoError(t, e.tier.Shutdown(ctx), "and again, when the call has ended")
	e.step()
	require.Contains(t, e.results, job)
	require.False(t, e.results[job].Held && !e.released[job])
}

// If what a failed store could not remove stayed for ever, or held the job up, a moment of trouble would cost the room.
func TestALeftoverIsRemovedLater(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	for _, op := range []faultfs.Op{faultfs.Setattr, faultfs.Write, faultfs.Flush, faultfs.Rename} {
		t.Run(string(op), func(t *testing.T) {
			e.within(t)
			f.Set(failing(syscall.EIO, op, faultfs.Unlink)...)
			r := e.result(e.submitStore("k", 1, 0))
			require.ErrorIs(t, r.Err, syscall.EIO)
			require.False(t, r.Held)
			require.Len(t, temporary(t, f.Backing()), 1)

			f.Clear()
			e.until(func() bool { e.pass(time.Second); return len(temporary(t, f.Backing())) == 0 }, "it is removed")
			require.Zero(t, e.tier.Stats().Forsaken)
			e.put("k")
			e.get("k", 0)
		})
	}
}

// If a storage that goes away for good took the engine with it, or left anybody without an answer, a cache would be worth
// less than none.
func TestAMountThatDies(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	e.put("k", "other")
	h := e.begin()
	require.Equal(t, lookup.VerdictHit, e.ask(h, "k"))
	f.Set(hang(faultfs.Read, e, "k"))
	job := e.submitLoad(h, "k", 63)
	e.step()
	f.AwaitHung(1)

	f.Die()
	r := e.result(job)
	requireError(t, r.Err, "load", "k", syscall.ECONNABORTED)
	require.False(t, r.Held)
	newcomer := e.begin()
	require.Equal(t, lookup.VerdictMiss, e.ask(newcomer, "other"))
	r = e.result(e.submitStore("new", 1, 0))
	requireError(t, r.Err, "store", "new", syscall.ENOTCONN)
	require.NoError(t, e.tier.Ready(), "it fails, but nothing is stuck")
	e.finish(h)
	e.finish(newcomer)
}
