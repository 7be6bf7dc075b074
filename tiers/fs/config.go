package fs

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
)

// Config says what blocks there are, and how they are kept. BlockBytes and AppendKey are needed.
type Config[K comparable] struct {
	// Name is what errors and the log call the tier. Empty: errors leave that to who drives the store, and the log says "fs".
	Name string
	// BlockBytes is the size of every block.
	BlockBytes int
	// AppendKey appends the bytes of a key to b. Two keys have different bytes. It is called by several goroutines.
	AppendKey func(b []byte, key K) []byte
	// Namespace is what else changes the bytes of a block.
	Namespace Namespace
	// Locality is who shares the directory; tiers.Host if empty.
	Locality tiers.Locality

	// OthersMayWrite takes a directory that its group or everybody can write to. Who can write there can plant blocks.
	OthersMayWrite bool
	// FileMode and DirMode are the permissions of what is made, whatever the umask; 0600 and 0700 if zero.
	FileMode, DirMode os.FileMode
	// Durable makes a store wait until its block would survive a power failure.
	Durable bool
	// Direct says whether to bypass the page cache.
	Direct Direct
	// Checksum stores a checksum with each block, and checks it where there is one: that finds accidents, not attackers.
	Checksum bool
	// Key makes a block load only if who stored it had the same key, of at least 32 bytes. It is part of the namespace.
	Key tiers.Secret

	// Capacity is how many bytes of files the namespace may have, those that are being written included; 64 GiB if zero. Of
	// several processes that share it one sees to it, by its own Capacity.
	Capacity int64
	// MostFiles is how many files are kept account of at most; 4,194,304 if zero. One takes about 110 bytes of memory.
	MostFiles int
	// ParseKey is the key that has these bytes. Without it nobody is told that a block went which this process has neither
	// stored nor loaded, and the keys of those that it has are kept in memory. It is called by several goroutines.
	ParseKey func(key []byte) (K, bool)
	// MostChanges is how many changes wait to be told before the oldest is dropped; 65,536 if zero.
	MostChanges int
	// Log, if given, hears of what goes wrong: one line of each kind a minute, with the number of those left out.
	Log *slog.Logger
}

// Direct says whether to bypass the page cache with O_DIRECT.
type Direct uint8

const (
	// DirectAuto does, for slots whose memory is aligned, unless a trial at Open, or a transfer later, shows that it does not work.
	DirectAuto Direct = iota
	// DirectNever does not.
	DirectNever
	// DirectRequire makes Open fail where it does not work. A slot whose memory is not aligned still goes through the cache.
	DirectRequire
)

const (
	shortestKey     = 32 // bytes: what is shorter can be guessed
	defaultCapacity = 64 << 30
	// longestBlock is where a footer behind the block would leave the range of a file's size.
	longestBlock = 1 << 40
)

// withDefaults is the configuration with what was left out, or an ErrConfig that names what is wrong.
func (c Config[K]) withDefaults() (Config[K], error) {
	bad := func(format string, args ...any) (Config[K], error) {
		return c, fmt.Errorf("fs: %w: %s", tiers.ErrConfig, fmt.Sprintf(format, args...))
	}
	c.Locality = cmp.Or(c.Locality, tiers.Host)
	c.FileMode = cmp.Or(c.FileMode, 0o600)
	c.DirMode = cmp.Or(c.DirMode, 0o700)
	c.Capacity = cmp.Or(c.Capacity, defaultCapacity)
	switch {
	case c.BlockBytes <= 0 || int64(c.BlockBytes) > longestBlock:
		return bad("BlockBytes is %d", c.BlockBytes)
	case c.AppendKey == nil:
		return bad("AppendKey is nil")
	case c.FileMode&^0o666 != 0 || c.FileMode&0o600 != 0o600:
		return bad("FileMode is %#o: it must let us read and write, and have no other bits than 0666", uint32(c.FileMode))
	case c.DirMode&^0o777 != 0 || c.DirMode&0o700 != 0o700:
		return bad("DirMode is %#o: it must let us in, and have no other bits than 0777", uint32(c.DirMode))
	case c.DirMode&0o022 != 0 && !c.OthersMayWrite:
		return bad("DirMode is %#o, which lets others write, and OthersMayWrite is not set", uint32(c.DirMode))
	case c.Direct > DirectRequire:
		return bad("Direct is %d", c.Direct)
	case c.Key.Set() && len(c.Key.Reveal()) < shortestKey:
		return bad("Key has %d bytes: at least %d", len(c.Key.Reveal()), shortestKey)
	}
	if _, err := tiers.ParseLocality(string(c.Locality)); err != nil {
		return c, fmt.Errorf("fs: %w", err)
	}
	return c, nil
}

// ledger makes the books of the namespace.
func (c Config[K]) ledger() (*ledger.Ledger[K], error) {
	return ledger.New(ledger.Config[K]{
		Capacity: c.Capacity, MostFiles: c.MostFiles, MostChanges: c.MostChanges, KeyOf: c.ParseKey,
	})
}
