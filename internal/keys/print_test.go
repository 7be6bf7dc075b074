package keys_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/internal/keys"
)

// TestKeysArePrintedHarmlessly fails if a key can end a line of a log, pass for another text, or fill the log.
func TestKeysArePrintedHarmlessly(t *testing.T) {
	for _, key := range []string{"", "a\nb", "\x00", "\x1b[31m", "\u202e", "say \"k\"", strings.Repeat("x", 64<<10)} {
		printed := keys.Print(key)
		assert.True(t, strings.HasPrefix(printed, `"`))
		assert.Less(t, len(printed), 5*keys.LongestPrinted)
		for _, r := range printed {
			assert.True(t, r >= ' ' && r != '\u202e' && r != 0x7f, "%q in %q", r, printed)
		}
	}
	assert.Contains(t, keys.Print(strings.Repeat("x", 64<<10)), "(65536 bytes)")
	assert.Equal(t, `"{1 a}"`, keys.Print(struct {
		N int
		S string
	}{1, "a"}))
}
