package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
)

func openTest(t *testing.T, dir string) *tree {
	t.Helper()
	tree, err := openTree(dir)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, tree.close()) })
	return tree
}

// A link in the way must not carry generated files out of the module, or over a file that is not ours.
func TestNothingIsWrittenThroughALink(t *testing.T) {
	tests := map[string]func(dir, outside string) error{
		"a file that leads out": func(dir, outside string) error {
			return os.Symlink(filepath.Join(outside, "f"), filepath.Join(dir, "a/f"))
		},
		"a file that leads to another": func(dir, _ string) error {
			return os.Symlink("g", filepath.Join(dir, "a/f"))
		},
		"a folder that leads to another": func(dir, _ string) error {
			return errors.Join(os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")), os.Symlink("b", filepath.Join(dir, "a")))
		},
		"a folder that leads out": func(dir, outside string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, "a")), os.Symlink(outside, filepath.Join(dir, "a")))
		},
	}
	for name, plant := range tests {
		t.Run(name, func(t *testing.T) {
			dir, outside := t.TempDir(), t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, "a"), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "a/g"), []byte("mine"), 0o600))
			require.NoError(t, plant(dir, outside))
			assert.Error(t, openTest(t, dir).write([]gen.File{{Path: "a/f", Data: []byte("ours")}}))
			assert.Empty(t, entries(t, outside))
			for _, name := range []string{"a/g", "b/g"} {
				if data, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
					assert.Equal(t, "mine", string(data))
				}
			}
		})
	}
}

// A file that cannot be written must leave those that could as they were.
func TestAllFilesOrNone(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "c"), 0o755))
	tree := openTest(t, dir)
	assert.Error(t, tree.write([]gen.File{{Path: "a", Data: []byte("new")}, {Path: "b", Data: []byte("new")}, {Path: "c", Data: []byte("new")}}))
	assert.Equal(t, []string{"a", "c"}, entries(t, dir))
	data, err := tree.read("a")
	require.NoError(t, err)
	assert.Equal(t, "old", string(data))
	assert.Error(t, tree.write([]gen.File{{Path: "../x", Data: []byte("new")}}))
}

// The same on a disk that is really full.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system of a bounded size can be mounted here: %s", strings.TrimSpace(string(out)))
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", dir).Run()) })
	tree := openTest(t, dir)
	require.NoError(t, tree.write([]gen.File{{Path: "a", Data: []byte("old")}}))
	err := tree.write([]gen.File{{Path: "a", Data: make([]byte, 4096)}, {Path: "b/c", Data: make([]byte, 1<<20)}})
	assert.ErrorContains(t, err, "writing b/c: ")
	assert.ErrorContains(t, err, "no space left on device")
	data, err := tree.read("a")
	require.NoError(t, err)
	assert.Equal(t, "old", string(data))
	assert.Empty(t, entries(t, filepath.Join(dir, "b")))
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
