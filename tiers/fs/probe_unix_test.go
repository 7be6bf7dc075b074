//go:build unix

package fs_test

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/tiers/fs"
)

// TestOthersCanWrite fails if blocks are trusted that anybody can plant, unless the caller said so.
func TestOthersCanWrite(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o770))
	_, err := fs.Open(dir, stringKeys)
	require.ErrorIs(t, err, fs.ErrRoot)
	require.ErrorContains(t, err, dir)
	shared := stringKeys
	shared.OthersMayWrite = true
	open(t, dir, shared)
}

// onlyRoot is why a file cannot be given away here.
func onlyRoot() error {
	if os.Geteuid() != 0 {
		return errors.New("only root can give a file away")
	}
	return nil
}

// TestOnlyOurRegularFiles fails if a file of another user, or something that is no file, is taken for a block.
func TestOnlyOurRegularFiles(t *testing.T) {
	s := newShelf(t)
	require.NoError(t, syscall.Mkfifo(s.store.Path("pipe"), 0o600))
	require.Equal(t, "[miss]", fmt.Sprint(s.ask("pipe")))
	demand.Of(t, "root", onlyRoot())
	s.put("theirs", blockBytes)
	require.NoError(t, os.Chown(s.store.Path("theirs"), 12345, -1))
	require.Equal(t, "[miss]", fmt.Sprint(s.ask("theirs")))
	require.EqualValues(t, 2, s.store.Stats().Wrong)
}
