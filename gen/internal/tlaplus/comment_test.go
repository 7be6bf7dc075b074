package tlaplus

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// If it failed, an author's words could end the comment in which they stand, or the module.
func TestComment(t *testing.T) {
	for text, want := range map[string]string{
		"a reason":            "a reason",
		"*) x (* y":           "* ) x ( * y",
		"((**))":              "(( ** ))",
		"(*)":                 "( * )",
		`a \* b`:              `a \ * b`,
		"---- MODULE M ----":  "--- MODULE M ---",
		"=======":             "===",
		"two\nlines\r\n\tand": "two lines and",
		"a\u202eb":            "aU+202Eb",
		"é — ü":               "é — ü",
	} {
		got := comment(text)
		assert.NotContains(t, got, "(*")
		assert.NotContains(t, got, "*)")
		assert.Equal(t, want, got, "%q", text)
	}
}

// If it failed, a long reason would run out of sight.
func TestWrap(t *testing.T) {
	long := strings.Repeat("x", 250)
	for _, text := range []string{long, "a " + long + " b", strings.Repeat("word ", 60)} {
		for _, l := range append(lineComment(text, 7), boxed(text)...) {
			assert.LessOrEqual(t, width(l), lineWidth)
		}
	}
	assert.Empty(t, lineComment("", 0))
}

// If it failed, a word of an enumeration would end its string.
func TestQuoted(t *testing.T) {
	assert.Equal(t, `"a \"b\" \\ c d"`, quoted("a \"b\" \\ c\nd"))
}
