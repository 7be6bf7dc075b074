package demo

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/internal/overlay"
)

// A demonstration in which nothing goes wrong shows nothing, and one that leaves something behind is no demonstration.
func TestEverythingHappens(t *testing.T) {
	for seed := range uint64(3) {
		dir := t.TempDir()
		s, err := newScheduler(dir, seed, nil)
		require.NoError(t, err)
		if overlay.Running() {
			s.limit = 4 * time.Second // what a bug holds up for ever
		}
		require.NoError(t, s.play(t.Context(), dir))
		assert.GreaterOrEqual(t, s.begun, requests)
		assert.Empty(t, s.missing())
		assert.Positive(t, min(s.seen.served, s.seen.left, s.seen.loaded, s.seen.failed, s.seen.late, s.seen.drained), "%+v", s.seen)
		t.Logf("%d steps: %v", s.steps, s.seen)
	}
}

// If something cannot happen the demonstration must say what, not end well without it, and not go on for ever.
func TestWhatDoesNotHappenIsSaid(t *testing.T) {
	dir := t.TempDir()
	s, err := newScheduler(dir, 1, nil)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = s.play(ctx, dir)
	require.ErrorIs(t, err, context.Canceled)
	assert.ErrorContains(t, err, "no release of one")
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
