package tiers

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOpErrorsNameWhatIsKnown fails if an error does not say of which tier, operation and key it is, or hides its cause.
func TestOpErrorsNameWhatIsKnown(t *testing.T) {
	for _, tt := range []struct {
		err  OpError
		says string
	}{
		{OpError{Tier: "disk", Op: "load", Key: PrintKey("k"), Err: ErrNotFound}, `disk: load of "k": tiers: no such block`},
		{OpError{Op: "load", Key: PrintKey(7), Err: ErrNotFound}, `load of "7": tiers: no such block`},
		{OpError{Tier: "disk", Op: "test", Err: ErrStuck}, "disk: test: tiers: I/O is stuck"},
	} {
		assert.EqualError(t, &tt.err, tt.says)
		wrapped := fmt.Errorf("cascade: %w", &tt.err)
		assert.ErrorIs(t, wrapped, tt.err.Err)
		var op *OpError
		require.True(t, errors.As(wrapped, &op))
		assert.Equal(t, tt.err, *op)
	}
}

// TestHollowErrorsArePrinted fails if printing an error panics because the storage returned a nil pointer.
func TestHollowErrorsArePrinted(t *testing.T) {
	err := &OpError{Op: "load", Err: (*OpError)(nil)}
	assert.EqualError(t, err, "load: <nil>")
}
