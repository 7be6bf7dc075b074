package tiertest

import (
	"bytes"
	"hash/fnv"
	"math/rand/v2"

	"github.com/genlock-go/genlock/tiers"
)

// blocks are blocks of keys in slots side by side, from the first on.
func blocks(first int, keys ...string) []tiers.Block[string] {
	list := make([]tiers.Block[string], len(keys))
	for i, key := range keys {
		list[i] = tiers.Block[string]{Key: key, Slot: first + i}
	}
	return list
}

// fill fills a slot with the bytes of a key: no other key has them, and no two parts of a block are alike.
func fill(slot []byte, key string) { copy(slot, bytesOf(key, len(slot))) }

// holds reports whether a slot holds the bytes of a key.
func holds(slot []byte, key string) bool { return bytes.Equal(slot, bytesOf(key, len(slot))) }

func bytesOf(key string, n int) []byte {
	h := fnv.New64a()
	h.Write([]byte(key))
	r := rand.New(rand.NewPCG(h.Sum64(), uint64(len(key))))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}
