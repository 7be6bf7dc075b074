package ledger

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
)

var errStands = errors.New("it stands")

// A shelf is a directory as far as the ledger is concerned: the files that stand in it, with their bytes.
type shelf struct {
	t      *testing.T
	books  *Ledger[string]
	files  map[string]int64
	gone   []string // keys of the files that remove removed, in order
	stands map[string]bool
	now    time.Time
}

func newShelf(t *testing.T, capacity int64) *shelf {
	return shelfOf(t, Config[string]{Capacity: capacity, KeyOf: func(key []byte) (string, bool) { return string(key), true }})
}

func shelfOf(t *testing.T, config Config[string]) *shelf {
	books, err := New(config)
	require.NoError(t, err)
	books.Lead()
	books.Counted()
	return &shelf{t: t, books: books, files: map[string]int64{}, stands: map[string]bool{}, now: time.Unix(1000, 0)}
}

func nameOf(key string) string { return tiers.Name([]byte(key)) }

func keyOf(name string) string {
	key, _ := tiers.PlainKey(name)
	return string(key)
}

func (s *shelf) remove(name string) error {
	if s.stands[keyOf(name)] {
		return errStands
	}
	delete(s.files, name)
	s.gone = append(s.gone, keyOf(name))
	return nil
}

// store stores a block of so many bytes.
func (s *shelf) store(key string, bytes int64) error {
	r, err := s.books.Reserve(nameOf(key), key, bytes, s.remove)
	if err != nil {
		return err
	}
	s.files[nameOf(key)] = bytes
	s.books.Publish(r, s.now)
	return nil
}

// load pins the file of a key.
func (s *shelf) load(key string) Pin {
	p, ok := s.books.Pin(nameOf(key), key)
	require.True(s.t, ok)
	return p
}

// TestLeastRecentlyUsedGoesFirst fails if room is made by removing something else than the file that was not used for longest.
func TestLeastRecentlyUsedGoesFirst(t *testing.T) {
	s := newShelf(t, 30)
	for _, key := range []string{"a", "b", "c"} {
		require.NoError(t, s.store(key, 10))
	}
	s.books.Found(s.load("a"), 10, s.now) // a load is a use
	s.books.Touch(nameOf("b"), s.now)     // and so is a touch

	require.NoError(t, s.store("d", 10))
	assert.Equal(t, []string{"c"}, s.gone)
	require.NoError(t, s.store("e", 20))
	assert.Equal(t, []string{"c", "a", "b"}, s.gone)
	assert.EqualValues(t, 30, s.books.Stats().Bytes)
	assert.Equal(t, "[{a true} {b true} {c true} {c false} {d true} {a false} {b false} {e true}]",
		fmt.Sprint(s.books.Changes(nil, 100)), "each change once, in order")
}

// TestTooLargeEvictsNothing fails if a block that can never fit, or that does not fit now, costs others their place.
func TestTooLargeEvictsNothing(t *testing.T) {
	s := newShelf(t, 30)
	require.NoError(t, s.store("a", 10))
	require.NoError(t, s.store("b", 10))
	require.ErrorIs(t, s.store("large", 31), tiers.ErrTooLarge)

	p := s.load("a")
	require.ErrorIs(t, s.store("not beside a", 21), tiers.ErrFull)
	assert.Empty(t, s.gone)
	s.books.Unpin(p)
	require.NoError(t, s.store("fits", 21))
	assert.Equal(t, []string{"b", "a"}, s.gone)
}

// TestWhatStandsIsNotTriedAgainAtOnce fails if a file that cannot be removed keeps a store from the room that another one
// would make, counts no more although it stands, or is told as removed.
func TestWhatStandsIsNotTriedAgainAtOnce(t *testing.T) {
	s := newShelf(t, 30)
	for _, key := range []string{"a", "b", "c"} {
		require.NoError(t, s.store(key, 10))
	}
	s.stands["a"] = true
	require.NoError(t, s.store("d", 10))
	assert.Equal(t, []string{"b"}, s.gone)
	assert.EqualValues(t, 1, s.books.Stats().Unremoved)

	for _, key := range []string{"c", "d"} {
		s.stands[key] = true
	}
	err := s.store("e", 10)
	require.ErrorIs(t, err, tiers.ErrFull)
	require.ErrorIs(t, err, errStands, "why there is no room")
	assert.EqualValues(t, 30, s.books.Stats().Bytes)
	assert.NotContains(t, s.books.Changes(nil, 100), tiers.Change[string]{Key: "a"})
	delete(s.stands, "c")
	require.NoError(t, s.store("e", 10))
}

// TestGoneAlreadyMakesRoom fails if a file that another process has removed is taken for one that cannot be removed.
func TestGoneAlreadyMakesRoom(t *testing.T) {
	s := newShelf(t, 10)
	require.NoError(t, s.store("a", 10))
	_, err := s.books.Reserve(nameOf("b"), "b", 10, func(name string) error {
		return &os.PathError{Op: "unlink", Path: name, Err: os.ErrNotExist}
	})
	require.NoError(t, err)
}

// TestRemoveThatPanics fails if a file that a panic has kept from being removed is never removed.
func TestRemoveThatPanics(t *testing.T) {
	s := newShelf(t, 10)
	require.NoError(t, s.store("a", 10))
	require.Panics(t, func() { _, _ = s.books.Reserve(nameOf("b"), "b", 10, func(string) error { panic("broken") }) })
	require.NoError(t, s.store("b", 10))
	assert.Equal(t, []string{"a"}, s.gone)
}

// TestReservationsCount fails if stores that run together take more than there may be.
func TestReservationsCount(t *testing.T) {
	s := newShelf(t, 30)
	require.NoError(t, s.store("a", 10))
	first, err := s.books.Reserve(nameOf("b"), "b", 15, s.remove)
	require.NoError(t, err)
	require.ErrorIs(t, s.store("too much beside b", 16), tiers.ErrFull)
	require.Empty(t, s.gone)
	second, err := s.books.Reserve(nameOf("b"), "b", 15, s.remove) // two stores of one key
	require.NoError(t, err)
	require.Equal(t, []string{"a"}, s.gone)
	require.EqualValues(t, 30, s.books.Stats().Reserved)

	s.books.Publish(first, s.now)
	require.EqualValues(t, 15, s.books.Stats().Bytes)
	s.books.Publish(second, s.now)
	require.EqualValues(t, 15, s.books.Stats().Bytes, "the second file stands in the place of the first")
	require.Zero(t, s.books.Stats().Reserved)
}

// TestSizeOfTheFileThatIsThere fails if a file that another process has replaced counts with the bytes of the one before.
func TestSizeOfTheFileThatIsThere(t *testing.T) {
	s := newShelf(t, 100)
	require.NoError(t, s.store("a", 10))
	require.True(t, s.books.Seen(nameOf("a"), 10, s.now))
	require.False(t, s.books.Seen(nameOf("a"), 12, s.now), "it is to be looked at")
	stale := s.load("a")
	s.books.Found(s.load("a"), 12, s.now)
	require.EqualValues(t, 12, s.books.Stats().Bytes)
	require.NoError(t, s.store("a", 14))
	s.books.Found(stale, 10, s.now)
	require.EqualValues(t, 14, s.books.Stats().Bytes)
	require.EqualValues(t, 14, s.books.Stats().Idle)
}

// TestKeyOfThatPanics fails if a caller's mistake costs the books a file.
func TestKeyOfThatPanics(t *testing.T) {
	s := shelfOf(t, Config[string]{Capacity: 100, KeyOf: func([]byte) (string, bool) { panic("broken") }})
	require.NoError(t, s.store("a", 10))
	require.EqualValues(t, 10, s.books.Stats().Bytes)
	require.EqualValues(t, 1, s.books.Stats().Unnamed)
}

// TestStaleLooks fails if a look says something about another file than the one it saw.
func TestStaleLooks(t *testing.T) {
	s := newShelf(t, 100)
	missed, saw, damaged := s.load("a"), s.load("a"), s.load("a")
	require.NoError(t, s.store("a", 10))
	s.books.Lost(missed)
	require.EqualValues(t, 10, s.books.Stats().Bytes, "it was stored since")
	_, ok := s.books.Condemn(damaged, 10)
	require.False(t, ok, "what was damaged has been replaced")

	r, ok := s.books.Condemn(s.load("a"), 10)
	require.True(t, ok)
	s.books.Removed(r, true)
	s.books.Found(saw, 10, s.now)
	require.Zero(t, s.books.Stats().Bytes, "it was removed since")
	require.Zero(t, s.books.Stats().Names)
}

// TestAStorageThatRemovesNothing fails if each store on it waits for all that cannot be removed, or that counts as evicted.
func TestAStorageThatRemovesNothing(t *testing.T) {
	const files = 100
	s := newShelf(t, files)
	for i := range files {
		require.NoError(t, s.store(fmt.Sprint(i), 1))
	}
	tries := 0
	refuse := func(string) error { tries++; return errStands }
	_, err := s.books.Reserve(nameOf("new"), "new", 1, refuse)
	require.ErrorIs(t, err, tiers.ErrFull)
	require.ErrorIs(t, err, errStands)
	require.Equal(t, mostStanding, tries)

	s.books.Met(s.load("of another process"), 1, s.now) // so that there is more than may be
	gone, err := s.books.Trim(files, refuse)
	require.ErrorIs(t, err, errStands)
	require.Zero(t, gone)
	require.Equal(t, 2*mostStanding, tries)
	require.EqualValues(t, tries, s.books.Stats().Unremoved)
	require.Zero(t, s.books.Stats().Evicted)
}

// TestFollowersForget fails if who does not bound the directory removes files, or lets its books grow beyond the bound.
func TestFollowersForget(t *testing.T) {
	s := newShelf(t, 30)
	s.books.Follow()
	for i := range 10 {
		require.NoError(t, s.store(string(rune('a'+i)), 10))
	}
	gone, err := s.books.Trim(100, s.remove)
	require.NoError(t, err)
	require.Zero(t, gone)
	require.Empty(t, s.gone)
	stats := s.books.Stats()
	require.EqualValues(t, 30, stats.Bytes)
	require.EqualValues(t, 7, stats.Forgotten)
	require.Len(t, s.books.Changes(nil, 100), 10, "what is forgotten is not told as removed")

	p := s.load("j")
	require.ErrorIs(t, s.store("y", 30), tiers.ErrFull, "what is read is not forgotten")
	s.books.Unpin(p)

	s.books.Lead()
	require.ErrorIs(t, s.store("z", 10), tiers.ErrFull)
	s.books.Counted()
	require.NoError(t, s.store("z", 10))
	require.Equal(t, []string{"h"}, s.gone)
}

// TestFollowersThatReadForget fails if the books of a process that only reads grow with all that it has ever read.
func TestFollowersThatReadForget(t *testing.T) {
	for what, config := range map[string]Config[string]{
		"files": {Capacity: 1 << 40, MostFiles: 3},
		"bytes": {Capacity: 30},
	} {
		s := shelfOf(t, config)
		s.books.Follow()
		pinned := s.load("pinned")
		for i := range 100 {
			s.books.Found(s.load(fmt.Sprint(i)), 10, s.now)
		}
		stats := s.books.Stats()
		require.LessOrEqual(t, stats.Names, 5, what) // three, the one that came last, and the one that is read
		require.LessOrEqual(t, stats.Bytes, int64(50), what)
		require.GreaterOrEqual(t, stats.Forgotten, uint64(95), what)
		require.Empty(t, s.books.Changes(nil, 100), "what is forgotten is not told as removed")
		s.books.Unpin(pinned)
	}
}

// TestMostFiles fails if the books of many small files grow without bound.
func TestMostFiles(t *testing.T) {
	s := shelfOf(t, Config[string]{Capacity: 1 << 40, MostFiles: 3})
	for i := range 10 {
		require.NoError(t, s.store(string(rune('a'+i)), 1))
	}
	require.Equal(t, 3, s.books.Stats().Files)
	require.Len(t, s.gone, 7)
	require.Equal(t, 3, len(s.files))
	require.NoError(t, s.store("j", 1), "it has a place already")
	require.Len(t, s.gone, 7)
}

// TestChangesAreBounded fails if changes that nobody hears pile up, or if others than the oldest are dropped.
func TestChangesAreBounded(t *testing.T) {
	s := shelfOf(t, Config[string]{Capacity: 1000, MostChanges: 100})
	for i := range 170 {
		require.NoError(t, s.store(fmt.Sprint(i), 1))
	}
	changes := s.books.Changes(nil, 60)
	require.Len(t, changes, 60)
	require.Equal(t, "70", changes[0].Key)
	changes = s.books.Changes(changes[:0], 60)
	require.Len(t, changes, 40)
	require.Equal(t, "169", changes[39].Key)
	require.EqualValues(t, 70, s.books.Stats().Dropped)
	require.Empty(t, s.books.Changes(nil, 60))
}

// TestKeysOfChanges fails if a change is told of another key than its own, or of a key that nobody can know.
func TestKeysOfChanges(t *testing.T) {
	long := strings.Repeat("long", 10)
	s := newShelf(t, 100)
	for _, key := range []string{"short", long} {
		require.NoError(t, s.store(key, 10))
		_, err := s.books.Trim(0, s.remove)
		require.NoError(t, err)
	}
	for _, key := range []string{"seen", long + "seen"} {
		p, ok := s.books.Look(nameOf(key))
		require.True(t, ok)
		s.books.Met(p, 10, s.now)
		p, _ = s.books.Look(nameOf(key))
		s.books.Lost(p)
	}
	p := s.load(long)
	s.books.Lost(p)
	assert.Equal(t, []tiers.Change[string]{{Key: "short", There: true}, {Key: long, There: true}, {Key: "seen"}, {Key: long}},
		s.books.Changes(nil, 100))
	assert.EqualValues(t, 1, s.books.Stats().Unnamed)
	assert.Empty(t, s.books.keys, "a key is not remembered longer than its file")
}

// TestTouch fails if a use of a file is written down each time, or never.
func TestTouch(t *testing.T) {
	s := newShelf(t, 100)
	require.NoError(t, s.store("a", 10))
	touch := func(after time.Duration) bool { return s.books.Touch(nameOf("a"), s.now.Add(after)) }
	assert.False(t, touch(0))
	assert.False(t, touch(59*time.Second))
	assert.True(t, touch(60*time.Second))
	assert.False(t, touch(61*time.Second), "it has been said")
	assert.False(t, touch(-time.Hour), "time goes back")
	assert.True(t, touch(120*time.Second))
	assert.False(t, s.books.Touch(nameOf("unknown"), s.now))
	assert.False(t, s.books.Touch("no name", s.now))
}

// TestBadValues fails if books are made that cannot be kept, or if a name that no block has gets an entry.
func TestBadValues(t *testing.T) {
	for _, bad := range []Config[string]{{}, {Capacity: -1}, {Capacity: 1, MostFiles: -1}, {Capacity: 1, MostChanges: -1},
		{Capacity: 1, TouchEvery: -1}} {
		_, err := New(bad)
		require.ErrorIs(t, err, tiers.ErrConfig, "%+v", bad)
	}
	s := newShelf(t, 10)
	for _, name := range []string{"", "..", "k0", "t-00-1", "kZZ"} {
		_, err := s.books.Reserve(name, "", 1, s.remove)
		require.ErrorIs(t, err, tiers.ErrConfig, name)
		_, ok := s.books.Pin(name, "")
		require.False(t, ok)
		require.False(t, s.books.Seen(name, 1, s.now))
	}
	require.ErrorIs(t, s.store("negative", -1), tiers.ErrConfig)
	require.Zero(t, s.books.Stats().Names)
}
