package demo

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	iofs "io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers/fs"
)

// A key names a block, and its file.
type key string

// blockSize is the size of every block, in bytes.
const blockSize = 4096

// A storage is a folder of blocks. It is the world of the demonstration: it changes by itself.
type storage struct {
	blocks  *fs.Store[key]
	keys    []key
	slow    key // looking at its file takes until answerAll
	release chan struct{}
	once    sync.Once
}

func newStorage(dir string, blocks int) (*storage, error) {
	store, err := fs.Open(dir, fs.Config[key]{
		BlockBytes: blockSize,
		AppendKey:  func(b []byte, k key) []byte { return append(b, k...) },
	})
	if err != nil {
		return nil, err
	}
	s := &storage{blocks: store, release: make(chan struct{})}
	for i := range blocks {
		k := key(fmt.Sprintf("block-%03d", i))
		s.keys = append(s.keys, k)
		if i%4 == 3 {
			continue // never stored so far
		}
		if err := s.store(k); err != nil {
			return nil, err
		}
	}
	s.slow = s.keys[0]
	return s, nil
}

// content is the block of a key: its name, over and over. A block of another key is found out.
func content(k key) []byte {
	unit := binary.BigEndian.AppendUint64([]byte(k), uint64(len(k)))
	return bytes.Repeat(unit, blockSize/len(unit)+1)[:blockSize]
}

func (s *storage) store(k key) error { return s.blocks.Store(context.Background(), k, content(k)) }

func (s *storage) remove(k key) error {
	if err := os.Remove(s.blocks.Path(k)); !errors.Is(err, iofs.ErrNotExist) {
		return err
	}
	return nil
}

// decay loses or cuts short a block, and tells nobody.
func (s *storage) decay(r *rand.Rand, k key) error {
	if r.IntN(2) == 0 {
		return s.remove(k)
	}
	if err := os.Truncate(s.blocks.Path(k), blockSize/2); !errors.Is(err, iofs.ErrNotExist) {
		return err
	}
	return nil
}

// load reads a block. An error says that it is not there as a whole.
func (s *storage) load(k key) error {
	data := make([]byte, blockSize)
	if err := s.blocks.Load(context.Background(), k, data); err != nil {
		return err
	}
	if !bytes.Equal(data, content(k)) {
		return fmt.Errorf("%s: %w", k, errWrongBlock)
	}
	return nil
}

var errWrongBlock = errors.New("demo: a block holds what belongs to another")

// Probe looks at files, at one of them very slowly.
func (s *storage) Probe(ctx context.Context, keys []key, answer lookup.Answer) error {
	if slices.Contains(keys, s.slow) {
		s.waitForIt(ctx)
	}
	return s.blocks.Probe(ctx, keys, answer)
}

func (s *storage) waitForIt(ctx context.Context) {
	select {
	case <-s.release:
	case <-ctx.Done():
	}
}

// answerAll lets the slow file answer, from now on at once.
func (s *storage) answerAll() { s.once.Do(func() { close(s.release) }) }
