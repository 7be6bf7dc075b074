package tiers

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var nameForm = regexp.MustCompile(`^[kd][0-9a-f]{0,64}$`)

// TestNamesOfHostileKeys fails if a key can name something else than a file of ours.
func TestNamesOfHostileKeys(t *testing.T) {
	keys := []string{"", "/", "..", "../../etc/passwd", "a/b", "nul\x00nul", "CON", ".hidden", "\u202e",
		strings.Repeat("x", 64<<10)}
	seen := map[string]string{}
	for _, key := range keys {
		name := Name([]byte(key))
		assert.Regexp(t, nameForm, name)
		assert.LessOrEqual(t, len(name), LongestName)
		assert.NotContains(t, seen, name, "%.20q and %.20q", key, seen[name])
		seen[name] = key
	}
}

// TestTwoKeysHaveTwoNames fails if two keys share a name: also a long key and the short one that is its digest.
func TestTwoKeysHaveTwoNames(t *testing.T) {
	long := bytes.Repeat([]byte{7}, LongestPlain+1)
	digest, err := hex.DecodeString(Name(long)[1:])
	require.NoError(t, err)
	require.NotEqual(t, Name(long), Name(digest))

	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "a")
		b := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "b")
		require.Equal(t, bytes.Equal(a, b), Name(a) == Name(b))
	})
}

func ExampleName() {
	fmt.Println(Name([]byte("../key")))
	fmt.Println(Name(bytes.Repeat([]byte("x"), 1000)))
	// Output:
	// k2e2e2f6b6579
	// d44f8354494a5ba03ba1792a8d3e9c534c47a9181980fde7a3f44b06ef2ae7c7f
}

// TestNamesAreRead fails if a text that no key is named by is taken for a name, or if a name shows another key than its own.
func TestNamesAreRead(t *testing.T) {
	for _, text := range []string{"", "k0", "x00", "K00", "k0A", "k0g", "k00\n", "d", "d00", "../k00", "t-00-1",
		"k" + strings.Repeat("0", 66), "d" + strings.Repeat("0", 62), "d" + strings.Repeat("0", 66)} {
		assert.False(t, IsName(text), "%q", text)
		_, ok := PlainKey(text)
		assert.False(t, ok, "%q", text)
	}
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "key")
		require.True(t, IsName(Name(key)))
		shown, ok := PlainKey(Name(key))
		require.Equal(t, len(key) <= LongestPlain, ok)
		if ok {
			require.True(t, bytes.Equal(key, shown))
		}
	})
}
