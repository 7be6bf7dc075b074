//go:build unix && (!linux || !(amd64 || arm64))

package dir

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOpeningAPipeDoesNotWait fails if a pipe that is planted between the look at a name and its opening hangs a load: then
// nobody writes to it, and this test does not end.
func TestOpeningAPipeDoesNotWait(t *testing.T) {
	place := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(place, "pipe"), 0o600))
	root, err := os.OpenRoot(place)
	require.NoError(t, err)
	d := &Dir{root: root}
	defer d.Close()
	_, err = d.Open("pipe", 0)
	require.ErrorIs(t, err, ErrNotRegular, "it was there before")
	f, err := d.open("pipe", 0)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}
