package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestDiff(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"a line changes", "a\nb\nc\n", "a\nx\nc\n", "@@ 2\n-b\n+x\n"},
		{"a new file", "", "a\nb\n", "@@ 1\n+a\n+b\n"},
		{"two places", "a\nb\nc\nd\ne\n", "a\nB\nc\nd\nE\ne\n", "@@ 2\n-b\n+B\n@@ 5\n+E\n"},
		{"lines go", "a\nb\nc\n", "c\n", "@@ 1\n-a\n-b\n"},
	}
	for _, tt := range tests {
		assert.Equal(t, "--- f\n+++ f (generated)\n"+tt.want, diff("f", []byte(tt.old), []byte(tt.new)), tt.name)
	}
}

// Whoever reads a diff must be able to trust that nothing is left out of it.
func TestDiffSaysEverything(t *testing.T) {
	text := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		shown := diff("f", []byte(strings.Join(a, "\n")), []byte(strings.Join(b, "\n")))
		var gone, come int
		for line := range strings.Lines(shown) {
			switch {
			case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
			case line[0] == '-':
				gone++
			case line[0] == '+':
				come++
			}
		}
		assert.Equal(t, len(lines([]byte(strings.Join(b, "\n")))), len(lines([]byte(strings.Join(a, "\n"))))-gone+come)
	})
}

func TestSize(t *testing.T) {
	for text, bytes := range map[string]size{"1": 1, "500MB": 500e6, "2GiB": 2 << 30, "64 KiB": 64 << 10} {
		var z size
		assert.NoError(t, z.Set(text))
		assert.Equal(t, bytes, z, text)
	}
	for _, text := range []string{"", "MB", "-1", "0", "1.5GB", "9223372036854775807KB", "2 XB"} {
		assert.Error(t, new(size).Set(text), text)
	}
}

func TestThousands(t *testing.T) {
	for n, text := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		assert.Equal(t, text, thousands(n))
	}
}
