package fs_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// TestStoresUnderWayCount fails if two stores that run together take more room than there is, or if one that has no room
// makes others go.
func TestStoresUnderWayCount(t *testing.T) {
	dir := newRoot(t)
	s := open(t, dir, bounded(2))
	store(t, s, "read")
	unpin := fs.Pin(s, "read")
	var beside []error
	fs.At(s, func(at fs.Step) {
		if at == fs.StepClosed { // all bytes of the first are written, and nothing of it is to be seen
			require.EqualValues(t, blockBytes, s.Stats().Reserved)
			beside = append(beside, s.Store(t.Context(), "beside", block(1)))
		}
	})
	store(t, s, "first")
	require.Len(t, beside, 1, "the second never began")
	require.ErrorIs(t, beside[0], tiers.ErrFull)
	require.Zero(t, s.Stats().Reserved)
	unpin()
	require.Equal(t, []string{"read", "first"}, has(t, s, "read", "first", "beside"))
}

// TestFailedStoresGiveTheirRoomBack fails if the room of a store that fails is lost for ever.
func TestFailedStoresGiveTheirRoomBack(t *testing.T) {
	s := open(t, newRoot(t), bounded(1))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		require.Error(t, s.Store(ended, "fails", block(1)))
	}
	require.Zero(t, s.Stats().Reserved)
	store(t, s, "works")
	require.Equal(t, []string{"works"}, has(t, s, "works"))
}
