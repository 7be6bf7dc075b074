package sweep_test

import (
	"fmt"
	iofs "io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
	"github.com/genlock-go/genlock/tiers/fs/internal/sweep"
)

const blockBytes = 10

var start = time.Unix(1_700_000_000, 0)

// A yard is a directory with two shards, its books, and who sweeps it.
type yard struct {
	t       testing.TB
	dir     string
	books   *ledger.Ledger[string]
	sweeper *sweep.Sweeper
	shards  []*os.Root
	removed []string
}

func newYard(t testing.TB, capacity int64) *yard {
	y := &yard{t: t, dir: t.TempDir()}
	config := sweep.Config{
		Place:   y.root("."),
		ShardOf: shardOf,
		IsBlock: func(info iofs.FileInfo) bool { return info.Mode().IsRegular() && info.Size() == blockBytes },
		IsOurs:  func(iofs.FileInfo) bool { return true },
		InstanceOf: func(name string) (string, bool) {
			instance, ok := strings.CutPrefix(name, "t-")
			instance, _, _ = strings.Cut(instance, ".")
			return instance, ok
		},
	}
	for _, shard := range []string{"0", "1"} {
		require.NoError(t, os.Mkdir(filepath.Join(y.dir, shard), 0o700))
		config.Shards = append(config.Shards, y.root(shard))
	}
	var err error
	y.books, err = ledger.New(ledger.Config[string]{
		Capacity: capacity,
		KeyOf:    func(key []byte) (string, bool) { return string(key), true },
	})
	require.NoError(t, err)
	y.books.Lead()
	y.shards, config.Books = config.Shards, y.books
	y.sweeper, err = sweep.New(config)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, y.sweeper.Close()) })
	return y
}

func (y *yard) root(name string) *os.Root {
	root, err := os.OpenRoot(filepath.Join(y.dir, name))
	require.NoError(y.t, err)
	y.t.Cleanup(func() { _ = root.Close() })
	return root
}

func shardOf(name string) int { return int(name[len(name)-1]) % 2 }

func nameOf(key string) string { return tiers.Name([]byte(key)) }

func (y *yard) path(key string) string {
	name := nameOf(key)
	return filepath.Join(y.dir, fmt.Sprint(shardOf(name)), name)
}

// put makes a file, last modified so long after the start.
func (y *yard) put(path string, bytes int, after time.Duration) {
	require.NoError(y.t, os.WriteFile(path, make([]byte, bytes), 0o600))
	require.NoError(y.t, os.Chtimes(path, time.Time{}, start.Add(after)))
}

func (y *yard) block(key string, after time.Duration) { y.put(y.path(key), blockBytes, after) }

// round goes through the whole directory once.
func (y *yard) round(now time.Duration) {
	for ended := false; !ended; {
		var err error
		ended, err = y.sweeper.Step(start.Add(now), 100)
		require.NoError(y.t, err)
	}
}

func (y *yard) remove(name string) error {
	key, _ := tiers.PlainKey(name)
	y.removed = append(y.removed, string(key))
	return os.Remove(y.path(string(key)))
}

// store stores a block, and returns what had to go for it.
func (y *yard) store(key string) (removed []string) {
	y.removed = nil
	r, err := y.books.Reserve(nameOf(key), key, blockBytes, y.remove)
	require.NoError(y.t, err)
	y.block(key, time.Hour)
	y.books.Publish(r, start.Add(time.Hour))
	return y.removed
}

// TestBoundSurvivesARestart fails if files from before do not count, or if those that were used last go first.
func TestBoundSurvivesARestart(t *testing.T) {
	y := newYard(t, 4*blockBytes)
	for i, key := range []string{"second", "fourth", "first", "third"} {
		y.block(key, []time.Duration{20, 40, 10, 30}[i]*time.Second)
	}
	_, err := y.books.Reserve(nameOf("early"), "early", blockBytes, y.remove)
	require.ErrorIs(t, err, tiers.ErrFull, "nobody knows yet what there is room for")

	require.NoError(t, y.sweeper.Count(t.Context(), start))
	require.EqualValues(t, 4*blockBytes, y.books.Stats().Bytes)
	for _, first := range []string{"first", "second", "third", "fourth"} {
		require.Equal(t, []string{first}, y.store("instead of "+first))
	}
	require.Equal(t, tiers.Change[string]{Key: "first"}, y.books.Changes(nil, 1)[0], "its name shows the key")
}

// TestOthersStoreAndRemove fails if what other processes do is never noticed: their files would not count, ghosts would, and
// what they use would go.
func TestOthersStoreAndRemove(t *testing.T) {
	y := newYard(t, 4*blockBytes)
	y.block("old", 10*time.Second)
	y.block("used", 5*time.Second)
	y.block("gone", 20*time.Second)
	require.NoError(t, y.sweeper.Count(t.Context(), start))

	require.NoError(t, os.Remove(y.path("gone")))
	y.block("new", 40*time.Second)
	y.block("used", 30*time.Second)
	y.round(time.Minute)
	require.EqualValues(t, 3*blockBytes, y.books.Stats().Bytes)
	require.Equal(t, []tiers.Change[string]{{Key: "gone"}}, y.books.Changes(nil, 10))
	require.Empty(t, y.store("fits"))
	require.Equal(t, []string{"old"}, y.store("does not"), "used was older, until another process used it")
}

// TestExcessIsTrimmed fails if a directory that others have filled stays too full.
func TestExcessIsTrimmed(t *testing.T) {
	y := newYard(t, 2*blockBytes)
	for i := range 5 {
		y.block(fmt.Sprint(i), time.Duration(i)*time.Second)
	}
	require.NoError(t, y.sweeper.Count(t.Context(), start))
	gone, err := y.books.Trim(2, y.remove)
	require.NoError(t, err)
	require.Equal(t, 2, gone, "no more than it may remove at a time")
	gone, err = y.books.Trim(100, y.remove)
	require.NoError(t, err)
	require.Equal(t, 1, gone)
	require.Equal(t, []string{"0", "1", "2"}, y.removed)
}

// TestDirectoryThatCannotBeRead fails if files that nobody could count are taken for counted.
func TestDirectoryThatCannotBeRead(t *testing.T) {
	y := newYard(t, 4*blockBytes)
	broken := y.root("0")
	require.NoError(t, broken.Close())
	s, err := sweep.New(sweep.Config{Books: y.books, Place: y.root("."), Shards: []*os.Root{broken}, ShardOf: shardOf,
		IsBlock:    func(iofs.FileInfo) bool { return true },
		IsOurs:     func(iofs.FileInfo) bool { return true },
		InstanceOf: func(string) (string, bool) { return "", false }})
	require.NoError(t, err)
	require.Error(t, s.Count(t.Context(), start))
	_, err = y.books.Reserve(nameOf("k"), "k", blockBytes, y.remove)
	require.ErrorIs(t, err, tiers.ErrFull)

	for range 2 { // the rest of that round, and another one, which goes on behind it
		_, err = s.Step(start, math.MaxInt)
	}
	require.Error(t, err)
	assert.EqualValues(t, 2, s.Stats().Rounds)
	assert.EqualValues(t, 2, s.Stats().Failures)
}
