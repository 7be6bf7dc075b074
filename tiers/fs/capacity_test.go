package fs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// bounded has room for so many blocks.
func bounded(blocks int) fs.Config[string] {
	config := stringKeys
	config.Capacity = int64(blocks) * blockBytes
	config.ParseKey = func(key []byte) (string, bool) { return string(key), true }
	return config
}

func store(t *testing.T, s *fs.Store[string], keys ...string) {
	t.Helper()
	for _, key := range keys {
		require.NoError(t, s.Store(t.Context(), key, block(len(key))))
	}
}

// has is which of the keys have blocks.
func has(t *testing.T, s *fs.Store[string], keys ...string) (there []string) {
	t.Helper()
	for _, key := range keys {
		if err := s.Load(t.Context(), key, make([]byte, blockBytes)); err == nil {
			there = append(there, key)
		} else {
			require.ErrorIs(t, err, tiers.ErrNotFound)
		}
	}
	return there
}

// TestChurnIsServed fails if a store is refused for want of room while room is being made: for the block that has just gone, or
// by what another store has sent away.
func TestChurnIsServed(t *testing.T) {
	const workers = 4
	s := open(t, newRoot(t), bounded(2*workers))
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := range 200 {
				key := fmt.Sprint((i*workers + w) % (4 * workers))
				assert.NoError(t, s.Store(t.Context(), key, block(1)))
			}
		})
	}
	all.Wait()
	require.Positive(t, s.Stats().Evicted)
	require.Zero(t, s.Stats().RefusedFull)
}

// TestCapacity fails if there are more bytes than there may be, if the wrong block goes, or if nobody is told.
func TestCapacity(t *testing.T) {
	dir := newRoot(t)
	s := open(t, dir, bounded(3))
	store(t, s, "a", "b", "c")
	require.Equal(t, []string{"a"}, has(t, s, "a")) // and used
	store(t, s, "d")
	onlyBlocks(t, dir, 3)
	s.Touch([]string{"c"})
	store(t, s, "e")
	require.Equal(t, []string{"c", "d", "e"}, has(t, s, "a", "b", "c", "d", "e"))
	var removed []string
	for _, change := range s.Changes(nil, 100) {
		if !change.There {
			removed = append(removed, change.Key)
		}
	}
	require.Equal(t, []string{"b", "a"}, removed)
	stats := s.Stats()
	assert.EqualValues(t, 2, stats.Evicted)
	assert.EqualValues(t, 3*blockBytes, stats.Bytes)
	assert.Zero(t, stats.Reserved)
	assert.True(t, stats.Leads)
}

// TestNothingGoesForAStoreThatCannotBe fails if a block has to go for a store that is over, or of the wrong size.
func TestNothingGoesForAStoreThatCannotBe(t *testing.T) {
	s := open(t, newRoot(t), bounded(1))
	store(t, s, "a")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Store(ended, "b", block(1)), context.Canceled)
	require.ErrorIs(t, s.Store(t.Context(), "b", block(1)[1:]), tiers.ErrSize)
	require.Equal(t, []string{"a"}, has(t, s, "a", "b"))
}

// TestCapacitySurvivesARestart fails if blocks from before do not count, or what was used last goes first.
func TestCapacitySurvivesARestart(t *testing.T) {
	dir := newRoot(t)
	first, err := fs.Open(dir, bounded(3))
	require.NoError(t, err)
	store(t, first, "a", "b", "c")
	for i, key := range []string{"b", "c", "a"} { // as they would have been used
		require.NoError(t, fs.Stamp(first, key, time.Now().Add(time.Duration(i-10)*time.Minute)))
	}
	require.NoError(t, first.Close(t.Context()))

	s := open(t, dir, bounded(3))
	require.EqualValues(t, 3*blockBytes, s.Stats().Bytes)
	store(t, s, "d", "e")
	require.Equal(t, []string{"a", "d", "e"}, has(t, s, "a", "b", "c", "d", "e"))
	onlyBlocks(t, dir, 3)
}

// TestBlockBeyondTheCapacity fails if a block that can never fit drives others out.
func TestBlockBeyondTheCapacity(t *testing.T) {
	dir := newRoot(t)
	config := bounded(1)
	config.Capacity--
	s := open(t, dir, config)
	require.ErrorIs(t, s.Store(t.Context(), "a", block(1)), tiers.ErrTooLarge)
	require.EqualValues(t, 1, s.Stats().RefusedTooLarge)
	onlyBlocks(t, dir, 0)
}

// TestBlockInUseIsNotRemoved fails if the file of a load that runs can go.
func TestBlockInUseIsNotRemoved(t *testing.T) {
	s := open(t, newRoot(t), bounded(1))
	store(t, s, "a")
	unpin := fs.Pin(s, "a")
	err := s.Store(t.Context(), "b", block(1))
	require.ErrorIs(t, err, tiers.ErrFull)
	unpin()
	store(t, s, "b")
	require.Equal(t, []string{"b"}, has(t, s, "a", "b"))
}

// TestOneOfSeveralBounds fails if two processes both remove, or none does once the first has gone.
func TestOneOfSeveralBounds(t *testing.T) {
	dir := newRoot(t)
	synctest.Test(t, func(t *testing.T) {
		leader := open(t, dir, bounded(2))
		follower, err := fs.Open(dir, bounded(2))
		require.NoError(t, err)
		defer func() { require.NoError(t, follower.Close(context.Background())) }()
		require.True(t, leader.Stats().Leads)
		require.False(t, follower.Stats().Leads)
		store(t, leader, "a", "b")
		store(t, follower, "c", "d", "e")
		onlyBlocks(t, dir, 5)

		tended := func() { time.Sleep(6 * time.Second); synctest.Wait() }
		for range 4 { // the books find what others stored within a round
			tended()
		}
		onlyBlocks(t, dir, 2)
		require.Zero(t, follower.Stats().Evicted)

		require.NoError(t, leader.Close(t.Context()))
		tended()
		require.True(t, follower.Stats().Leads)
		store(t, follower, "f", "g")
		onlyBlocks(t, dir, 2)
		require.Equal(t, []string{"f", "g"}, has(t, follower, "a", "b", "c", "d", "e", "f", "g"))
	})
}

// TestReadersForget fails if a process that reads what others store keeps a record of all that it has ever read, or nobody
// sees that it does not.
func TestReadersForget(t *testing.T) {
	dir := newRoot(t)
	leader, reader := open(t, dir, bounded(8)), open(t, dir, bounded(2))
	for i := range 8 {
		key := fmt.Sprint(i)
		store(t, leader, key)
		require.Equal(t, []string{key}, has(t, reader, key))
	}
	require.LessOrEqual(t, reader.Stats().Files, 3)
	require.GreaterOrEqual(t, reader.Stats().Forgotten, uint64(5))
	require.Zero(t, leader.Stats().Forgotten)
	onlyBlocks(t, dir, 8)
}

// TestBlocksThatCannotGoAreCounted fails if nobody sees that room could not be made.
func TestBlocksThatCannotGoAreCounted(t *testing.T) {
	s := open(t, newRoot(t), bounded(1))
	store(t, s, "a")
	require.NoError(t, os.Remove(s.Path("a")))
	require.NoError(t, os.Mkdir(s.Path("a"), 0o700))
	require.ErrorIs(t, s.Store(t.Context(), "b", block(1)), tiers.ErrForeign)
	require.Positive(t, s.Stats().Unremoved)
	require.DirExists(t, s.Path("a"))
	require.NoError(t, os.Remove(s.Path("a")))
}

// TestLostLeaseIsGivenUp fails if a process whose lease somebody has removed goes on removing beside the next one.
func TestLostLeaseIsGivenUp(t *testing.T) {
	dir := newRoot(t)
	synctest.Test(t, func(t *testing.T) {
		first := open(t, dir, bounded(2))
		time.Sleep(time.Second) // so that the other one tries after it
		second := open(t, dir, bounded(2))
		require.NoError(t, os.Remove(filepath.Join(filepath.Dir(manifestPath(first)), "lease")))
		for range 2 {
			time.Sleep(5 * time.Second)
			synctest.Wait()
		}
		require.NotEqual(t, first.Stats().Leads, second.Stats().Leads)
		leader, follower := first, second
		if second.Stats().Leads {
			leader, follower = second, first
		}
		evicted := follower.Stats().Evicted
		store(t, follower, "a", "b", "c", "d")
		require.Equal(t, evicted, follower.Stats().Evicted)
		onlyBlocks(t, dir, 4)
		for range 4 {
			time.Sleep(5 * time.Second)
			synctest.Wait()
		}
		require.EqualValues(t, 2, leader.Stats().Evicted)
		onlyBlocks(t, dir, 2)
	})
}

// TestUseIsWrittenDown fails if who counts the directory next does not learn which blocks were used.
func TestUseIsWrittenDown(t *testing.T) {
	dir := newRoot(t)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, dir, bounded(3))
		store(t, s, "loaded", "touched", "neither")
		for _, key := range []string{"loaded", "touched", "neither"} {
			require.NoError(t, fs.Stamp(s, key, time.Now())) // by the clock of the bubble
		}
		time.Sleep(time.Hour)
		require.Equal(t, []string{"loaded"}, has(t, s, "loaded"))
		s.Touch([]string{"touched", "nobody's"})
		synctest.Wait()
		for key, want := range map[string]bool{"loaded": true, "touched": true, "neither": false} {
			info, err := os.Stat(s.Path(key))
			require.NoError(t, err)
			require.Equal(t, want, info.ModTime().Equal(time.Now()), key)
		}
	})
}

// TestTenantsHaveTheirOwnRoom fails if one tenant's blocks can drive out another's, or be found by it.
func TestTenantsHaveTheirOwnRoom(t *testing.T) {
	dir := newRoot(t)
	ours, theirs := bounded(2), bounded(2)
	ours.Namespace.Salt, theirs.Namespace.Salt = tiers.NewSecret([]byte("ours")), tiers.NewSecret([]byte("theirs"))
	a, b := open(t, dir, ours), open(t, dir, theirs)
	store(t, a, "a", "b")
	for i := range 10 {
		store(t, b, fmt.Sprint(i))
	}
	require.Equal(t, []string{"a", "b"}, has(t, a, "a", "b", "9"))
	require.Empty(t, has(t, b, "a", "b"))
}

// TestProbeAllocatesNothing fails if looking many keys up costs memory for each.
func TestProbeAllocatesNothing(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("files are looked up by os.Root here")
	}
	s := open(t, newRoot(t), numbered(1))
	keys := make([]uint64, 512)
	for i := range keys {
		keys[i] = uint64(i)
		if i%2 == 0 {
			require.NoError(t, s.Store(t.Context(), keys[i], []byte{1}))
		}
	}
	before := s.Stats()
	allocs := testing.AllocsPerRun(10, func() {
		_ = s.Probe(context.Background(), keys, lookup.Answer{})
	})
	require.Positive(t, s.Stats().Hits-before.Hits)
	require.Positive(t, s.Stats().Misses-before.Misses)
	assert.LessOrEqual(t, allocs, 8.0, "for all of the batch")
}
