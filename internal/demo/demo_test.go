package demo

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/cli"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A demonstration in which nothing goes wrong shows nothing.
func TestEverythingHappens(t *testing.T) {
	for seed := range uint64(3) {
		files, err := newStorage(t.TempDir(), blocks)
		require.NoError(t, err)
		s, err := newScheduler(files, rand.New(rand.NewPCG(seed, 0)))
		require.NoError(t, err)
		require.NoError(t, s.run(t.Context()))
		require.NoError(t, s.close())
		assert.Positive(t, s.seen.served)
		assert.Positive(t, s.seen.aborted)
		assert.Positive(t, s.seen.loaded)
		assert.Positive(t, s.seen.failed)
		assert.Positive(t, s.seen.lost)
		assert.Positive(t, s.seen.late, "nobody was told miss for the slow file")
	}
}

// The folder is left only where it was asked for.
func TestKeep(t *testing.T) {
	for _, keep := range []bool{false, true} {
		t.Setenv("TMPDIR", t.TempDir())
		summary, err := Demonstrate(t.Context(), cli.DemoOptions{Seed: 1, Keep: keep})
		require.NoError(t, err)
		left, err := os.ReadDir(os.TempDir())
		require.NoError(t, err)
		assert.Equal(t, keep, len(left) == 1)
		assert.Equal(t, keep, strings.Contains(summary, os.TempDir()))
	}
}

// A block of another key must be told from the right one, or the demonstration could not see the worst fault there is.
func TestWrongBlock(t *testing.T) {
	files, err := newStorage(t.TempDir(), 2)
	require.NoError(t, err)
	require.NoError(t, os.Rename(files.blocks.Path(files.keys[1]), files.blocks.Path(files.keys[0])))
	assert.ErrorIs(t, files.load(files.keys[0]), errWrongBlock)
}
