package fs

import (
	"context"
	"errors"
	"fmt"
	iofs "io/fs"
	"time"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
)

// Loads and stores, as the books must hear of them.

// Load implements tiers.Backend. A file that is provably bad is removed; any other error leaves it alone.
func (s *Store[K]) Load(ctx context.Context, key K, into []byte) error {
	err := s.call("load", key, func(b block) error { return s.load(ctx, b, key, into) })
	if err != nil {
		s.shelf.counters.failedLoads.Add(1)
		return err
	}
	s.shelf.counters.loads.Add(1)
	s.shelf.counters.loadedBytes.Add(uint64(len(into)))
	return nil
}

func (s *Store[K]) load(ctx context.Context, b block, key K, into []byte) error {
	if err := s.shelf.fits(ctx, into); err != nil {
		return err
	}
	pin, ok := s.books.Pin(b.name, key)
	if !ok {
		return fmt.Errorf("%w: it is being removed", tiers.ErrNotFound)
	}
	r, err := s.shelf.load(ctx, b, into)
	defer r.close()
	switch {
	case err == nil:
		s.books.Found(pin, r.info.Size(), r.info.ModTime())
		s.tender.used(b.name, time.Now())
	case errors.Is(err, tiers.ErrNotFound):
		s.books.Lost(pin)
	case errors.Is(err, tiers.ErrShort) || errors.Is(err, tiers.ErrCorrupt):
		return errors.Join(err, s.condemn(b, pin, r.info))
	default:
		s.books.Unpin(pin)
	}
	return err
}

// condemn removes a bad file, unless a store of its key runs that will replace it.
func (s *Store[K]) condemn(b block, pin ledger.Pin, bad iofs.FileInfo) error {
	removal, ok := s.books.Condemn(pin, bad.Size())
	if !ok {
		return nil
	}
	gone, err := s.shelf.removeBad(b, bad)
	s.books.Removed(removal, gone)
	return err
}

// Store implements tiers.Backend. Where there is no room the blocks that were not used for longest go.
func (s *Store[K]) Store(ctx context.Context, key K, from []byte) error {
	err := s.call("store", key, func(b block) error { return s.store(ctx, b, key, from) })
	if err != nil {
		s.shelf.counters.failedStores.Add(1)
		return err
	}
	s.shelf.counters.stores.Add(1)
	s.shelf.counters.storedBytes.Add(uint64(len(from)))
	return nil
}

func (s *Store[K]) store(ctx context.Context, b block, key K, from []byte) error {
	if err := s.shelf.fits(ctx, from); err != nil { // before a block has to go for it
		return err
	}
	room, err := s.reserve(ctx, b, key)
	if err != nil {
		return err
	}
	if err := s.shelf.store(ctx, b, from); err != nil {
		s.books.Fail(room)
		if s.config.Durable {
			s.missed(b)
		}
		return err
	}
	s.books.Publish(room, time.Now())
	return nil
}

// missed tells the books if no file stands under the name: a store that could not be made durable takes its block back, and
// with it the one that stood there before.
func (s *Store[K]) missed(b block) {
	pin, ok := s.books.Look(b.name)
	if !ok {
		return
	}
	if _, err := s.shelf.in(b).Lstat(b.name); errors.Is(err, iofs.ErrNotExist) {
		s.books.Lost(pin)
		return
	}
	s.books.Unpin(pin)
}

// reserve makes room for a store. Where a file that is just being removed may make it, the store waits for that.
func (s *Store[K]) reserve(ctx context.Context, b block, key K) (ledger.Reservation, error) {
	for {
		next := s.books.NextRemoval()
		room, err := s.books.Reserve(b.name, key, s.shelf.storedBytes(), s.shelf.evict)
		if !errors.Is(err, ledger.ErrLeaving) {
			return room, err
		}
		select {
		case <-next:
		case <-ctx.Done():
			return room, errors.Join(err, ctx.Err())
		}
	}
}

// Touch implements tiers.Backend.
func (s *Store[K]) Touch(keys []K) {
	now := time.Now()
	for _, key := range keys {
		s.tender.used(s.block(key).name, now)
	}
}
