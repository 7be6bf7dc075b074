package fs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/genlock-go/genlock/internal/quietlog"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
	"github.com/genlock-go/genlock/tiers/fs/internal/footer"
	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
)

// A Store keeps blocks in files below one directory. It is a tiers.Backend; all of its methods may be called from any
// goroutine.
type Store[K comparable] struct {
	config Config[K]
	path   string // of the namespace
	shelf  *shelf // the files
	books  *ledger.Ledger[K]
	tender *tender[K]
}

// Open opens a directory that exists, and makes what the namespace needs in it. It waits for the storage, and counts the
// blocks that are there if it falls to this process to bound them: some 100,000 a second. What is wrong with the directory
// wraps ErrRoot, what is wrong with the configuration wraps tiers.ErrConfig, and the error names it.
func Open[K comparable](path string, config Config[K]) (*Store[K], error) {
	return open(path, config, Format)
}

func open[K comparable](path string, config Config[K], format int) (*Store[K], error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	fields, err := config.fields(format)
	if err != nil {
		return nil, fmt.Errorf("fs: %w", err)
	}
	text, err := manifest(fields)
	if err != nil {
		return nil, fmt.Errorf("fs: manifest: %w", err)
	}
	books, err := config.ledger()
	if err != nil {
		return nil, fmt.Errorf("fs: %w", err)
	}
	namespace := digest(fields)
	s := &Store[K]{config: config, path: filepath.Join(path, namespace), shelf: config.shelf(namespace), books: books}
	if err := s.open(path, namespace, text); err != nil {
		s.shelf.close()
		return nil, fmt.Errorf("%w (below %s)", err, path)
	}
	return s, nil
}

// open opens the files, and begins to see to them.
func (s *Store[K]) open(path, namespace string, manifest []byte) error {
	err := s.shelf.openBelow(path, namespace, manifest)
	if err != nil {
		return err
	}
	if s.tender, err = newTender(s.shelf, s.books, s.shelf.log); err != nil {
		return fmt.Errorf("%w: %w", ErrRoot, err)
	}
	if err := s.shelf.tryDirect(s.config.Direct); err != nil {
		s.tender.close()
		return err
	}
	return s.tender.start()
}

// fields are what the digest of the namespace is made of: the version of this form first, and what the tier itself adds.
func (c Config[K]) fields(format int) ([]field, error) {
	given, err := c.Namespace.fields()
	if err != nil {
		return nil, err
	}
	all := []field{{tag: "format", value: strconv.Itoa(format)}, {tag: "block bytes", value: strconv.Itoa(c.BlockBytes)}}
	if c.Key.Set() {
		shown := fingerprint("key", c.Key.Reveal())
		all = append(all, field{tag: "key", value: shown})
	}
	return append(all, given...), nil
}

func (c Config[K]) shelf(namespace string) *shelf {
	s := newShelf()
	s.blockBytes = c.BlockBytes
	s.fileMode, s.dirMode, s.others = c.FileMode, c.DirMode, c.OthersMayWrite
	s.durable, s.log = c.Durable, quietlog.New(c.Log, cmp.Or(c.Name, "fs"))
	s.sums = footer.Kind{Checksum: c.Checksum, Key: c.Key, Namespace: namespace}
	s.gate = newGate(s.close)
	return s
}

// openBelow opens the namespace in the directory of that path.
func (s *shelf) openBelow(path, namespace string, manifest []byte) error {
	root, err := os.OpenRoot(path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRoot, err)
	}
	if err = dir.Fit(root, s.others); err == nil {
		err = s.open(root, namespace, manifest)
	}
	if err != nil && !errors.Is(err, ErrRoot) {
		err = fmt.Errorf("%w: %w", ErrRoot, err)
	}
	return errors.Join(err, root.Close())
}

// block is where the block of a key is kept.
func (s *Store[K]) block(key K) block {
	name := tiers.AppendName(nil, s.config.AppendKey(nil, key))
	return block{string(name), shardOf(name)}
}

// Path is the file that the block of a key is in, if it is there.
func (s *Store[K]) Path(key K) string {
	b := s.block(key)
	return filepath.Join(s.path, shardName(b.shard), b.name)
}

// call runs a call about one key while the store is open.
func (s *Store[K]) call(op string, key K, do func(block) error) error {
	b := s.block(key)
	call, err := s.shelf.gate.enter(op + " of " + b.name)
	if err == nil {
		defer s.shelf.gate.leave(call)
		err = do(b)
	}
	if err != nil {
		return &tiers.OpError{Tier: s.config.Name, Op: op, Key: tiers.PrintKey(key), Err: err}
	}
	return nil
}

// Test implements tiers.Backend: it makes a file, removes it, and reads one. A storage that is full, over a quota or read-only
// passes if it can be read: it is of use for loads. On systems other than Unix such a storage fails.
func (s *Store[K]) Test(ctx context.Context) error {
	call, err := s.shelf.gate.enter("test")
	if err == nil {
		defer s.shelf.gate.leave(call)
		err = s.shelf.test(ctx)
	}
	if err != nil {
		return &tiers.OpError{Tier: s.config.Name, Op: "test", Err: err}
	}
	return nil
}

// Changes implements tiers.Backend.
func (s *Store[K]) Changes(into []tiers.Change[K], budget int) []tiers.Change[K] {
	return s.books.Changes(into, budget)
}

// Name is the name that it was given.
func (s *Store[K]) Name() string { return s.config.Name }

// BlockBytes is the size of every block.
func (s *Store[K]) BlockBytes() int { return s.config.BlockBytes }

// Capabilities implements tiers.Backend.
func (s *Store[K]) Capabilities() tiers.Capabilities {
	return tiers.Capabilities{Medium: tiers.File, Locality: s.config.Locality, Persistent: true}
}

// Close implements tiers.Backend. Calls that run end at their next chunk. It may be called again.
func (s *Store[K]) Close(ctx context.Context) error {
	s.tender.stop()
	if err := s.shelf.gate.close(ctx); err != nil {
		return &tiers.OpError{Tier: s.config.Name, Op: "close", Err: err}
	}
	return nil
}
