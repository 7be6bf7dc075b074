package primary

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestClose fails if memory is unmapped under a copy, or is kept when none runs, or if anything is begun afterwards.
func TestClose(t *testing.T) {
	p := newPool(t, 4)
	hit := ready(t, p, "hit", "idle")[0]
	_, pinned := p.Pin("hit")
	require.True(t, pinned)
	refs, err := p.Write([]string{"written"}, nil)
	require.NoError(t, err)
	_, err = p.Reserve([]string{"promised"}, nil)
	require.NoError(t, err)

	err = p.Close(t.Context(), nil)
	var inUse *InUseError
	require.ErrorAs(t, err, &inUse)
	assert.ElementsMatch(t, []int{hit.Slot(), refs[0].Slot()}, inUse.Slots)
	require.ErrorIs(t, err, ErrInUse)
	assert.EqualError(t, err, fmt.Sprintf("primary: slots are in use, their memory stays mapped: 2 slots: %d %d",
		inUse.Slots[0], inUse.Slots[1]))
	require.NotNil(t, p.Slot(0), "it is still mapped")
	for name, closed := range map[string]error{
		"Reserve": second(p.Reserve([]string{"x"}, nil)),
		"Write":   second(p.Write([]string{"x"}, nil)),
	} {
		require.ErrorIs(t, closed, ErrClosed, name)
	}
	ref, _ := p.Pin("hit")
	assert.True(t, ref.None(), "no key leads anywhere")

	ctx, cancel := context.WithCancel(t.Context())
	waits := 0
	err = p.Close(ctx, func(context.Context) error {
		waits++
		require.NoError(t, p.Unpin(hit))
		cancel()
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, ErrInUse)
	require.Equal(t, 1, waits)

	stuck := errors.New("nothing ends")
	require.ErrorIs(t, p.Close(t.Context(), func(context.Context) error { return stuck }), stuck)

	require.NoError(t, p.Close(t.Context(), func(context.Context) error {
		readable, err := p.Land(refs[0], true, 1)
		assert.False(t, readable)
		return err
	}))
	assert.Nil(t, p.Slot(0))
	require.NoError(t, p.Close(t.Context(), nil), "it may be called again")
}

func second[A any](_ A, err error) error { return err }
