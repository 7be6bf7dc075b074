package tiers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A secret that any printer shows ends in a log, and in whoever reads logs.
func TestSecretIsNeverPrinted(t *testing.T) {
	const canary = "canary-7f3a"
	type holder struct {
		Shown  Secret
		hidden Secret
		nested *Secret
	}
	s := NewSecret([]byte(canary))
	h := holder{Shown: s, hidden: s, nested: &s}
	traces := []string{canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary), fmt.Sprint([]byte(canary))[1:12]}

	var printed []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%o", "%T"} {
		printed = append(printed, fmt.Sprintf(verb, s), fmt.Sprintf(verb, &s), fmt.Sprintf(verb, h), fmt.Sprintf(verb, &h))
	}
	text, err := json.Marshal(h)
	require.NoError(t, err)
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("opened", "secret", s, "holder", h)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("opened", "secret", s, "holder", h)
	for _, p := range append(printed, string(text), log.String()) {
		for _, trace := range traces {
			assert.NotContains(t, p, trace)
		}
	}
	assert.Contains(t, string(text), "(secret)", "that there is one may be seen")
}

// A secret that its maker can still change, or an empty one that counts as set, would be none.
func TestSecretIsACopy(t *testing.T) {
	b := []byte("key")
	s := NewSecret(b)
	b[0] = 'x'
	assert.Equal(t, "key", string(s.Reveal()))
	assert.True(t, s.Set())
	assert.False(t, NewSecret(nil).Set())
	assert.False(t, NewSecret([]byte{}).Set())
	assert.Nil(t, Secret{}.Reveal())
}
