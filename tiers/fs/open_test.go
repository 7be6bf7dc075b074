package fs_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// TestConfigThatIsRefused fails if a value that cannot work, or is not safe, is taken, or its error does not name it.
func TestConfigThatIsRefused(t *testing.T) {
	for names, change := range map[string]func(*fs.Config[string]){
		"BlockBytes":       func(c *fs.Config[string]) { c.BlockBytes = 0 },
		"BlockBytes is -":  func(c *fs.Config[string]) { c.BlockBytes = -1 },
		"AppendKey":        func(c *fs.Config[string]) { c.AppendKey = nil },
		"FileMode":         func(c *fs.Config[string]) { c.FileMode = 0o4600 },
		"FileMode is 0400": func(c *fs.Config[string]) { c.FileMode = 0o400 },
		"DirMode":          func(c *fs.Config[string]) { c.DirMode = 0o600 },
		"OthersMayWrite":   func(c *fs.Config[string]) { c.DirMode = 0o770 },
		"Direct":           func(c *fs.Config[string]) { c.Direct = 9 },
		"MostChanges":      func(c *fs.Config[string]) { c.MostChanges = -1 },
		"Key has 31":       func(c *fs.Config[string]) { c.Key = tiers.NewSecret([]byte(strings.Repeat("s", 31))) },
		"locality":         func(c *fs.Config[string]) { c.Locality = "moon" },
	} {
		config := stringKeys
		change(&config)
		_, err := fs.Open(newRoot(t), config)
		require.ErrorIs(t, err, tiers.ErrConfig, names)
		assert.ErrorContains(t, err, names)
		assert.NotContains(t, err.Error(), "sss")
	}
}

// TestDirectIsTriedAndRequired fails if O_DIRECT is used where it does not work, or silently not used where it is required.
func TestDirectIsTriedAndRequired(t *testing.T) {
	odd, never, required := stringKeys, stringKeys, stringKeys
	odd.BlockBytes, odd.Direct = 4097, fs.DirectRequire
	_, err := fs.Open(newRoot(t), odd)
	require.ErrorIs(t, err, fs.ErrDirect)
	never.Direct, required.Direct = fs.DirectNever, fs.DirectRequire
	require.False(t, fs.IsDirect(open(t, newRoot(t), never)))

	s, err := fs.Open(newRoot(t), required)
	if err != nil {
		require.ErrorIs(t, err, fs.ErrDirect)
	}
	demand.Of(t, "O_DIRECT", err)
	defer func() { require.NoError(t, s.Close(context.Background())) }()
	aligned := fs.Aligned(2 * blockBytes)
	require.NoError(t, s.Store(context.Background(), "key", aligned[:blockBytes]))
	require.NoError(t, s.Load(context.Background(), "key", aligned[blockBytes:]))
	require.NoError(t, s.Load(context.Background(), "key", aligned[1:1+blockBytes]))
	assert.EqualValues(t, 2, s.Stats().Direct)
	assert.EqualValues(t, 1, s.Stats().Buffered, "memory that is not aligned")
}

// TestClosed fails if something is still possible after Close, or Close does not wait for what runs.
func TestClosed(t *testing.T) {
	config := stringKeys
	config.BlockBytes = 20 << 20
	s, err := fs.Open(newRoot(t), config)
	require.NoError(t, err)
	reached, goOn, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	var once sync.Once
	fs.At(s, func(fs.Step) { once.Do(func() { close(reached); <-goOn }) })
	go func() { ended <- s.Store(context.Background(), "key", make([]byte, config.BlockBytes)) }()
	<-reached

	soon, cancel := context.WithCancel(context.Background())
	cancel()
	err = s.Close(soon)
	require.ErrorIs(t, err, tiers.ErrStuck)
	require.ErrorContains(t, err, "store of k6b6579")
	require.ErrorIs(t, s.Load(context.Background(), "key", nil), tiers.ErrClosed)
	require.ErrorIs(t, s.Test(context.Background()), tiers.ErrClosed)
	close(goOn)
	require.ErrorIs(t, <-ended, tiers.ErrClosed, "it ends at its next chunk")
	require.NoError(t, s.Close(context.Background()))
	require.NoError(t, s.Close(context.Background()), "again")
}

// TestTestsAtATime fails if a test of the storage is in the way of another one.
func TestTestsAtATime(t *testing.T) {
	dir := newRoot(t)
	s := open(t, dir, stringKeys)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				assert.NoError(t, s.Test(t.Context()))
			}
		})
	}
	all.Wait()
	onlyBlocks(t, dir, 0)
	require.NoError(t, os.Remove(manifestPath(s)))
	require.NoError(t, s.Test(t.Context()), "nothing depends on the manifest once it was compared")
}

// TestNothingIsLeftWithoutLocks fails if each store that is opened on a system without file locks leaves a file behind.
func TestNothingIsLeftWithoutLocks(t *testing.T) {
	dir := newRoot(t)
	s, err := fs.Open(dir, stringKeys)
	require.NoError(t, err)
	announced := func() []string {
		found, err := filepath.Glob(filepath.Join(dir, "*", "live-*"))
		require.NoError(t, err)
		return found
	}
	require.Len(t, announced(), 1)
	require.NoError(t, fs.Unlock(s))
	require.NoError(t, s.Close(context.Background()))
	require.Empty(t, announced())
}
