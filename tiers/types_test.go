package tiers

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func nothing(context.Context, func(any) error) (Backend[string], error) { return nil, nil }

// TestTypesAreNamedOnce fails if a slip in a name opens another storage than was meant, or is found only by reading code.
func TestTypesAreNamedOnce(t *testing.T) {
	var types Types[string]
	require.NoError(t, types.Register("file", nothing))
	require.NoError(t, types.Register("object", nothing))

	for _, tt := range []struct {
		name string
		open Opener[string]
		says string
	}{
		{"file", nothing, `"file" is registered twice`},
		{"", nothing, "without a name"},
		{"null", nil, `"null" has no opener`},
	} {
		err := types.Register(tt.name, tt.open)
		require.ErrorIs(t, err, ErrConfig)
		assert.ErrorContains(t, err, tt.says)
	}
	_, err := types.Open(t.Context(), "fiel", nil)
	require.ErrorIs(t, err, ErrConfig)
	assert.ErrorContains(t, err, `"fiel" is none of ["file" "object"]`)
	assert.Equal(t, []string{"file", "object"}, types.Names(), "what was refused is not registered")
}

// TestOpenersFailByName fails if an error at start does not say which tier it came from, or takes the process down.
func TestOpenersFailByName(t *testing.T) {
	failing := errors.New("no such bucket")
	for name, tt := range map[string]struct {
		open Opener[string]
		says error
	}{
		"fails":  {func(context.Context, func(any) error) (Backend[string], error) { return nil, failing }, failing},
		"panics": {func(context.Context, func(any) error) (Backend[string], error) { panic("nil map") }, ErrPanic},
		"idles":  {nothing, nil},
	} {
		var types Types[string]
		require.NoError(t, types.Register(name, tt.open))
		b, err := types.Open(t.Context(), name, nil)
		require.Error(t, err)
		assert.Nil(t, b)
		assert.ErrorContains(t, err, name+": open: ")
		if tt.says != nil {
			assert.ErrorIs(t, err, tt.says)
		}
	}
}

// A storage that needs a secret, as a user would write its configuration.
type locked struct {
	Bucket string
	Key    Secret
	inner  struct{ key Secret }
}

// TestSecretsStayHidden fails if a credential can be read from an error, or from a configuration that somebody prints:
// whatever of it is wrong, and wherever in it the secret stands.
func TestSecretsStayHidden(t *testing.T) {
	const canary = "canary-1f0c"
	var seen []string
	var types Types[string]
	require.NoError(t, types.Register("object", func(_ context.Context, decode func(any) error) (Backend[string], error) {
		var c locked
		err := decode(&c)
		c.inner.key = c.Key
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x"} {
			seen = append(seen, fmt.Sprintf(verb, c), fmt.Sprintf(verb, &c))
		}
		if err == nil && string(c.Key.Reveal()) != canary {
			err = errors.New("the secret was not read")
		}
		if err == nil {
			err = fmt.Errorf("%w: bucket %q refuses %v", ErrConfig, c.Bucket, c)
		}
		return nil, err
	}))
	for _, text := range []string{
		`{"Bucket": "b", "Key": "` + canary + `"}`,
		`{"Bucket": 7, "Key": "` + canary + `"}`,
		`{"Key": {"` + canary + `": 1}}`,
		`{"Key": ["` + canary + `"]}`,
		`{"Key": "` + canary + `", "Bukcet": "b"}`,
		`{"Key": "` + canary + `"} {}`,
		`{"Key": "` + canary,
	} {
		_, err := types.Open(t.Context(), "object", FromJSON([]byte(text)))
		require.ErrorIs(t, err, ErrConfig, text)
		seen = append(seen, err.Error(), fmt.Sprintf("%+v %#v", err, err))
	}
	for _, s := range seen {
		assert.NotContains(t, s, canary)
		assert.NotContains(t, s, fmt.Sprintf("%x", canary))
	}
}

// TestConfigurationsSayWhatIsMeant fails if a field that nothing reads, or half a file, opens a storage.
func TestConfigurationsSayWhatIsMeant(t *testing.T) {
	for text, says := range map[string]string{
		`{"Room": 7}`:              `unknown field "Room"`,
		`{"Bucket": "b"} trailing`: "more than one JSON value",
		`{"Bucket": `:              "unexpected EOF",
	} {
		err := FromJSON([]byte(text))(&locked{})
		require.ErrorIs(t, err, ErrConfig, text)
		assert.ErrorContains(t, err, says)
	}
	var c locked
	require.NoError(t, FromJSON([]byte(` {"Bucket": "b"} `))(&c))
	require.Equal(t, "b", c.Bucket)
}
