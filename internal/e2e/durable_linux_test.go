package e2e

import (
	"context"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// If the names of the directories were not made durable, a power failure would take them, and every durable block with them.
func TestDirectoriesOfDurableBlocksAreDurable(t *testing.T) {
	f := faultfs.Mount(t)
	f.Set(faultfs.Fault{Op: faultfs.Syncdir, Errno: syscall.EIO})
	_, err := fs.Open(f.Dir(), durable())
	require.ErrorIs(t, err, fs.ErrRoot)
	require.ErrorIs(t, err, syscall.EIO)
	openStore(t, f.Dir(), config())
	require.Equal(t, 2, f.Counts().Calls[faultfs.Syncdir], "the namespace and the root, of the durable one")
}

// If a store that cannot be made durable took the block with it that stood there before, and nobody heard of it, the books
// would count what is gone, and requests go on hearing hit.
func TestABlockThatIsTakenBackIsToldAsRemoved(t *testing.T) {
	f := faultfs.Mount(t)
	s := openStore(t, f.Dir(), durable())
	require.NoError(t, s.Store(context.Background(), "k", block("k", 1)))
	require.Equal(t, []tiers.Change[string]{{Key: "k", There: true}}, s.Changes(nil, 10))

	f.Set(faultfs.Fault{Op: faultfs.Syncdir, Errno: syscall.EIO})
	requireError(t, s.Store(context.Background(), "k", block("k", 2)), "store", "k", syscall.EIO)
	require.NoFileExists(t, s.Path("k"))
	require.Equal(t, []tiers.Change[string]{{Key: "k", There: false}}, s.Changes(nil, 10))
	require.Zero(t, s.Stats().Files)
	require.Zero(t, s.Stats().Bytes)

	f.Clear()
	require.NoError(t, s.Store(context.Background(), "k", block("k", 3)))
	f.Set(faultfs.Fault{Op: faultfs.Fsync, Errno: syscall.EIO})
	requireError(t, s.Store(context.Background(), "k", block("k", 4)), "store", "k", syscall.EIO)
	info, err := os.Stat(s.Path("k"))
	require.NoError(t, err, "what fails before its rename takes nothing")
	require.Equal(t, info.Size(), s.Stats().Bytes)
	require.EqualValues(t, 3, have(t, s, "k"))
}
