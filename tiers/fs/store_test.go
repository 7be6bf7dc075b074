package fs_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// block is a block whose bytes all differ from those of another number, and from their neighbours.
func block(number int) []byte {
	b := make([]byte, blockBytes)
	for i := range b {
		b[i] = byte(i*7 + number*13 + i>>8)
	}
	return b
}

// files are the paths below a directory, relative to it, less those of directories.
func files(t require.TestingT, dir string) []string {
	var found []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			found = append(found, rel)
		}
		return err
	}))
	return found
}

// onlyBlocks fails if there is anything but as many blocks, manifests and locks.
func onlyBlocks(t require.TestingT, dir string, blocks int) {
	found := 0
	for _, path := range files(t, dir) {
		switch name := filepath.Base(path); {
		case name[0] == 'k' || name[0] == 'd':
			found++
		default:
			require.Regexp(t, `^(manifest\.json|lease|live-[0-9a-f]+)$`, name)
		}
	}
	require.Equal(t, blocks, found)
}

// TestLoadGivesWhatWasStored fails if a block changes on its way, in any of the ways to keep it.
func TestLoadGivesWhatWasStored(t *testing.T) {
	ctx := context.Background()
	for name, change := range map[string]func(*fs.Config[string]){
		"plain":    func(*fs.Config[string]) {},
		"buffered": func(c *fs.Config[string]) { c.Direct = fs.DirectNever },
		"durable":  func(c *fs.Config[string]) { c.Durable = true },
		"checksum": func(c *fs.Config[string]) { c.Checksum = true },
		"key":      func(c *fs.Config[string]) { c.Key = tiers.NewSecret(make([]byte, 32)) },
		"all of it": func(c *fs.Config[string]) {
			c.Checksum, c.Durable, c.Key = true, true, tiers.NewSecret(make([]byte, 40))
		},
		"odd size":     func(c *fs.Config[string]) { c.BlockBytes = 4097 },
		"one byte":     func(c *fs.Config[string]) { c.BlockBytes, c.Checksum = 1, true },
		"some chunks":  func(c *fs.Config[string]) { c.BlockBytes = 20<<20 + 4096 },
		"odd and keys": func(c *fs.Config[string]) { c.BlockBytes, c.Key = 5000, tiers.NewSecret(make([]byte, 32)) },
	} {
		t.Run(name, func(t *testing.T) {
			config, dir := stringKeys, newRoot(t)
			change(&config)
			s := open(t, dir, config)
			in := fs.Aligned(config.BlockBytes + 1)
			for i := range in {
				in[i] = byte(i*31 + i>>8)
			}
			for _, from := range [][]byte{in[:config.BlockBytes], in[1:]} { // aligned, and not
				out := fs.Aligned(config.BlockBytes)
				require.NoError(t, s.Store(ctx, "key", from))
				require.NoError(t, s.Load(ctx, "key", out))
				require.True(t, bytes.Equal(from, out))
				clear(out)
				require.NoError(t, open(t, dir, config).Load(ctx, "key", out), "by whoever opens it next")
				require.True(t, bytes.Equal(from, out))
			}
			onlyBlocks(t, dir, 1)
			require.Equal(t, "[{key true} {key true}]", fmt.Sprint(s.Changes(nil, 10)))
			require.NoError(t, s.Test(ctx))
			onlyBlocks(t, dir, 1)
		})
	}
}

// TestMissingBlock fails if a block that is not there is anything but a miss.
func TestMissingBlock(t *testing.T) {
	config := stringKeys
	config.Name = "disk"
	s := open(t, newRoot(t), config)
	require.Equal(t, "disk", s.Name())
	err := s.Load(context.Background(), "key", make([]byte, blockBytes))
	require.ErrorIs(t, err, tiers.ErrNotFound)
	var op *tiers.OpError
	require.ErrorAs(t, err, &op)
	assert.Equal(t, "disk load \"key\"", fmt.Sprint(op.Tier, " ", op.Op, " ", op.Key))
	assert.Empty(t, s.Changes(nil, 10))
}

// TestTruncatedBlockIsRemoved fails if a file that can never be loaded stays and is found again and again.
func TestTruncatedBlockIsRemoved(t *testing.T) {
	ctx := context.Background()
	for _, size := range []int64{0, 1, blockBytes - 1} {
		dir := newRoot(t)
		s := open(t, dir, stringKeys)
		require.NoError(t, s.Store(ctx, "key", block(1)))
		require.NoError(t, os.Truncate(s.Path("key"), size))
		require.ErrorIs(t, s.Load(ctx, "key", make([]byte, blockBytes)), tiers.ErrShort)
		require.NoFileExists(t, s.Path("key"))
		onlyBlocks(t, dir, 0)
		require.Equal(t, "[{key true} {key false}]", fmt.Sprint(s.Changes(nil, 10)))
		require.EqualValues(t, 1, s.Stats().Short)
		require.EqualValues(t, 1, s.Stats().Removed)
		require.ErrorIs(t, s.Load(ctx, "key", make([]byte, blockBytes)), tiers.ErrNotFound)
	}
}

// TestGoodReplacementIsPutBack fails if the removal of a bad file takes away the good one that was stored since.
func TestGoodReplacementIsPutBack(t *testing.T) {
	ctx, dir := context.Background(), newRoot(t)
	s := open(t, dir, stringKeys)
	require.NoError(t, s.Store(ctx, "key", block(1)))
	bad, err := os.Open(s.Path("key"))
	require.NoError(t, err)
	defer bad.Close() // as a load has it, so that its number is not given to another file
	info, err := bad.Stat()
	require.NoError(t, err)
	require.NoError(t, s.Store(ctx, "key", block(2)))

	require.NoError(t, fs.Remove(s, "key", info))
	slot := make([]byte, blockBytes)
	require.NoError(t, s.Load(ctx, "key", slot))
	require.Equal(t, block(2), slot)
	require.EqualValues(t, 1, s.Stats().PutBack)
	onlyBlocks(t, dir, 1)
	require.Equal(t, "[{key true} {key true}]", fmt.Sprint(s.Changes(nil, 10)), "nothing was removed")
}

// TestPassingErrorsLeaveTheFile fails if a block is lost to an error that says nothing about it.
func TestPassingErrorsLeaveTheFile(t *testing.T) {
	ctx := context.Background()
	s := open(t, newRoot(t), stringKeys)
	require.NoError(t, s.Store(ctx, "key", block(1)))
	slot := make([]byte, blockBytes)

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, s.Load(cancelled, "key", slot), context.Canceled)
	require.ErrorIs(t, s.Load(ctx, "key", slot[1:]), tiers.ErrSize)
	require.FileExists(t, s.Path("key"))
	require.NoError(t, s.Load(ctx, "key", slot))
}

// TestFailedStoreLeavesNothing fails if half a block, or a temporary file, stays behind, or the block before it is lost.
func TestFailedStoreLeavesNothing(t *testing.T) {
	dir := newRoot(t)
	config := stringKeys
	config.BlockBytes = 20 << 20
	s := open(t, dir, config)
	from := make([]byte, config.BlockBytes)
	require.NoError(t, s.Store(context.Background(), "old", from))
	for _, key := range []string{"new", "old"} {
		for stop := range fs.StepRenamed {
			ctx, cancel := context.WithCancel(context.Background())
			reached := false
			fs.At(s, func(at fs.Step) {
				if at == stop {
					reached = true
					cancel()
				}
			})
			err := s.Store(ctx, key, from)
			require.True(t, reached, stop)
			if err != nil {
				require.ErrorIs(t, err, context.Canceled)
			}
			cancel()
			if key == "new" && err == nil { // it was too late to stop it
				require.NoError(t, os.Remove(s.Path(key)))
			}
			onlyBlocks(t, dir, 1)
		}
	}
	require.ErrorIs(t, s.Store(context.Background(), "new", from[1:]), tiers.ErrSize)
	onlyBlocks(t, dir, 1)
	assert.Positive(t, s.Stats().FailedStores)
}

// TestParallelStoresOfOneKey fails if readers can see a mixture of two stores, or none of them.
func TestParallelStoresOfOneKey(t *testing.T) {
	ctx, dir := context.Background(), newRoot(t)
	stores := []*fs.Store[string]{open(t, dir, stringKeys), open(t, dir, stringKeys)} // as two processes
	require.NoError(t, stores[0].Store(ctx, "key", block(0)))
	var all sync.WaitGroup
	for number := range 4 {
		all.Go(func() {
			slot := make([]byte, blockBytes)
			for range 50 {
				s := stores[number%2]
				assert.NoError(t, s.Store(ctx, "key", block(number)))
				if assert.NoError(t, s.Load(ctx, "key", slot)) {
					assert.Equal(t, block((int(slot[0])/13)%4), slot)
				}
			}
		})
	}
	all.Wait()
	onlyBlocks(t, dir, 1)
}

// TestLeftoverCanBeRemovedLater fails if a temporary file that cannot be removed at once is forgotten.
func TestLeftoverCanBeRemovedLater(t *testing.T) {
	dir := newRoot(t)
	s := open(t, dir, stringKeys)
	ctx, cancel := context.WithCancel(context.Background())
	var child string
	fs.At(s, func(at fs.Step) {
		if at != fs.StepCreated {
			return
		}
		made, err := filepath.Glob(filepath.Join(dir, "*", "??", "t-*"))
		require.NoError(t, err)
		require.Len(t, made, 1)
		child = filepath.Join(made[0], "in the way") // of removing what has the temporary file's name now
		require.NoError(t, os.Remove(made[0]))
		require.NoError(t, os.MkdirAll(child, 0o700))
		cancel()
	})
	err := s.Store(ctx, "key", block(1))
	require.ErrorIs(t, err, context.Canceled)
	var left *job.Leftover
	require.ErrorAs(t, err, &left)
	require.Contains(t, left.What, filepath.Base(filepath.Dir(child)))
	require.EqualValues(t, 1, s.Stats().Leftover)

	require.Error(t, left.Clean(context.Background()))
	require.NoError(t, os.Remove(child))
	require.NoError(t, left.Clean(context.Background()))
	require.NoError(t, left.Clean(context.Background()), "again")
	onlyBlocks(t, dir, 0)
}
