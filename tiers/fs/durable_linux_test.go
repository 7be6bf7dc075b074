package fs_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers/fs"
)

// isOpen reports whether this process has a file of that path open.
func isOpen(t *testing.T, path string) bool {
	descriptors, err := filepath.Glob("/proc/self/fd/*")
	require.NoError(t, err)
	require.NotEmpty(t, descriptors)
	for _, d := range descriptors {
		if target, err := os.Readlink(d); err == nil && target == path {
			return true
		}
	}
	return false
}

// TestWhatIsTakenBackIsOurs fails if a durable store that takes its block back can take the one of another process with it,
// because that one's file has the number that ours had: a number is free once its file is removed and closed.
func TestWhatIsTakenBackIsOurs(t *testing.T) {
	config, dir := stringKeys, newRoot(t)
	config.Durable = true
	s := open(t, dir, config)
	var limit syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	held := false
	fs.At(s, func(at fs.Step) {
		if at == fs.StepRenamed {
			held = isOpen(t, s.Path("key"))
			full := limit
			full.Cur = 0 // the directory cannot be opened to be made durable
			require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &full))
		}
	})
	err := s.Store(t.Context(), "key", block(1))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))
	require.ErrorIs(t, err, syscall.EMFILE)
	require.True(t, held)
	require.EqualValues(t, 1, s.Stats().Removed)
	onlyBlocks(t, dir, 0)
}
