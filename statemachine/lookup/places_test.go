package lookup

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestPlacesAreAMap fails if the table finds another holding of a slot than a search from front to back, also after it
// was cleared and used again by a request with fewer keys.
func TestPlacesAreAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p places
		for range 3 {
			var holdings []holding
			slots := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 5000), 0, 300, rapid.ID[uint32]).Draw(t, "slots")
			for i, slot := range slots {
				require.Equal(t, -1, p.find(slot, holdings))
				holdings = append(holdings, holding{slot: slot})
				if i%3 == 0 {
					require.Equal(t, i, p.find(slot, holdings))
				}
			}
			for i, slot := range slots {
				require.Equal(t, i, p.find(slot, holdings))
			}
			p.clear()
		}
	})
}
