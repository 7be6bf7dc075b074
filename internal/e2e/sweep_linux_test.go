// Tests of what processes leave behind in a directory, and of who clears it up. The temporary files are those of children
// that were killed in the middle of a store. They need root and /dev/fuse.
package e2e

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/internal/e2e/reexec"
	"github.com/genlock-go/genlock/tiers/fs"
)

// halfStored is a child that hangs in the middle of a store of version 1 of the key, and the temporary file of it.
func halfStored(t *testing.T, f *faultfs.FS, key string) (*reexec.Child, talk, string) {
	t.Helper()
	before := temporary(t, f.Backing())
	c, talk := startStorer(t, f.Dir())
	f.Set(faultfs.Fault{Op: faultfs.Flush, Name: "t-*", Nth: 1, Hang: true})
	require.NoError(t, talk.say("%s 1", key))
	f.AwaitHung(1)
	after := temporary(t, f.Backing())
	require.Len(t, after, len(before)+1)
	isNew := func(path string) bool { return !slices.Contains(before, path) }
	return c, talk, after[slices.IndexFunc(after, isNew)]
}

// leave kills a child in the middle of a store; its temporary file is left.
func leave(t *testing.T, f *faultfs.FS, key string) string {
	t.Helper()
	c, _, path := halfStored(t, f, key)
	require.NoError(t, syscall.Kill(c.Pid(), syscall.SIGKILL))
	f.Clear()
	require.NoError(t, c.Kill())
	return path
}

// age makes a file, or a link, one that was last written to a day ago.
func age(t *testing.T, path string) {
	t.Helper()
	day := unix.NsecToTimespec(time.Now().Add(-24 * time.Hour).UnixNano())
	require.NoError(t, unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{day, day}, unix.AT_SYMLINK_NOFOLLOW))
}

// If what dead processes leave were never removed, it would fill the storage; if more were removed, it would be what
// belongs to others, or is being written.
func TestWhatDeadProcessesLeaveIsSwept(t *testing.T) {
	f := faultfs.Mount(t)
	old, recent := leave(t, f, "old"), leave(t, f, "recent")
	age(t, old)
	stranger := filepath.Join(filepath.Dir(old), "stranger")
	victim := filepath.Join(f.Backing(), "victim")
	for _, path := range []string{stranger, victim} {
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		age(t, path)
	}
	link := old + "1" // named as the dead process would have named it
	require.NoError(t, os.Symlink(victim, link))
	age(t, link)

	s := openStore(t, f.Dir(), config())
	require.EqualValues(t, 1, s.Stats().Swept)
	require.NoFileExists(t, old)
	for _, path := range []string{recent, stranger, victim} {
		require.FileExists(t, path)
	}
	_, err := os.Lstat(link)
	require.NoError(t, err)
	require.Zero(t, have(t, s, "old"))
	require.Zero(t, have(t, s, "recent"))
}

// If a temporary file of a process that lives were swept, however old it looks, its store would fail, or lose the block.
func TestWhatALiveProcessWritesIsNotSwept(t *testing.T) {
	f := faultfs.Mount(t)
	first, err := fs.Open(f.Dir(), config()) // so that the child does not lead
	require.NoError(t, err)
	_, talk, path := halfStored(t, f, "k")
	age(t, path)
	require.NoError(t, first.Close(context.Background()))

	s := openStore(t, f.Dir(), config())
	require.True(t, s.Stats().Leads, "it has swept")
	require.Zero(t, s.Stats().Swept)
	require.FileExists(t, path)
	f.Clear()
	line, err := talk.hear()
	require.NoError(t, err)
	require.Equal(t, "stored", line)
	require.EqualValues(t, 1, have(t, s, "k"))
}
