package ledger

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"github.com/genlock-go/genlock/statemachine/file"
	"github.com/genlock-go/genlock/tiers"
)

// Config says what there is to bound. Capacity is needed.
type Config[K comparable] struct {
	// Capacity is how many bytes files and stores may take together.
	Capacity int64
	// MostFiles is how many files the books know at most; 4,194,304 if zero. One takes about 110 bytes of memory.
	MostFiles int
	// MostChanges is how many changes wait to be told before the oldest is dropped; 65,536 if zero.
	MostChanges int
	// TouchEvery is how old the last use of a file, as its modification time says, must be for a touch to be worth writing
	// down; a minute if zero.
	TouchEvery time.Duration
	// KeyOf is the key that has these bytes, for the names that show their keys; nil: a key is known only where a caller
	// gave it. It is called with the ledger's lock held; if it panics the key is not known.
	KeyOf func(key []byte) (K, bool)
}

const (
	defaultMostFiles   = 1 << 22
	defaultMostChanges = 1 << 16
	defaultTouchEvery  = time.Minute
)

func (c Config[K]) withDefaults() (Config[K], error) {
	c.MostFiles = cmp.Or(c.MostFiles, defaultMostFiles)
	c.MostChanges = cmp.Or(c.MostChanges, defaultMostChanges)
	c.TouchEvery = cmp.Or(c.TouchEvery, defaultTouchEvery)
	switch {
	case c.Capacity <= 0:
		return c, fmt.Errorf("%w: the capacity is %d bytes", tiers.ErrConfig, c.Capacity)
	case c.MostFiles < 0:
		return c, fmt.Errorf("%w: MostFiles is %d", tiers.ErrConfig, c.MostFiles)
	case c.MostChanges < 0:
		return c, fmt.Errorf("%w: MostChanges is %d", tiers.ErrConfig, c.MostChanges)
	case c.TouchEvery < 0:
		return c, fmt.Errorf("%w: TouchEvery is %v", tiers.ErrConfig, c.TouchEvery)
	}
	return c, nil
}

// A Ledger keeps the books of one directory. Several goroutines may use it. Its methods never wait for the storage, but for
// Reserve and Trim, which call the remove that they are given.
type Ledger[K comparable] struct {
	config Config[K]

	mu      sync.Mutex
	files   slab
	keys    map[slot]K // of the names that do not show theirs, where a caller gave one
	changes changes[K]
	drawn   file.Token // the last generation
	round   uint16     // of the scan: what was seen in it is there
	leads   bool       // the directory is ours to bound
	counted bool       // all that is in it has been counted
	stats   Stats

	removal chan struct{} // closed when the next removal ends; nil: nobody waits for that
}

// New makes books of a directory of which nothing is known. They follow until Lead is called.
func New[K comparable](config Config[K]) (*Ledger[K], error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	return &Ledger[K]{
		config:  config,
		files:   newSlab(),
		keys:    map[slot]K{},
		changes: changes[K]{most: config.MostChanges},
	}, nil
}

// Lead says that the directory is ours to bound from now on. Stores are refused until Counted.
func (l *Ledger[K]) Lead() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leads, l.counted = true, false
}

// Follow says that the directory is somebody else's to bound from now on.
func (l *Ledger[K]) Follow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leads = false
}

// Counted says that all files that were there when Lead was called have been found since.
func (l *Ledger[K]) Counted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counted = true
}

// Changes appends what has changed since the last call, in the order in which it happened, at most budget changes. Those of
// names whose keys nobody knows are left out.
func (l *Ledger[K]) Changes(into []tiers.Change[K], budget int) []tiers.Change[K] {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changes.take(into, budget)
}

// fresh is the generation that the next step may draw.
func (l *Ledger[K]) fresh() file.Token { return l.drawn + 1 }
