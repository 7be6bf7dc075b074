package footer

import (
	"bytes"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/tiers"
)

// A checksum of another polynomial would not be the one that other programs can check.
func TestChecksumIsCRC32C(t *testing.T) {
	assert.EqualValues(t, 0xE3069283, crc32.Checksum([]byte("123456789"), castagnoli))
	s := Kind{Checksum: true}.Start("name", 9)
	s.Add([]byte("1234"))
	s.Add([]byte("56789"))
	assert.EqualValues(t, 0xE3069283, s.crc, "in pieces as in one")
}

func write(kind Kind, name string, block []byte) []byte {
	page := make([]byte, Bytes)
	s := kind.Start(name, len(block))
	s.Add(block)
	s.Write(page)
	return page
}

func check(kind Kind, name string, block, page []byte) error {
	s := kind.Start(name, len(block))
	s.Add(block)
	return s.Check(page)
}

// If one flipped bit passed, anywhere in the block or in its footer, damage would be served as a block.
func TestOneFlippedBitIsFound(t *testing.T) {
	kinds := map[string]Kind{
		"checksum": {Checksum: true},
		"code":     {Key: tiers.NewSecret([]byte("key")), Namespace: "n"},
		"both":     {Checksum: true, Key: tiers.NewSecret([]byte("key"))},
	}
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				block := rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t, "block")
				page := write(kind, "name", block)
				require.NoError(t, check(kind, "name", block, page))
				all := append(bytes.Clone(block), page...)
				bit := rapid.IntRange(0, 8*len(all)-1).Draw(t, "bit")
				all[bit/8] ^= 1 << (bit % 8)
				require.ErrorIs(t, check(kind, "name", all[:len(block)], all[len(block):]), ErrMismatch)
			})
		})
	}
}

// A footer that anybody can make, or that was made for something else, must not pass for one of ours.
func TestWhatDoesNotPass(t *testing.T) {
	block := []byte("block")
	ours := Kind{Checksum: true, Key: tiers.NewSecret([]byte("our key")), Namespace: "our namespace"}
	for name, page := range map[string][]byte{
		"another key's block":  write(ours, "other", block),
		"another length":       write(ours, "name", []byte("block, and more")),
		"no code":              write(Kind{Checksum: true}, "name", block),
		"another secret":       write(Kind{Checksum: true, Key: tiers.NewSecret([]byte("their key")), Namespace: "our namespace"}, "name", block),
		"from another place":   write(Kind{Checksum: true, Key: tiers.NewSecret([]byte("our key")), Namespace: "their namespace"}, "name", block),
		"zeros":                make([]byte, Bytes),
		"ones":                 bytes.Repeat([]byte{0xff}, Bytes),
		"of another's content": write(ours, "name", []byte("blocc")),
	} {
		assert.ErrorIs(t, check(ours, "name", block, page), ErrMismatch, name)
	}
	assert.NoError(t, check(ours, "name", block, write(ours, "name", block)))
	assert.NoError(t, check(Kind{Checksum: true}, "name", block, write(ours, "name", block)), "a code more than asked for")
}
