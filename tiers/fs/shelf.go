package fs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"sync"
	"sync/atomic"

	"github.com/genlock-go/genlock/internal/quietlog"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
	"github.com/genlock-go/genlock/tiers/fs/internal/footer"
)

// shardCount is how many directories the files of a namespace are spread over. All are made ahead: making one while a block
// waits costs more than writing a small block. More of them slow cold stores down, since each directory that is written to is
// one more to bring to the disk; with fewer, stores wait for each other in one.
const shardCount = 64

// instanceBytes is the length of what tells the temporary files of one open store from those of others.
const instanceBytes = 8

// A shelf keeps blocks by their names: all of a store but its keys.
type shelf struct {
	blockBytes int
	fileMode   os.FileMode
	dirMode    os.FileMode
	others     bool // may write
	durable    bool
	sums       footer.Kind
	log        *quietlog.Log

	place    *dir.Dir // of the namespace
	shards   [shardCount]*dir.Dir
	instance string // tells our temporary files from those of others
	files    atomic.Uint64
	testing  chan struct{} // full while a test runs: it has the name of the file that tests make
	direct   atomic.Bool
	pages    sync.Pool // of *[]byte: aligned room for a footer
	gate     *gate
	counters counters
	at       func(step) // tests stop here
}

func newShelf() *shelf {
	var id [instanceBytes]byte
	_, _ = rand.Read(id[:]) // it never fails
	return &shelf{
		instance: hex.EncodeToString(id[:]),
		testing:  make(chan struct{}, 1),
		pages: sync.Pool{New: func() any {
			page := aligned(footer.Bytes)
			return &page
		}},
		at: func(step) {},
	}
}

// shardOf is the shard that a name belongs to. Keys that differ in their last bytes only are spread, too.
func shardOf(name []byte) int { return int(crc32.Checksum(name, castagnoli) % shardCount) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func shardName(i int) string { return fmt.Sprintf("%02x", i) }

// open makes and opens what the namespace consists of.
func (s *shelf) open(root *os.Root, namespace string, manifest []byte) error {
	if err := dir.Make(root, namespace, s.dirMode); err != nil {
		return err
	}
	var err error
	if s.place, err = dir.Open(root, namespace, s.others); err != nil {
		return err
	}
	if err := s.agree(manifest); err != nil {
		return err
	}
	for i := range s.shards {
		if err := dir.Make(s.place.Root(), shardName(i), s.dirMode); err != nil {
			return err
		}
		if s.shards[i], err = dir.Open(s.place.Root(), shardName(i), s.others); err != nil {
			return err
		}
	}
	if s.durable { // else a block that survives a power failure may be in a directory that does not
		return errors.Join(s.place.Sync(), dir.Sync(root))
	}
	return nil
}

// close closes what open has opened.
func (s *shelf) close() {
	for _, d := range append(s.shards[:], s.place) {
		if d != nil {
			d.Close()
		}
	}
}

// A block is the name of a block, and the shard it belongs to.
type block struct {
	name  string
	shard int
}

func blockOf(name string) block { return block{name, shardOf([]byte(name))} }

// in is the directory that a block belongs to.
func (s *shelf) in(b block) *dir.Dir { return s.shards[b.shard] }

// temporaryPrefix begins the names of files that are no blocks yet, or no more.
const temporaryPrefix = "t-"

// temporary is a name for such a file. It is never used again, and says whose file it is.
func (s *shelf) temporary() string { return s.numbered(s.files.Add(1)) }

// testFile is the number of the file that tests make, one after the other: what a test cannot remove the next one does.
const testFile = 0

func (s *shelf) numbered(file uint64) string {
	return fmt.Sprintf("%s%s-%d", temporaryPrefix, s.instance, file)
}

// fits is an error where a copy to or from this memory need not begin.
func (s *shelf) fits(ctx context.Context, memory []byte) error {
	if len(memory) != s.blockBytes {
		return fmt.Errorf("%w: %d bytes for blocks of %d", tiers.ErrSize, len(memory), s.blockBytes)
	}
	return s.alive(ctx)
}

// alive is an error once there is no use in going on.
func (s *shelf) alive(ctx context.Context) error {
	if s.gate.closing.Load() {
		return tiers.ErrClosed
	}
	return ctx.Err()
}

// chunkBytes is how much is copied before a caller's wish to end is looked at again.
const chunkBytes = 8 << 20

// chunked calls do with each chunk of b.
func (s *shelf) chunked(ctx context.Context, b []byte, do func(chunk []byte) error) error {
	for len(b) > 0 {
		if err := s.alive(ctx); err != nil {
			return err
		}
		n := min(len(b), chunkBytes)
		if err := do(b[:n]); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// fullBytes is the size of a file with a footer, leastBytes that of the smallest file that can be a whole block.
func (s *shelf) fullBytes() int64 { return int64(s.blockBytes) + footer.Bytes }

func (s *shelf) leastBytes() int64 {
	if s.sums.Key.Set() {
		return s.fullBytes()
	}
	return int64(s.blockBytes)
}

// storedBytes is the size of a file that we store.
func (s *shelf) storedBytes() int64 {
	if s.sums.Any() {
		return s.fullBytes()
	}
	return int64(s.blockBytes)
}

// whole reports whether a file of that size can be a block.
func (s *shelf) whole(size int64) bool { return size == s.leastBytes() || size == s.fullBytes() }
