package fs_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// TestTier fails if a directory, with a tier over it, is none that a scheduler could use.
func TestTier(t *testing.T) {
	for name, change := range map[string]func(*fs.Config[string]){
		"plain":     func(*fs.Config[string]) {},
		"checksums": func(c *fs.Config[string]) { c.Checksum, c.Key = true, tiers.NewSecret(make([]byte, 32)) },
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "plain" {
				t.Skip("half of it is enough when time is short")
			}
			tiertest.Run(t, onFiles(change))
		})
	}
}

// onFiles is a harness for tiers over directories.
func onFiles(change func(*fs.Config[string])) tiertest.Harness {
	type place struct{ name, dir string }
	stores := map[place]*fs.Store[string]{}
	h := tiertest.Backends(func(t *testing.T, o tiertest.Opening) tiers.Backend[string] {
		require.NoError(t, os.MkdirAll(o.Dir, 0o700))
		config := fs.Config[string]{
			Name: o.Name, BlockBytes: o.Memory.SlotBytes(), AppendKey: appendString,
			Namespace: fs.Namespace{Salt: tiers.NewSecret([]byte(o.Salt))},
		}
		change(&config)
		s, err := fs.Open(o.Dir, config)
		require.NoError(t, err)
		stores[place{o.Name, o.Dir}] = s
		return s
	})
	h.Shared, h.Salted = true, true
	h.Evict = func(t *testing.T, o tiertest.Opening, key string) {
		require.NoError(t, fs.Evict(stores[place{o.Name, o.Dir}], key))
	}
	h.Lose = func(t *testing.T, o tiertest.Opening, key string) {
		require.NoError(t, os.Remove(stores[place{o.Name, o.Dir}].Path(key)))
	}
	h.Inspect = func(t *testing.T, o tiertest.Opening) {
		for _, path := range files(t, o.Dir) {
			require.Regexp(t, `^([kd][0-9a-f]*|manifest\.json|lease|live-[0-9a-f]*)$`, filepath.Base(path))
			info, err := os.Stat(filepath.Join(o.Dir, path))
			require.NoError(t, err)
			require.Zero(t, info.Mode().Perm()&0o077, path)
		}
	}
	return h
}
