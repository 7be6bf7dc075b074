package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// blockBytes is the size of a block: more than one page, so that one can be torn.
const blockBytes = 64 << 10

// block is what version v of a key consists of: the version, and bytes that no other key or version has.
func block(key string, v uint64) []byte {
	b := make([]byte, blockBytes)
	fill(b, key, v)
	return b
}

func fill(b []byte, key string, v uint64) {
	binary.BigEndian.PutUint64(b, v)
	seed := sha256.Sum256(fmt.Appendf(nil, "%d of %q", v, key))
	rand.NewChaCha8(seed).Read(b[8:])
}

// version is which version of the key's block b is, or an error: b is none, whole.
func version(b []byte, key string) (uint64, error) {
	v := binary.BigEndian.Uint64(b)
	if want := block(key, v); !bytes.Equal(want, b) {
		at := 0
		for at < len(b) && b[at] == want[at] {
			at++
		}
		return 0, fmt.Errorf("block of %q is torn: version %d up to byte %d of %d", key, v, at, len(b))
	}
	return v, nil
}
