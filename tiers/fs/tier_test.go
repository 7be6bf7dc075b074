package fs_test

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// A rack is a tier over a directory, and memory for it.
type rack struct {
	t     *testing.T
	store *fs.Store[string]
	slots *tiertest.Slots
	tier  *tiers.Secondary[string, int]
}

// onRack runs a test of a tier that makes one copy at a time, so that blocks of a job end in their order.
func onRack(t *testing.T, config fs.Config[string], test func(*rack)) {
	dir := newRoot(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := fs.Open(dir, config)
		require.NoError(t, err)
		r := &rack{t: t, store: s, slots: tiertest.NewSlots(8, blockBytes)}
		r.tier, err = tiers.New[string, int](s, r.slots, time.Now(), tiers.Config[string, int]{Jobs: job.Config{Workers: 1}})
		require.NoError(t, err)
		test(r)
		require.NoError(t, r.tier.Shutdown(t.Context()))
	})
}

func (r *rack) step() {
	r.tier.EndStep(time.Now(), 100)
	synctest.Wait()
	r.tier.BeginStep(time.Now(), 100)
}

// move submits blocks, slots from 0, and returns the result.
func (r *rack) move(submit func([]tiers.Block[string]) (tiers.JobID, error), keys ...string) tiers.Result[string] {
	blocks := make([]tiers.Block[string], len(keys))
	for i, key := range keys {
		blocks[i] = tiers.Block[string]{Key: key, Slot: i}
	}
	_, err := submit(blocks)
	require.NoError(r.t, err)
	for range 100 {
		r.step()
		if results := r.tier.Poll(nil); len(results) > 0 {
			return results[0]
		}
	}
	require.FailNow(r.t, "the job does not end")
	return tiers.Result[string]{}
}

func (r *rack) stored(keys ...string) {
	for i := range keys {
		copy(r.slots.Slot(i), block(i))
	}
	require.NoError(r.t, r.move(r.tier.SubmitStore, keys...).Err)
}

// hears is what a request is told of keys, once they have been looked up.
func (r *rack) hears(h lookup.Handle, keys ...string) (verdicts []lookup.Verdict) {
	for range 2 {
		verdicts = verdicts[:0]
		for _, key := range keys {
			v, err := r.tier.Lookup(h, key)
			require.NoError(r.t, err)
			verdicts = append(verdicts, v)
		}
		r.step()
	}
	return verdicts
}

// oneBad stores three blocks, spoils the second, and loads them.
func oneBad(t *testing.T, config fs.Config[string], spoil func(path string) error, want error) {
	onRack(t, config, func(r *rack) {
		r.stored("a", "b", "c")
		h, err := r.tier.Begin(1)
		require.NoError(t, err)
		require.Equal(t, []lookup.Verdict{lookup.VerdictHit, lookup.VerdictHit, lookup.VerdictHit}, r.hears(h, "a", "b", "c"))
		probes := r.store.Stats().Hits + r.store.Stats().Misses + r.store.Stats().Wrong

		require.NoError(t, spoil(r.store.Path("b")))
		load := func(blocks []tiers.Block[string]) (tiers.JobID, error) { return r.tier.SubmitLoad(h, blocks) }
		result := r.move(load, "a", "b", "c")
		require.Equal(t, []tiers.Outcome{tiers.Arrived, tiers.Failed, tiers.Untried}, result.Outcomes)
		require.ErrorIs(t, result.Err, want)
		require.Equal(t, block(0), r.slots.Slot(0))
		require.NoFileExists(t, r.store.Path("b"))
		require.EqualValues(t, 1, r.store.Stats().Removed)

		require.Equal(t, []lookup.Verdict{lookup.VerdictHit, lookup.VerdictMiss, lookup.VerdictHit}, r.hears(h, "a", "b", "c"))
		stats := r.store.Stats()
		require.Equal(t, probes, stats.Hits+stats.Misses+stats.Wrong, "nothing was looked up again")
		require.NoError(t, r.tier.Finish(h))
	})
}

// TestTruncatedBlockIsAMiss fails if a request loads a block again that was cut short, or if its neighbours suffer.
func TestTruncatedBlockIsAMiss(t *testing.T) {
	oneBad(t, stringKeys, func(path string) error { return os.Truncate(path, blockBytes/2) }, tiers.ErrShort)
}

// TestFlippedByteIsAMiss fails if a request hears hit for a block that is damaged, or if its neighbours suffer.
func TestFlippedByteIsAMiss(t *testing.T) {
	config := stringKeys
	config.Checksum = true
	oneBad(t, config, func(path string) error { flip(t, path, blockBytes/2); return nil }, tiers.ErrCorrupt)
}
