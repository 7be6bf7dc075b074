package sweep

import (
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
	"time"

	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
)

// Books are what is told of the files that are there: a ledger.Ledger.
type Books interface {
	BeginRound()
	Seen(name string, bytes int64, modified time.Time) (known bool)
	Look(name string) (ledger.Pin, bool)
	Met(p ledger.Pin, bytes int64, modified time.Time)
	Lost(p ledger.Pin)
	Unpin(p ledger.Pin)
	Unseen(from, most int, into []string) (next int, names []string)
	Counted()
}

// Config says what there is to go through. All but Age is needed.
type Config struct {
	Books Books
	// Place has the files by which instances are known to live; its Shards have the blocks and the temporary files.
	Place  *os.Root
	Shards []*os.Root
	// ShardOf is the index of the shard that the file of that name belongs to.
	ShardOf func(name string) int
	// IsBlock reports whether a file under the name of a block is one that we may count and remove.
	IsBlock func(iofs.FileInfo) bool
	// IsOurs reports whether a file is owned by the user we run as.
	IsOurs func(iofs.FileInfo) bool
	// InstanceOf is the instance whose temporary file has that name, if it is the name of one.
	InstanceOf func(name string) (instance string, ok bool)
	// Age is how long a temporary file was not written to before it is removed; an hour if zero.
	Age time.Duration
}

const defaultAge = time.Hour

// A Sweeper goes through one directory.
type Sweeper struct {
	config Config
	at     int             // the directory that is being read: a shard, then the place; beyond, what was not seen is looked for
	open   *os.File        // as far as it has been read; nil: not begun
	unseen int             // where Unseen goes on
	living map[string]bool // what is known of the instances of this directory's temporary files
	stats  Stats
}

// New makes a sweeper that has seen nothing yet.
func New(config Config) (*Sweeper, error) {
	if config.Age == 0 {
		config.Age = defaultAge
	}
	switch {
	case config.Age < 0:
		return nil, fmt.Errorf("sweep: the age is %v", config.Age)
	case config.Books == nil || config.Place == nil || len(config.Shards) == 0:
		return nil, errors.New("sweep: no books, no place or no shards")
	case config.ShardOf == nil || config.IsBlock == nil || config.IsOurs == nil || config.InstanceOf == nil:
		return nil, errors.New("sweep: a function is missing")
	}
	return &Sweeper{config: config, living: map[string]bool{}}, nil
}

// Stats count what was met. All but Rounds count again what is met again in another round.
type Stats struct {
	Rounds     uint64 // that came to their ends
	Blocks     uint64
	Swept      uint64 // temporary files that were removed
	SweptBytes uint64
	Recent     uint64 // temporary files that are not old
	Living     uint64 // old temporary files whose instance lives
	Foreign    uint64 // names that are none of ours
	Odd        uint64 // our names, but links, pipes, directories, files of others or of another size
	Buried     uint64 // dead instances whose last trace was removed
	Failures   uint64 // names that could not be looked at, or removed
}

// Stats counts.
func (s *Sweeper) Stats() Stats { return s.stats }

// Close gives up what is half read.
func (s *Sweeper) Close() error {
	if s.open == nil {
		return nil
	}
	f := s.open
	s.open = nil
	return f.Close()
}
