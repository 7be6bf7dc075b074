package fs_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// What a reference knows of the file of a key, beside the number of a good block.
const (
	nothing = -1 - iota
	short
	damaged
	foreign
)

// A reference is what a store is held against: what its files are, and what its log has told.
type reference struct {
	store *fs.Store[string]
	dir   string
	files map[string]int
	told  map[string]bool // by the log: a block is there
	slot  []byte
}

var someKeys = []string{"a", "b", "a key that is too long for its name to show it", ""}

func drawKey(t *rapid.T) string { return rapid.SampledFrom(someKeys).Draw(t, "key") }

func (r *reference) put(t *rapid.T, key string, as int, change func(path string) error) {
	require.NoError(t, change(r.store.Path(key)))
	r.files[key] = as
}

// Store stores a block, over whatever stands there.
func (r *reference) Store(t *rapid.T) {
	key, number := drawKey(t), rapid.IntRange(0, 100).Draw(t, "number")
	require.NoError(t, r.store.Store(context.Background(), key, block(number)))
	r.files[key] = number
	r.hear()
	require.True(t, r.told[key])
}

// Load loads a block, and compares what comes of it.
func (r *reference) Load(t *rapid.T) {
	key := drawKey(t)
	err := r.store.Load(context.Background(), key, r.slot)
	r.hear()
	switch was := r.files[key]; was {
	case nothing:
		require.ErrorIs(t, err, tiers.ErrNotFound)
	case short:
		require.ErrorIs(t, err, tiers.ErrShort)
	case damaged:
		require.ErrorIs(t, err, tiers.ErrCorrupt)
	case foreign:
		require.ErrorIs(t, err, tiers.ErrForeign)
		require.FileExists(t, r.store.Path(key))
		return
	default:
		require.NoError(t, err)
		require.Equal(t, block(was), r.slot)
		return
	}
	require.NoFileExists(t, r.store.Path(key))
	require.False(t, r.told[key])
	r.files[key] = nothing
}

// Spoil does to a good block what others may.
func (r *reference) Spoil(t *rapid.T) {
	key := drawKey(t)
	if r.files[key] < 0 {
		t.Skip("there is none")
	}
	switch as := rapid.SampledFrom([]int{nothing, short, damaged, foreign}).Draw(t, "as"); as {
	case nothing:
		r.put(t, key, as, os.Remove)
	case short:
		size := rapid.Int64Range(0, 2*blockBytes-1).Draw(t, "size")
		if size == blockBytes {
			t.Skip("a block without a checksum")
		}
		r.put(t, key, as, func(path string) error { return os.Truncate(path, size) })
	case damaged:
		at := rapid.IntRange(0, 2*blockBytes-1).Draw(t, "at")
		r.put(t, key, as, func(path string) error { flip(t, path, at); return nil })
	case foreign:
		r.put(t, key, as, func(path string) error { return os.Truncate(path, 3*blockBytes) })
	}
}

// Reopen closes the store and opens it again.
func (r *reference) Reopen(t *rapid.T) {
	if rapid.IntRange(0, 7).Draw(t, "seldom") > 0 {
		t.Skip("it takes long")
	}
	require.NoError(t, r.store.Close(context.Background()))
	r.open(t)
	clear(r.told) // what happened to blocks of before is told by nobody
}

func (r *reference) open(t require.TestingT) {
	config := stringKeys
	config.Checksum = true
	var err error
	r.store, err = fs.Open(r.dir, config)
	require.NoError(t, err)
}

func (r *reference) hear() {
	for _, change := range r.store.Changes(nil, 100) {
		r.told[change.Key] = change.There
	}
}

// check counts the files.
func (r *reference) check(t *rapid.T) {
	good := 0
	for _, number := range r.files {
		if number != nothing {
			good++
		}
	}
	onlyBlocks(t, r.dir, good)
}

// TestStoreIsAMap fails if a store keeps anything else than what was stored last, or tells of it in another order.
func TestStoreIsAMap(t *testing.T) {
	r := &reference{dir: newRoot(t), slot: make([]byte, blockBytes)}
	r.open(t)
	defer func() { require.NoError(t, r.store.Close(context.Background())) }()
	rapid.Check(t, func(t *rapid.T) {
		r.files, r.told = map[string]int{}, map[string]bool{}
		for _, key := range someKeys {
			_ = os.Remove(r.store.Path(key)) // of the run before
			r.files[key] = nothing
		}
		r.hear()
		clear(r.told)
		t.Repeat(map[string]func(*rapid.T){"Store": r.Store, "Load": r.Load, "Spoil": r.Spoil, "Reopen": r.Reopen})
		r.check(t)
	})
}
