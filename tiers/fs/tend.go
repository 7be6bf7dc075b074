package fs

import (
	"context"
	"encoding/hex"
	"errors"
	iofs "io/fs"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/genlock-go/genlock/internal/quietlog"
	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
	"github.com/genlock-go/genlock/tiers/fs/internal/lease"
	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
	"github.com/genlock-go/genlock/tiers/fs/internal/sweep"
)

// How often the directory is seen to, and how much of it at a time: a round over a million files takes 20 minutes, and up to
// 40 if most of them have to be looked for.
const (
	tendEvery     = 5 * time.Second
	namesPerTend  = 4096
	trimsPerTend  = 4096
	waitingStamps = 1024
)

// leaseName is the lock of who bounds the namespace.
const leaseName = "lease"

// A tender sees to a namespace beside the calls: it tries to become the one process that bounds it, counts what others
// store and remove, sweeps what dead processes have left, and writes down what was used. It is one goroutine.
type tender[K comparable] struct {
	shelf   *shelf
	books   *ledger.Ledger[K]
	log     *quietlog.Log
	live    *lease.Lock // nil: this system has no locks
	keeper  *lease.Keeper
	sweeper *sweep.Sweeper

	leads   bool
	counted bool
	report  atomic.Pointer[tended]
	stamps  chan string // names of files that were used, to be written down
	stop    func()      // ends what it does
	call    uint64      // of the gate: it is in until it has ended
}

// tended is what others may know of a tender.
type tended struct {
	leads bool
	swept sweep.Stats
}

func newTender[K comparable](s *shelf, books *ledger.Ledger[K], log *quietlog.Log) (*tender[K], error) {
	t := &tender[K]{shelf: s, books: books, log: log, stamps: make(chan string, waitingStamps)}
	t.report.Store(&tended{})
	live, err := lease.Announce(s.place.Root(), s.instance, s.fileMode)
	if err != nil && !errors.Is(err, lease.ErrUnsupported) {
		return nil, err
	}
	t.live = live
	if t.keeper, err = lease.NewKeeper(s.place.Root(), leaseName, s.fileMode, tendEvery); err == nil {
		t.sweeper, err = sweep.New(s.sweeping(books))
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// sweeping is what a sweeper has to know of the shelf.
func (s *shelf) sweeping(books sweep.Books) sweep.Config {
	shards := make([]*os.Root, len(s.shards))
	for i, d := range s.shards {
		shards[i] = d.Root()
	}
	return sweep.Config{
		Books:   books,
		Place:   s.place.Root(),
		Shards:  shards,
		ShardOf: func(name string) int { return shardOf([]byte(name)) },
		IsBlock: func(info iofs.FileInfo) bool {
			return info.Mode().IsRegular() && dir.Ours(info) && s.whole(info.Size())
		},
		IsOurs:     dir.Ours,
		InstanceOf: instanceOf,
	}
}

// instanceOf is the instance whose temporary file has that name. A name that only begins like one is somebody else's.
func instanceOf(name string) (instance string, ok bool) {
	rest, temporary := strings.CutPrefix(name, temporaryPrefix)
	instance, number, _ := strings.Cut(rest, "-")
	id, err := hex.DecodeString(instance)
	if _, odd := strconv.ParseUint(number, 10, 64); odd != nil {
		return "", false
	}
	return instance, temporary && err == nil && len(id) == instanceBytes
}

// start begins to tend, having done so once, so that who opens a directory first can store at once.
func (t *tender[K]) start() error {
	call, err := t.shelf.gate.enter("tending the directory")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.call, t.stop = call, cancel
	t.tend(ctx, time.Now())
	go t.run(ctx)
	return nil
}

func (t *tender[K]) run(ctx context.Context) {
	defer t.shelf.gate.leave(t.call)
	defer t.close()
	ticker := time.NewTicker(tendEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			t.tend(ctx, now)
		case name := <-t.stamps:
			t.shelf.stamp(name, time.Now())
		}
	}
}

// close gives up what others may have now. It was told to nobody that may not be lost.
func (t *tender[K]) close() {
	if t.sweeper != nil {
		_ = t.sweeper.Close()
	}
	if t.keeper != nil {
		_ = t.keeper.Close()
	}
	place, instance := t.shelf.place.Root(), t.shelf.instance
	if t.live == nil { // nobody but us could tell that it is nobody's any more
		_ = place.Remove(lease.LiveName(instance))
		return
	}
	_ = t.live.Close()
	_ = lease.Bury(place, instance)
}

// tend does what is due.
func (t *tender[K]) tend(ctx context.Context, now time.Time) {
	leads, err := t.keeper.Step(now)
	if errors.Is(err, lease.ErrUnsupported) {
		leads, err = true, nil // nobody else can
	}
	if err != nil {
		t.log.Warn(now, "cannot tell who bounds the directory", "error", err)
	}
	switch {
	case leads && !t.leads:
		t.books.Lead()
	case t.leads && !leads:
		t.books.Follow()
		t.counted = false
	}
	t.leads = leads
	if leads {
		t.bound(ctx, now)
	}
	t.report.Store(&tended{t.leads, t.sweeper.Stats()})
}

// bound does what the one process does that leads.
func (t *tender[K]) bound(ctx context.Context, now time.Time) {
	var err error
	if t.counted {
		_, err = t.sweeper.Step(now, namesPerTend)
	} else {
		err = t.sweeper.Count(ctx, now)
		t.counted = err == nil
	}
	if err != nil && ctx.Err() == nil {
		t.log.Warn(now, "cannot look through the directory", "error", err)
	}
	if _, err := t.books.Trim(trimsPerTend, t.shelf.evict); err != nil {
		t.log.Warn(now, "cannot remove a block to make room", "error", err)
	}
}

// used says that a block was used. Now and then that is worth writing down; it is not worth waiting for.
func (t *tender[K]) used(name string, now time.Time) {
	if !t.books.Touch(name, now) {
		return
	}
	select {
	case t.stamps <- name:
	default:
	}
}

// stamp writes down when a block was used, for whoever counts the directory next. Nothing else depends on it.
func (s *shelf) stamp(name string, now time.Time) {
	_ = s.in(blockOf(name)).Root().Chtimes(name, time.Time{}, now)
}
