//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sweep_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers/fs/internal/lease"
	"github.com/genlock-go/genlock/tiers/fs/internal/sweep"
)

// TestOnlyDeadTemporaryFilesAreSwept fails if a file that somebody still writes is removed, or anything that is not ours to
// remove, or if what dead processes leave stays for ever.
func TestOnlyDeadTemporaryFilesAreSwept(t *testing.T) {
	y := newYard(t, 4*blockBytes)
	lives, err := lease.Announce(y.root("."), "lives", 0o600)
	require.NoError(t, err)
	shard := filepath.Join(y.dir, "0")
	at := func(name string) string { return filepath.Join(shard, name) }
	y.put(at("t-dead.1"), 7, 0)
	y.put(at("t-dead.recent"), 7, time.Hour)
	y.put(at("t-dead.future"), 7, 24*time.Hour)
	y.put(at("t-lives.1"), 7, 0)
	y.put(at("foreign"), 7, 0)
	require.NoError(t, os.Symlink("foreign", at("t-dead.link")))
	require.NoError(t, os.Mkdir(at("t-dead.directory"), 0o700))
	require.NoError(t, syscall.Mkfifo(at("t-dead.pipe"), 0o600))

	y.round(time.Hour)
	_, err = os.Lstat(at("t-dead.1"))
	require.ErrorIs(t, err, os.ErrNotExist)
	left, err := os.ReadDir(shard)
	require.NoError(t, err)
	require.Len(t, left, 7)
	assert.Equal(t, sweep.Stats{Rounds: 1, Swept: 1, SweptBytes: 7, Recent: 2, Living: 1, Foreign: 1, Odd: 3},
		y.sweeper.Stats())

	require.NoError(t, lives.Close())
	y.round(time.Hour)
	_, err = os.Lstat(at("t-lives.1"))
	require.ErrorIs(t, err, os.ErrNotExist, "its instance is dead by now")
}

// TestDeadInstancesAreBuried fails if the files by which instances were known to live pile up, or if one of a living instance
// is removed.
func TestDeadInstancesAreBuried(t *testing.T) {
	y := newYard(t, 4*blockBytes)
	root := y.root(".")
	for _, instance := range []string{"lives", "dead", "young"} {
		l, err := lease.Announce(root, instance, 0o600)
		require.NoError(t, err)
		age := 0 * time.Hour
		if instance == "young" {
			age = time.Hour
		}
		require.NoError(t, os.Chtimes(filepath.Join(y.dir, lease.LiveName(instance)), time.Time{}, start.Add(age)))
		if instance != "lives" {
			require.NoError(t, l.Close())
		} else {
			defer l.Close()
		}
	}
	y.put(filepath.Join(y.dir, "live-stream.txt"), 1, 0)
	y.round(time.Hour)
	require.FileExists(t, filepath.Join(y.dir, "live-stream.txt"), "something else that has such a name")
	assert.EqualValues(t, 1, y.sweeper.Stats().Buried)
	_, err := root.Lstat(lease.LiveName("dead"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.FileExists(t, filepath.Join(y.dir, lease.LiveName("lives")))
	require.FileExists(t, filepath.Join(y.dir, lease.LiveName("young")))
}

// TestHostileNames fails if what somebody planted under the name of a block counts, or is touched, or makes us read more in a
// step than we were told to.
func TestHostileNames(t *testing.T) {
	y := newYard(t, 4*blockBytes)
	const many = 1000
	for i := range many {
		y.put(filepath.Join(y.dir, "0", fmt.Sprintf("k%d\n..\\\x01", i)), 1, 0)
	}
	require.NoError(t, os.Symlink("/etc/passwd", y.path("link")))
	require.NoError(t, os.Mkdir(y.path("directory"), 0o700))
	require.NoError(t, syscall.Mkfifo(y.path("pipe"), 0o600))
	y.put(y.path("size"), blockBytes+1, 0)
	name := nameOf("elsewhere")
	y.put(filepath.Join(y.dir, fmt.Sprint(1-shardOf(name)), name), blockBytes, 0)

	steps := 0
	for ended := false; !ended; steps++ {
		before := y.sweeper.Stats().Foreign
		var err error
		ended, err = y.sweeper.Step(start, 50)
		require.NoError(t, err)
		require.LessOrEqual(t, y.sweeper.Stats().Foreign-before, uint64(50))
	}
	require.Greater(t, steps, many/50)
	assert.Equal(t, sweep.Stats{Rounds: 1, Foreign: many, Odd: 5}, y.sweeper.Stats())
	assert.Zero(t, y.books.Stats().Files)
	assert.Zero(t, y.books.Stats().Names)
}
