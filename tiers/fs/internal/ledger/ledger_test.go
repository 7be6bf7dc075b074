package ledger

import (
	"errors"
	"fmt"
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
