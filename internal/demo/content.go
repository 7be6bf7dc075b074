package demo

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/genlock-go/genlock/tiers/fs"
)

// A key names a block, and its file.
type key string

// blockBytes is the size of a block, and fileBytes that of its file: the page behind the block has its checksum.
const (
	blockBytes = 4096
	fileBytes  = blockBytes + 4096
)

var errWrongBlock = errors.New("a block holds what does not belong there")

func keyOf(i int) key { return key(fmt.Sprintf("block-%03d", i)) }

// content is the block of a key: its name, over and over, and how often. No two blocks share a stretch of bytes.
func content(k key) []byte {
	b := make([]byte, 0, blockBytes+len(k)+8)
	for i := uint64(0); len(b) < blockBytes; i++ {
		b = binary.BigEndian.AppendUint64(append(b, k...), i)
	}
	return b[:blockBytes]
}

// judge is an error if the bytes are not the block of the key.
func judge(k key, b []byte) error {
	if !bytes.Equal(b, content(k)) {
		return fmt.Errorf("%w: the slot of %s begins with %q", errWrongBlock, k, b[:min(len(b), 16)])
	}
	return nil
}

// openFiles opens a directory with room for some of the blocks, and stores as many.
func openFiles(dir string) (*fs.Store[key], error) {
	store, err := fs.Open(dir, fs.Config[key]{
		BlockBytes: blockBytes,
		AppendKey:  func(b []byte, k key) []byte { return append(b, k...) },
		ParseKey:   func(b []byte) (key, bool) { return key(b), true },
		Checksum:   true,
		Capacity:   files * fileBytes,
	})
	if err != nil {
		return nil, err
	}
	for i := range files {
		if err := store.Store(context.Background(), keyOf(i), content(keyOf(i))); err != nil {
			return nil, errors.Join(err, store.Close(context.Background()))
		}
	}
	return store, nil
}
