//go:build unix

package fs_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// withUmask runs do under a umask. It is the whole process's: no test of this package runs in parallel.
func withUmask(mask int, do func()) {
	before := syscall.Umask(mask)
	defer syscall.Umask(before)
	do()
}

// modes are the permissions of all that is below a directory, by kind.
func modes(t *testing.T, dir string) (ofFiles, ofDirs map[os.FileMode]int) {
	ofFiles, ofDirs = map[os.FileMode]int{}, map[os.FileMode]int{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := d.Info()
		if d.IsDir() {
			ofDirs[info.Mode().Perm()]++
		} else {
			ofFiles[info.Mode().Perm()]++
		}
		return err
	}))
	return ofFiles, ofDirs
}

// TestPermissionsWhateverTheUmask fails if another user can read a block because of how a process was started, or we
// cannot.
func TestPermissionsWhateverTheUmask(t *testing.T) {
	for _, mask := range []int{0, 0o022, 0o777} {
		withUmask(mask, func() {
			dir := newRoot(t)
			s := open(t, dir, stringKeys)
			require.NoError(t, s.Store(context.Background(), "key", block(1)))
			ofFiles, ofDirs := modes(t, dir)
			require.Equal(t, map[os.FileMode]int{0o600: 4}, ofFiles, "umask %#o", mask)
			require.Equal(t, map[os.FileMode]int{0o700: 65}, ofDirs, "umask %#o", mask)
		})
	}
	wide := stringKeys
	wide.FileMode, wide.DirMode = 0o640, 0o750
	withUmask(0o077, func() {
		dir := newRoot(t)
		require.NoError(t, open(t, dir, wide).Store(context.Background(), "key", block(1)))
		ofFiles, ofDirs := modes(t, dir)
		require.Equal(t, map[os.FileMode]int{0o640: 4}, ofFiles)
		require.Equal(t, map[os.FileMode]int{0o750: 65}, ofDirs)
	})
}

// TestPlantedDirectoriesAreRefused fails if blocks go, or come from, where a link or a loose directory leads.
func TestPlantedDirectoriesAreRefused(t *testing.T) {
	dir, outside := newRoot(t), newRoot(t)
	s := open(t, dir, stringKeys)
	shard := filepath.Dir(s.Path("key"))
	for _, place := range []string{shard, filepath.Dir(shard)} {
		aside := place + ".aside"
		require.NoError(t, os.Rename(place, aside))
		refused := func(name string) {
			_, err := fs.Open(dir, stringKeys)
			require.ErrorIs(t, err, fs.ErrRoot, name)
			require.NoError(t, os.Remove(place))
		}
		require.NoError(t, os.Symlink(outside, place))
		refused("a link out")
		require.NoError(t, os.Symlink(filepath.Base(aside), place))
		refused("a link inside")
		require.NoError(t, os.WriteFile(place, nil, 0o600))
		refused("a file")
		require.NoError(t, os.Mkdir(place, 0o700))
		require.NoError(t, os.Chmod(place, 0o777))
		refused("a directory for everybody")
		require.NoError(t, os.Rename(aside, place))
	}
	require.Empty(t, files(t, outside))
	open(t, dir, stringKeys)
}

// TestDirectoryIsKeptOpen fails if a link that takes a directory's place while the store is open leads blocks astray.
func TestDirectoryIsKeptOpen(t *testing.T) {
	ctx, dir, outside := context.Background(), newRoot(t), newRoot(t)
	s := open(t, dir, stringKeys)
	shard := filepath.Dir(s.Path("key"))
	require.NoError(t, os.Rename(shard, shard+".aside"))
	require.NoError(t, os.Symlink(outside, shard))
	require.NoError(t, s.Store(ctx, "key", block(1)))
	require.NoError(t, s.Load(ctx, "key", make([]byte, blockBytes)))
	require.Empty(t, files(t, outside))
}

// TestManifestIsNoLink fails if a link can make a namespace say what it does not.
func TestManifestIsNoLink(t *testing.T) {
	dir := newRoot(t)
	path := manifestPath(open(t, dir, stringKeys))
	require.NoError(t, os.Rename(path, path+".aside"))
	require.NoError(t, os.Symlink(filepath.Base(path)+".aside", path))
	_, err := fs.Open(dir, stringKeys)
	require.ErrorIs(t, err, fs.ErrNamespace)
	require.ErrorContains(t, err, dir, "of two tiers nobody knows which")
	require.NoError(t, os.Remove(path))
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	_, err = fs.Open(dir, stringKeys) // and does not wait for a writer
	require.ErrorIs(t, err, fs.ErrNamespace)
}

// TestOnlyOurRegularFilesAreLoaded fails if something else is read, waited for, followed or removed.
func TestOnlyOurRegularFilesAreLoaded(t *testing.T) {
	ctx, dir := context.Background(), newRoot(t)
	s := open(t, dir, stringKeys)
	require.NoError(t, s.Store(ctx, "good", block(1)))
	direct := fs.IsDirect(s)
	outside := filepath.Join(t.TempDir(), "outside")
	require.NoError(t, os.WriteFile(outside, block(2), 0o600))
	plant := map[string]func(path string) error{
		"link out":  func(path string) error { return os.Symlink(outside, path) },
		"link in":   func(path string) error { return os.Symlink(s.Path("good"), path) },
		"loop":      func(path string) error { return os.Symlink(path, path) },
		"dangling":  func(path string) error { return os.Symlink("nowhere", path) },
		"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"directory": func(path string) error { return os.Mkdir(path, 0o700) },
		"long":      func(path string) error { return os.WriteFile(path, make([]byte, 3*blockBytes), 0o600) },
	}
	if os.Geteuid() == 0 {
		plant["theirs"] = func(path string) error {
			return errors.Join(os.WriteFile(path, block(2), 0o600), os.Chown(path, 12345, -1))
		}
		plant["short and theirs"] = func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Chown(path, 12345, -1))
		}
	}
	for name, plant := range plant {
		require.NoError(t, plant(s.Path(name)))
		before, err := os.Lstat(s.Path(name))
		require.NoError(t, err)
		slot := fs.Aligned(blockBytes)
		copy(slot, bytes.Repeat([]byte{9}, blockBytes))
		require.ErrorIs(t, s.Load(ctx, name, slot), tiers.ErrForeign, name)
		require.Equal(t, bytes.Repeat([]byte{9}, blockBytes), slot, "%s: nothing was read", name)
		after, err := os.Lstat(s.Path(name))
		require.NoError(t, err)
		require.True(t, os.SameFile(before, after), "%s was left alone", name)
	}
	require.Zero(t, s.Stats().Removed)
	require.EqualValues(t, len(plant), s.Stats().Foreign)
	require.Equal(t, direct, fs.IsDirect(s), "a planted file says nothing about the file system")

	for name := range plant { // a store takes the place of what is no directory, and writes through no link
		err := s.Store(ctx, name, block(3))
		if name == "directory" {
			require.Error(t, err)
			continue
		}
		require.NoError(t, err, name)
		require.NoError(t, s.Load(ctx, name, make([]byte, blockBytes)), name)
	}
	found, err := os.ReadFile(outside)
	require.NoError(t, err)
	require.Equal(t, block(2), found)
	slot := make([]byte, blockBytes)
	require.NoError(t, s.Load(ctx, "good", slot))
	require.Equal(t, block(1), slot)
}

// TestHostileKeysAreStored fails if a key reaches a file that is not its own, or cannot be kept at all.
func TestHostileKeysAreStored(t *testing.T) {
	ctx, dir := context.Background(), newRoot(t)
	s := open(t, dir, stringKeys)
	keys := []string{"", "/", "..", ".", "../../../../etc/passwd", "nul\x00", "a/b", "manifest.json", "t-0-1", "\u202e",
		string(bytes.Repeat([]byte("long"), 16<<10))}
	for i, key := range keys {
		require.NoError(t, s.Store(ctx, key, block(i)))
	}
	onlyBlocks(t, dir, len(keys))
	for i, key := range keys {
		slot := make([]byte, blockBytes)
		require.NoError(t, s.Load(ctx, key, slot))
		require.Equal(t, block(i), slot)
		require.True(t, filepath.IsLocal(filepath.Base(s.Path(key))))
	}
}

// TestTooManyOpenFiles fails if a block is lost, or a miss is reported, because the process has no descriptor left.
func TestTooManyOpenFiles(t *testing.T) {
	ctx := context.Background()
	s := open(t, newRoot(t), stringKeys)
	require.NoError(t, s.Store(ctx, "key", block(1)))
	slot := make([]byte, blockBytes)
	withoutDescriptors(t, func() {
		err := s.Load(ctx, "key", slot)
		require.ErrorIs(t, err, syscall.EMFILE)
		require.NotErrorIs(t, err, tiers.ErrNotFound)
		require.ErrorIs(t, s.Store(ctx, "other", block(1)), syscall.EMFILE)
		require.ErrorIs(t, s.Test(ctx), syscall.EMFILE)
	})
	require.NoError(t, s.Load(ctx, "key", slot))
	assert.NoError(t, s.Store(ctx, "other", block(1)))
}

// withoutDescriptors runs do in a process that may open no more files.
func withoutDescriptors(t *testing.T, do func()) {
	var limit syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	full := limit
	full.Cur = 0
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &full))
	defer func() { require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)) }()
	do()
}

// TestNamesThatOnlyBeginLikeTemporaryOnes fails if a file of somebody else's is swept because of how its name begins.
func TestNamesThatOnlyBeginLikeTemporaryOnes(t *testing.T) {
	s := open(t, newRoot(t), stringKeys)
	shard, old := filepath.Dir(s.Path("key")), time.Now().Add(-48*time.Hour)
	put := func(name string) {
		require.NoError(t, os.WriteFile(filepath.Join(shard, name), nil, 0o600))
		require.NoError(t, os.Chtimes(filepath.Join(shard, name), old, old))
	}
	foreign := []string{"t-", "t-rex-notes", "t-rex-1", "t--1", "t-0123456789abcdef", "t-0123456789abcdef-", "t-0123456789abcdef-x",
		"t-0123456789abcdef01-1"}
	for _, name := range foreign {
		put(name)
	}
	put("t-0123456789abcdef-1")
	require.NoError(t, os.WriteFile(filepath.Join(shard, "t-0123456789abcdef-2"), nil, 0o600))
	before := s.Stats()
	require.NoError(t, fs.Sweep(s))
	after := s.Stats()
	require.EqualValues(t, 1, after.Swept)
	require.EqualValues(t, len(foreign), after.Strange-before.Strange)
	require.EqualValues(t, 1, after.Unfinished-before.Unfinished, "it is not old")
	require.EqualValues(t, 1, after.Rounds-before.Rounds)
	for _, name := range foreign {
		require.FileExists(t, filepath.Join(shard, name))
		require.NoError(t, os.Remove(filepath.Join(shard, name)))
	}
}
