package fs_test

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// TestDamageIsFound fails if a flipped byte is served, or a block that was not summed up is refused.
func TestDamageIsFound(t *testing.T) {
	ctx := context.Background()
	summed, keyed := stringKeys, stringKeys
	summed.Checksum = true
	keyed.Key = tiers.NewSecret(bytes.Repeat([]byte{7}, 32))
	for name, config := range map[string]fs.Config[string]{"checksum": summed, "key": keyed} {
		t.Run(name, func(t *testing.T) {
			s := open(t, newRoot(t), config)
			rapid.Check(t, func(t *rapid.T) {
				require.NoError(t, s.Store(ctx, "key", block(1)))
				require.NoError(t, s.Store(ctx, "earlier", block(2)))
				flip(t, s.Path("key"), rapid.IntRange(0, 2*blockBytes-1).Draw(t, "at"))
				before := s.Stats()
				slot := make([]byte, blockBytes)
				require.NoError(t, s.Load(ctx, "earlier", slot))
				require.ErrorIs(t, s.Load(ctx, "key", slot), tiers.ErrCorrupt)
				require.NoFileExists(t, s.Path("key"))
				require.Equal(t, before.Corrupt+1, s.Stats().Corrupt)
				require.Equal(t, before.Removed+1, s.Stats().Removed)
			})
		})
	}
}

func flip(t require.TestingT, path string, at int) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[at] ^= 0x10
	require.NoError(t, os.WriteFile(path, text, 0o600))
}

// TestWithAndWithoutChecksum fails if switching checksums on or off loses the blocks that are there.
func TestWithAndWithoutChecksum(t *testing.T) {
	ctx, dir := context.Background(), newRoot(t)
	summed := stringKeys
	summed.Checksum = true
	with, without := open(t, dir, summed), open(t, dir, stringKeys)
	require.NoError(t, with.Store(ctx, "with", block(1)))
	require.NoError(t, without.Store(ctx, "without", block(2)))
	for _, s := range []*fs.Store[string]{with, without} {
		slot := make([]byte, blockBytes)
		require.NoError(t, s.Load(ctx, "with", slot))
		require.Equal(t, block(1), slot)
		require.NoError(t, s.Load(ctx, "without", slot))
		require.Equal(t, block(2), slot)
	}
}

// TestPlantedBlocks fails if a block is loaded that nobody with the key has stored under this name.
func TestPlantedBlocks(t *testing.T) {
	ctx, dir := context.Background(), newRoot(t)
	summed, keyed := stringKeys, stringKeys
	summed.Checksum = true
	keyed.Key = tiers.NewSecret(bytes.Repeat([]byte{7}, 32))
	other := keyed
	other.Namespace.Model = "other"
	s := open(t, dir, keyed)
	slot := make([]byte, blockBytes)

	plant := func(path string) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(s.Path("key"), text, 0o600))
	}
	refused := func(want error) {
		require.ErrorIs(t, s.Load(ctx, "key", slot), want)
		require.NoFileExists(t, s.Path("key"))
	}
	for _, config := range []fs.Config[string]{summed, other} {
		from := open(t, dir, config)
		require.NoError(t, from.Store(ctx, "key", block(1)))
		plant(from.Path("key"))
		refused(tiers.ErrCorrupt)
	}
	require.NoError(t, s.Store(ctx, "another", block(1)))
	plant(s.Path("another"))
	refused(tiers.ErrCorrupt)
	require.NoError(t, os.WriteFile(s.Path("key"), block(1), 0o600))
	refused(tiers.ErrShort)
	require.NoError(t, s.Load(ctx, "another", slot))

	plain := open(t, dir, summed) // the checksum alone finds a block under a wrong name, too
	require.NoError(t, os.Rename(plain.Path("key"), plain.Path("elsewhere")))
	require.ErrorIs(t, plain.Load(ctx, "elsewhere", slot), tiers.ErrCorrupt)
}
