package fs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
)

// plain is a configuration of blocks that O_DIRECT takes.
var plain = Config[string]{BlockBytes: 4096, AppendKey: func(b []byte, key string) []byte { return append(b, key...) }}

func openPlain(t *testing.T, root string) *Store[string] {
	s, err := Open(root, plain)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

// TestNothingIsLeftWithoutDirect fails if a file system that does not take O_DIRECT is left with the file that showed it: the
// kernel makes it, and then refuses to open it.
func TestNothingIsLeftWithoutDirect(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("none", root, "ramfs", 0, "mode=0700"); err != nil {
		t.Skip("a file system without O_DIRECT cannot be mounted here: ", err)
	}
	defer func() { require.NoError(t, syscall.Unmount(root, syscall.MNT_DETACH)) }()
	s := openPlain(t, root)
	require.False(t, s.shelf.direct.Load(), "it takes O_DIRECT")
	left := func() []string {
		found, err := filepath.Glob(filepath.Join(root, "*", "??", "*"))
		require.NoError(t, err)
		return found
	}
	require.Empty(t, left())

	s.shelf.direct.Store(true) // as if it had worked at first
	slot := aligned(plain.BlockBytes)
	require.NoError(t, s.Store(t.Context(), "key", slot))
	require.Equal(t, []string{s.Path("key")}, left())
	require.False(t, s.shelf.direct.Load(), "it is not tried again")
	require.NoError(t, s.Load(t.Context(), "key", slot))
}

// TestLeftoversOfDirectAreKept fails if what a store past the page cache has left behind is forgotten, because the file system
// refused that store and it was to be tried otherwise.
func TestLeftoversOfDirectAreKept(t *testing.T) {
	s := openPlain(t, t.TempDir())
	s.shelf.direct.Store(true)
	left := &job.Leftover{What: "a temporary file", Err: fmt.Errorf("write: %w", syscall.EINVAL)}
	calls := 0
	err := s.shelf.withDirect(aligned(plain.BlockBytes), func(int) error { calls++; return left })
	var found *job.Leftover
	require.True(t, errors.As(err, &found))
	require.Equal(t, 1, calls)
}

// TestTrialThatFailsForAnotherReason fails if O_DIRECT counts as missing for as long as the store is open because there was no
// descriptor, or no room, when it was tried.
func TestTrialThatFailsForAnotherReason(t *testing.T) {
	s := openPlain(t, t.TempDir())
	var err error
	tryWithoutDescriptors := func(wish Direct) {
		var limit syscall.Rlimit
		require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
		full := limit
		full.Cur = 0
		require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &full))
		defer func() { require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)) }()
		err = s.shelf.tryDirect(wish)
	}
	tryWithoutDescriptors(DirectRequire)
	require.ErrorIs(t, err, syscall.EMFILE)
	require.ErrorIs(t, err, ErrRoot)
	require.NotErrorIs(t, err, ErrDirect)
	tryWithoutDescriptors(DirectAuto)
	require.NoError(t, err)
	require.True(t, s.shelf.direct.Load(), "nothing has shown that it does not work")
	slot := aligned(plain.BlockBytes)
	require.NoError(t, s.Store(t.Context(), "key", slot))
	require.NoError(t, s.Load(t.Context(), "key", slot))

	for _, refused := range []error{syscall.EINVAL, syscall.ENOTSUP, syscall.EOPNOTSUPP, io.EOF} {
		err := fmt.Errorf("trial: %w", refused)
		require.ErrorIs(t, s.shelf.tried(DirectRequire, err), ErrDirect)
		s.shelf.direct.Store(true)
		require.NoError(t, s.shelf.tried(DirectAuto, err))
		require.False(t, s.shelf.direct.Load(), refused)
	}
}
