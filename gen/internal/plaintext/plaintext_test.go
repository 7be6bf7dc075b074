package plaintext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/gen/internal/plaintext"
)

// If it failed, a reviewer would see another text than the one that is there.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain, as it is: é ∧ 鍵": "plain, as it is: é ∧ 鍵",
		"a\nb\tc\rd":             "a b c d",
		"a\u202eb":               "aU+202Eb",
		"a\u2028b":               "aU+2028b",
		"\x1b[31m\x00":           "U+001B[31mU+0000",
		"\xff":                   "U+FFFD",
	} {
		assert.Equal(t, want, plaintext.Line(text))
	}
}

// If it failed, words would be lost at the end of a line.
func TestWrap(t *testing.T) {
	assert.Equal(t, []string{"one two", "three", "fourfivesix"}, plaintext.Wrap("one two three  fourfivesix", 8))
	assert.Empty(t, plaintext.Wrap(" \n ", 8))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		lines := plaintext.Wrap(text, 20)
		assert.Equal(t, strings.Fields(plaintext.Line(text)), strings.Fields(strings.Join(lines, "\n")))
		for _, line := range lines {
			assert.True(t, utf8.RuneCountInString(line) <= 20 || !strings.Contains(line, " "), "%q", line)
		}
	})
}
