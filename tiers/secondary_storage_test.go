package tiers_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// TestBudgetsBoundAStep fails if a step does more than it may, or does not say that something is left.
func TestBudgetsBoundAStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		h, err := s.Begin(1)
		require.NoError(t, err)
		for i := range 5 {
			_, err := s.Lookup(h, fmt.Sprint(i))
			require.NoError(t, err)
		}
		require.True(t, s.EndStep(time.Now(), 2))
		synctest.Wait()
		require.Equal(t, 1, s.faulty.Calls(tiertest.OpProbe).Begun)
		require.True(t, s.EndStep(time.Now(), 2))
		require.False(t, s.EndStep(time.Now(), 2))
		synctest.Wait()
		require.True(t, s.BeginStep(time.Now(), 3))
		require.False(t, s.BeginStep(time.Now(), 3))
		for i := range 5 {
			v, err := s.Lookup(h, fmt.Sprint(i))
			require.NoError(t, err)
			require.Equal(t, lookup.VerdictMiss, v)
		}
	})
}

// TestErrorsOfStorageAreSaidOnce fails if an error of the storage does not carry the name of the tier, or says it all twice.
func TestErrorsOfStorageAreSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		s.store("a")
		h := s.ask(1, "a")
		s.memory.Lose("a")
		_, err := s.SubmitLoad(h, blocks(0, "a"))
		require.NoError(t, err)
		s.step(100)
		results := s.Poll(nil)
		require.Len(t, results, 1)
		require.EqualError(t, results[0].Err, `disk: load of "a": tiers: no such block`)
	})
}

// TestKeysThatNothingFinds fails if a key gets into a job where nothing could find it again, or panics on the way.
func TestKeysThatNothingFinds(t *testing.T) {
	tier, err := tiers.New[any, int](tiertest.NewMemory[any](blockBytes, 1), tiertest.NewSlots(1, blockBytes), time.Now(),
		tiers.Config[any, int]{})
	require.NoError(t, err)
	for text, key := range map[string]any{"NaN": math.NaN(), "[7]": []int{7}} {
		_, err = tier.SubmitStore([]tiers.Block[any]{{Key: key}})
		require.ErrorIs(t, err, tiers.ErrKey)
		require.ErrorContains(t, err, `store of "`+text+`"`)
	}
	require.NoError(t, tier.Shutdown(t.Context()))
}

// TestTouchedBlocksStay fails if the storage does not hear what was used.
func TestTouchedBlocksStay(t *testing.T) {
	memory := tiertest.NewMemory[string](blockBytes, 2)
	tier, err := tiers.New[string, int](memory, tiertest.NewSlots(1, blockBytes), time.Now(), config{})
	require.NoError(t, err)
	for _, key := range []string{"a", "b"} {
		require.NoError(t, memory.Store(t.Context(), key, nobodys))
	}
	tier.Touch([]string{"a"})
	require.NoError(t, memory.Store(t.Context(), "c", nobodys))
	into := make([]byte, blockBytes)
	require.NoError(t, memory.Load(t.Context(), "a", into))
	require.ErrorIs(t, memory.Load(t.Context(), "b", into), tiers.ErrNotFound)
	require.NoError(t, tier.Shutdown(t.Context()))
}

// TestFailedProbesAreLogged fails if a storage that cannot be looked into fails unseen.
func TestFailedProbesAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpProbe, Err: errIO})
		s.ask(1, "a")
		require.Contains(t, s.log.String(), "disk: probe: input/output error")
		require.ErrorIs(t, s.Stats().Probes.Last, errIO)
	})
}

// departed is a storage that counts how often it is asked for changes once it is closed.
type departed struct {
	*tiertest.Memory[string]
	closed bool
	asked  int
}

func (d *departed) Close(ctx context.Context) error {
	d.closed = true
	return d.Memory.Close(ctx)
}

func (d *departed) Changes(into []tiers.Change[string], budget int) []tiers.Change[string] {
	if d.closed {
		d.asked++
	}
	return d.Memory.Changes(into, budget)
}

// TestStorageIsLeftAloneAfterItsEnd fails if a scheduler that goes on stepping a tier which is shut down calls its storage.
func TestStorageIsLeftAloneAfterItsEnd(t *testing.T) {
	storage := &departed{Memory: tiertest.NewMemory[string](blockBytes, 1)}
	tier, err := tiers.New[string, int](storage, tiertest.NewSlots(1, blockBytes), time.Now(), config{})
	require.NoError(t, err)
	require.NoError(t, tier.Shutdown(t.Context()))
	require.True(t, storage.closed)
	tier.BeginStep(time.Now(), 100)
	tier.EndStep(time.Now(), 100)
	require.NoError(t, tier.Shutdown(t.Context()))
	require.Zero(t, storage.asked)
}
