package ledger

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/tiers"
)

// TestNamesAreFound fails if a name is taken for another one, or not found again: also where several have one hash.
func TestNamesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, slots := newSlab(), map[string]slot{}
		if rapid.Bool().Draw(t, "collide") {
			s.mask = 1
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				require.Equal(t, len(slots), s.size())
			},
			"bind or vacate": func(t *rapid.T) {
				text := tiers.Name(rapid.SliceOfN(rapid.ByteRange(0, 2), 0, 2).Draw(t, "key"))
				n, ok := parse(text)
				require.True(t, ok)
				require.Equal(t, text, n.String())
				i, bound := slots[text]
				require.Equal(t, i, s.find(&n))
				if !bound {
					slots[text] = s.bind(&n)
					return
				}
				s.vacate(i)
				delete(slots, text)
			},
		})
	})
}
