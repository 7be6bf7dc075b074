package fs_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// TestOpener fails if what a user writes does not reach the store, reaches the next one, too, or is not checked.
func TestOpener(t *testing.T) {
	dir, other := newRoot(t), newRoot(t)
	base := stringKeys
	base.Namespace.More = map[string]string{"window": "4096"}
	var types tiers.Types[string]
	require.NoError(t, types.Register("fs", fs.Opener(base)))

	written := `{"directory": %q, "checksum": true, "direct": "never", "namespace": {"model": "m", "salt": "in a file", "more": {"x": "y"}}}`
	s, err := types.Open(t.Context(), "fs", tiers.FromJSON(fmt.Appendf(nil, written, dir)))
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(t.Context())) }()
	require.NoError(t, s.Store(t.Context(), "key", block(1)))
	require.Len(t, base.Namespace.More, 1)

	same := base
	same.Namespace = fs.Namespace{Model: "m", Salt: tiers.NewSecret([]byte("in a file")), More: map[string]string{"window": "4096", "x": "y"}}
	require.NoError(t, open(t, dir, same).Load(t.Context(), "key", make([]byte, blockBytes)))
	for names, text := range map[string]string{
		"Directory is empty":  `{}`,
		"bad root":            `{"directory": "/nowhere/at/all"}`,
		"Log cannot be":       fmt.Sprintf(`{"directory": %q, "log": {}}`, other),
		"AppendKey cannot be": fmt.Sprintf(`{"directory": %q, "appendKey": "k"}`, other),
		"ParseKey cannot be":  fmt.Sprintf(`{"directory": %q, "parseKey": {}}`, other),
		"Direct is \"maybe\"": `{"direct": "maybe"}`,
		"unknown field":       `{"directori": "/"}`,
		"Key has 9 bytes":     fmt.Sprintf(`{"directory": %q, "key": "in a file"}`, other),
		"BlockBytes is 0":     fmt.Sprintf(`{"directory": %q, "blockBytes": 0}`, other),
	} {
		_, err := types.Open(t.Context(), "fs", tiers.FromJSON([]byte(text)))
		require.Error(t, err)
		assert.ErrorContains(t, err, names)
		assert.NotContains(t, err.Error(), "in a file")
	}
}

// TestOpenerEndsWithItsContext fails if who opens a tier on a mount that hangs waits for ever.
func TestOpenerEndsWithItsContext(t *testing.T) {
	dir := newRoot(t)
	synctest.Test(t, func(t *testing.T) { // and waits for what goes on
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		stuck := 0
		for range 20 { // it may be open before anybody sees that the context has ended
			s, err := fs.Opener(stringKeys)(ended, tiers.FromJSON(fmt.Appendf(nil, `{"directory": %q}`, dir)))
			if err == nil {
				require.NoError(t, s.Close(t.Context()))
				continue
			}
			require.ErrorIs(t, err, tiers.ErrStuck)
			require.ErrorContains(t, err, dir)
			stuck++
		}
		require.Positive(t, stuck)
	})
}
