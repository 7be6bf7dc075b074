//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lease_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers/fs/internal/lease"
)

func newRoot(t *testing.T) *os.Root {
	root, err := os.OpenRoot(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	return root
}

func acquire(t *testing.T, root *os.Root, name string) *lease.Lock {
	l, err := lease.Acquire(root, name, 0o600)
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// TestOneHolder fails if two hold one lock, if a second try waits for the first, or if nobody gets what was given up.
func TestOneHolder(t *testing.T) {
	root := newRoot(t)
	first := acquire(t, root, "lease")
	_, err := lease.Acquire(root, "lease", 0o600)
	require.ErrorIs(t, err, lease.ErrHeld)
	assert.ErrorContains(t, err, "lease")
	acquire(t, root, "another")

	require.NoError(t, first.Check())
	require.NoError(t, first.Close())
	acquire(t, root, "lease")
}

// TestReplacedLock fails if a holder goes on although the lock file was removed, so that another one holds the name, too.
func TestReplacedLock(t *testing.T) {
	root := newRoot(t)
	first := acquire(t, root, "lease")
	require.NoError(t, root.Remove("lease"))
	require.ErrorIs(t, first.Check(), lease.ErrGone)
	second := acquire(t, root, "lease")
	require.ErrorIs(t, first.Check(), lease.ErrGone)
	require.NoError(t, second.Check())
}

// TestPlantedLocks fails if something that was planted under a lock's name is locked, followed, or waited for.
func TestPlantedLocks(t *testing.T) {
	root := newRoot(t)
	require.NoError(t, root.WriteFile("victim", nil, 0o600))
	require.NoError(t, root.Symlink("victim", "link"))
	require.NoError(t, root.Symlink("nowhere", "dangling"))
	require.NoError(t, root.Mkdir("directory", 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(root.Name(), "pipe"), 0o600))
	for _, name := range []string{"link", "dangling", "directory", "pipe"} {
		_, err := lease.Acquire(root, name, 0o600)
		require.ErrorIs(t, err, lease.ErrUnfit, name)
		assert.ErrorContains(t, err, name)
	}
	_, err := root.Lstat("nowhere")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestMode fails if others can open a lock file, whatever the umask: who can open it can hold it.
func TestMode(t *testing.T) {
	root := newRoot(t)
	defer syscall.Umask(syscall.Umask(0))
	acquire(t, root, "lease")
	info, err := root.Stat("lease")
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm())
}

// TestKeeper fails if a keeper tries at other times than it should, does not take over, or leads without the lease.
func TestKeeper(t *testing.T) {
	root := newRoot(t)
	start := time.Unix(1000, 0)
	leads := func(k *lease.Keeper, after time.Duration) bool {
		leads, err := k.Step(start.Add(after))
		require.NoError(t, err)
		return leads
	}
	a, b := newKeeper(t, root), newKeeper(t, root)
	require.True(t, leads(a, 0))
	require.False(t, leads(b, 0))
	require.True(t, leads(a, time.Hour))

	require.NoError(t, a.Close())
	require.False(t, leads(b, 9*time.Second), "not yet time to try")
	require.True(t, leads(b, 10*time.Second))
	require.False(t, leads(a, 2*time.Hour))

	require.NoError(t, root.Remove("lease"))
	require.True(t, leads(b, 11*time.Second), "not yet time to look")
	_, err := b.Step(start.Add(20 * time.Second))
	require.ErrorIs(t, err, lease.ErrGone)
	_, err = b.Step(start.Add(21 * time.Second))
	require.ErrorIs(t, err, lease.ErrGone, "an answer does not change between two tries")
	require.True(t, leads(a, 3*time.Hour))
	require.False(t, leads(b, 30*time.Second))
}

func newKeeper(t *testing.T, root *os.Root) *lease.Keeper {
	k, err := lease.NewKeeper(root, "lease", 0o600, 10*time.Second)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, k.Close()) })
	return k
}

// TestLiving fails if an instance that lives is taken for dead, or a dead one for living, or if a file of one that lives is
// removed.
func TestLiving(t *testing.T) {
	root := newRoot(t)
	lives, err := lease.Announce(root, "one", 0o600)
	require.NoError(t, err)
	alive := func() bool {
		alive, err := lease.Alive(root, "one")
		require.NoError(t, err)
		return alive
	}
	require.True(t, alive())
	require.ErrorIs(t, lease.Bury(root, "one"), lease.ErrHeld)
	require.NoError(t, lives.Close())
	require.False(t, alive())
	require.NoError(t, lease.Bury(root, "one"))
	_, err = root.Lstat(lease.LiveName("one"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.False(t, alive(), "nothing is left of it")
	require.NoError(t, lease.Bury(root, "one"))

	require.NoError(t, root.Mkdir(lease.LiveName("odd"), 0o700))
	_, err = lease.Alive(root, "odd")
	require.ErrorIs(t, err, lease.ErrUnfit, "no answer")
}
