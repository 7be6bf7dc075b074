package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/primary"
)

// slotsFor is how many slots of primary memory all ways move blocks from and to.
const slotsFor = 64

// files is our storage alone: as many goroutines as the others have threads call it, and no machine stands before it.
type files struct {
	medium
	keys   []blockKey
	memory *primary.Pool[blockKey]
	blocks *fs.Store[blockKey]
	busy   bool
}

// ourFiles is the way of the storage alone.
func ourFiles(busy bool) way {
	return way{"backend", func(m medium, dir string) (mover, error) { return openFiles(m, dir, busy) }}
}

func openFiles(m medium, dir string, busy bool) (*files, error) {
	memory, err := primary.New(primary.Config[blockKey]{Slots: slotsFor, SlotBytes: m.blockBytes})
	if err != nil {
		return nil, err
	}
	direct := fs.DirectNever
	if m.direct {
		direct = fs.DirectRequire
	}
	blocks, err := fs.Open(dir, fs.Config[blockKey]{
		BlockBytes: m.blockBytes,
		AppendKey:  func(b []byte, key blockKey) []byte { return append(b, key[:]...) },
		Direct:     direct,
		Log:        slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, errors.Join(err, memory.Close(context.Background(), nil))
	}
	f := &files{m, blockKeys(m.blocks), memory, blocks, busy}
	f.fill()
	return f, nil
}

// fill makes the slots differ from what a storage could leave out.
func (f *files) fill() {
	for i := range slotsFor {
		slot := f.memory.Slot(i)
		for at := range slot {
			slot[at] = byte(at*7 + at>>8 + i)
		}
	}
}

func (f *files) store() (float64, error) {
	return f.all(func(key blockKey, slot []byte) error { return f.blocks.Store(context.Background(), key, slot) })
}

func (f *files) load() (float64, error) {
	return f.all(func(key blockKey, slot []byte) error { return f.blocks.Load(context.Background(), key, slot) })
}

// all moves every block, on as many goroutines as there are threads, beside a scheduler that waits or computes.
func (f *files) all(move func(blockKey, []byte) error) (float64, error) {
	errs := make([]error, f.threads)
	var next, ended atomic.Int64
	var workers sync.WaitGroup
	start := time.Now()
	for w := range f.threads {
		workers.Go(func() {
			defer ended.Add(1)
			for i := int(next.Add(1)) - 1; i < len(f.keys) && errs[w] == nil; i = int(next.Add(1)) - 1 {
				errs[w] = move(f.keys[i], f.memory.Slot(w))
			}
		})
	}
	for f.busy && int(ended.Load()) < f.threads {
		compute()
	}
	workers.Wait()
	return time.Since(start).Seconds(), errors.Join(errs...)
}

func (f *files) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	return errors.Join(f.blocks.Close(ctx), f.memory.Close(ctx, nil))
}
