package tiers_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// TestShutdownIsBounded fails if a storage that does not close keeps a process from ending, or is closed twice, or what was
// stored at last is not told.
func TestShutdownIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events []string
		s := newStand(t, config{Events: func(e tiers.Event[string]) { events = append(events, slices.Clone(e.Keys)...) }})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpClose, Hung: true})
		_, err := s.SubmitStore(blocks(0, "a"))
		require.NoError(t, err)
		synctest.Wait()
		for range 2 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			began := time.Now()
			err = s.Shutdown(ctx)
			cancel()
			require.Equal(t, time.Second, time.Since(began))
			require.ErrorIs(t, err, tiers.ErrStuck)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.ErrorContains(t, err, "disk: shutdown: storage")
		}
		require.Equal(t, []string{"a"}, events)
		s.faulty.Release()
		require.NoError(t, s.Shutdown(t.Context()))
		require.NoError(t, s.Shutdown(t.Context()))
		require.Equal(t, 1, s.faulty.Calls(tiertest.OpClose).Begun)
		require.Len(t, s.Poll(nil), 1)
	})
}

// A rewriter is a storage in which more has changed than is told at a time.
type rewriter struct {
	tiers.Backend[string]
	left int
}

func (r *rewriter) Changes(into []tiers.Change[string], budget int) []tiers.Change[string] {
	for ; r.left > 0 && budget > 0; budget-- {
		into = append(into, tiers.Change[string]{Key: "a", There: true})
		r.left--
	}
	return into
}

// TestShutdownTellsAllChanges fails if what has changed before a shutdown is told in part only.
func TestShutdownTellsAllChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const changes = 200_000
		heard := 0
		storage := &rewriter{tiertest.NewMemory[string](blockBytes, 1), changes}
		tier, err := tiers.New(storage, tiertest.NewSlots(1, blockBytes), time.Now(),
			config{Events: func(e tiers.Event[string]) { heard += len(e.Keys) }})
		require.NoError(t, err)
		require.NoError(t, tier.Shutdown(t.Context()))
		require.Equal(t, changes, heard)
	})
}

// A slowpoke is a storage whose Close fails when its time is over, but only once it is let.
type slowpoke struct {
	tiers.Backend[string]
	let chan struct{}
}

func (s *slowpoke) Close(ctx context.Context) error {
	<-s.let
	return ctx.Err()
}

// TestShutdownHasItsOwnTime fails if a shutdown fails because the time of an earlier one is over, whose call it has found
// under way.
func TestShutdownHasItsOwnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage := &slowpoke{tiertest.NewMemory[string](blockBytes, 1), make(chan struct{})}
		tier, err := tiers.New(storage, tiertest.NewSlots(1, blockBytes), time.Now(), config{})
		require.NoError(t, err)
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, tier.Shutdown(soon), tiers.ErrStuck)
		time.AfterFunc(time.Second, func() { close(storage.let) })
		require.NoError(t, tier.Shutdown(t.Context()))
	})
}

// TestShutdownTriesAStorageAgain fails if a storage that failed to close stays open for ever, or its failure is lost.
func TestShutdownTriesAStorageAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpClose, Nth: 1, Err: errIO}, tiertest.Fault[string]{Op: tiertest.OpClose, Nth: 2, Panic: "nil map"})
		require.ErrorIs(t, s.Shutdown(t.Context()), errIO)
		require.ErrorIs(t, s.Shutdown(t.Context()), tiers.ErrPanic)
		require.NoError(t, s.Shutdown(t.Context()))
	})
}

// TestShutdownReachesEveryPart fails if a part that is stuck keeps another one open, or goes unnamed.
func TestShutdownReachesEveryPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		s.store("a")
		h := s.ask(1, "a")
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpLoad, Hung: true}, tiertest.Fault[string]{Op: tiertest.OpProbe, Hung: true})
		_, err := s.SubmitLoad(h, blocks(0, "a"))
		require.NoError(t, err)
		_, err = s.Lookup(h, "b")
		require.NoError(t, err)
		s.step(100)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err = s.Shutdown(ctx)
		for _, part := range []string{"lookups: ", "jobs: "} {
			assert.ErrorContains(t, err, part)
		}
		assert.ErrorContains(t, err, `from "b" on`, "the key that is probed")
		assert.ErrorContains(t, err, `load of "a" for`)
		synctest.Wait()
		assert.Equal(t, 1, s.faulty.Calls(tiertest.OpClose).Begun, "the storage was closed all the same")
	})
}
