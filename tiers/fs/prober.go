package fs

import (
	"context"
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
	"sync/atomic"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// ErrRoot is a directory that cannot be used: it is missing, it is no directory, or others can write to it.
var ErrRoot = errors.New("fs: bad root")

// ErrConfig is any other value that Open cannot work with.
var ErrConfig = errors.New("fs: bad configuration")

// Config says what blocks there are.
type Config[K comparable] struct {
	// BlockBytes is the size of every block's file.
	BlockBytes int64
	// AppendKey appends the bytes of a key to b. Two keys have different bytes. It is called by several goroutines.
	AppendKey func(b []byte, key K) []byte
	// OthersMayWrite takes a directory that its group or everybody can write to. Who can write there can plant blocks.
	OthersMayWrite bool
}

// A Prober looks keys up in one directory. Several goroutines may use it.
type Prober[K comparable] struct {
	root   *os.Root
	config Config[K]

	hits, misses, wrong, failures atomic.Uint64
}

// Open opens a directory that exists. The error names it and wraps ErrRoot, or wraps ErrConfig.
func Open[K comparable](dir string, config Config[K]) (*Prober[K], error) {
	if config.BlockBytes <= 0 {
		return nil, fmt.Errorf("%w: BlockBytes is %d", ErrConfig, config.BlockBytes)
	}
	if config.AppendKey == nil {
		return nil, fmt.Errorf("%w: AppendKey is nil", ErrConfig)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRoot, err)
	}
	if err := checkRoot(root, config.OthersMayWrite); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &Prober[K]{root: root, config: config}, nil
}

func checkRoot(root *os.Root, othersMayWrite bool) error {
	info, err := root.Stat(".")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRoot, err)
	}
	if othersCanWrite(info) && !othersMayWrite {
		return fmt.Errorf("%w: others can write to %s (%v)", ErrRoot, root.Name(), info.Mode())
	}
	return nil
}

// Close closes the directory. Calls that run fail.
func (p *Prober[K]) Close() error { return p.root.Close() }

// FileName is the name of the file, within the directory, that the block of a key is in.
func (p *Prober[K]) FileName(key K) string { return tiers.Name(p.config.AppendKey(nil, key)) }

// Probe implements lookup.Prober: each key is answered as soon as it has been looked up, in order. Where that fails the
// others are still looked up, and the first error is returned. It stops when ctx ends.
func (p *Prober[K]) Probe(ctx context.Context, keys []K, answer lookup.Answer) error {
	var first error
	var key, name []byte
	for i := range keys {
		if err := ctx.Err(); err != nil {
			return err
		}
		key = p.config.AppendKey(key[:0], keys[i])
		name = tiers.AppendName(name[:0], key)
		verdict, err := p.look(string(name))
		if err != nil && first == nil {
			first = fmt.Errorf("fs: probe: %w", err)
		}
		answer.Post(i, verdict)
	}
	return first
}

// look looks one name up. The verdict is retry where nothing was learnt.
func (p *Prober[K]) look(name string) (lookup.Verdict, error) {
	info, err := p.root.Lstat(name)
	switch {
	case errors.Is(err, iofs.ErrNotExist):
		p.misses.Add(1)
		return lookup.VerdictMiss, nil
	case err != nil:
		p.failures.Add(1)
		return lookup.VerdictRetry, err
	case !info.Mode().IsRegular() || info.Size() != p.config.BlockBytes || !ours(info):
		p.wrong.Add(1)
		return lookup.VerdictMiss, nil
	}
	p.hits.Add(1)
	return lookup.VerdictHit, nil
}

// Stats are counters of keys that were looked up.
type Stats struct {
	Hits     uint64
	Misses   uint64 // there is no such file
	Wrong    uint64 // there is something of that name, but no block of ours: a miss
	Failures uint64 // looking failed
}

// Stats counts.
func (p *Prober[K]) Stats() Stats {
	return Stats{p.hits.Load(), p.misses.Load(), p.wrong.Load(), p.failures.Load()}
}
