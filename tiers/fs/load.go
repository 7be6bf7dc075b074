package fs

import (
	"context"
	"errors"
	"fmt"
	"io"
	iofs "io/fs"
	"os"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
	"github.com/genlock-go/genlock/tiers/fs/internal/footer"
)

// load reads a block. A file that is provably bad is removed; any other error leaves it alone.
func (s *shelf) load(ctx context.Context, b block, into []byte) error {
	if len(into) != s.blockBytes {
		return fmt.Errorf("%w: of %d bytes for a block of %d", tiers.ErrSlot, len(into), s.blockBytes)
	}
	return s.withDirect(into, func(flag int) error { return s.loadWith(ctx, b, into, flag) })
}

func (s *shelf) loadWith(ctx context.Context, b block, into []byte, flag int) error {
	f, err := s.in(b).Open(b.name, flag)
	switch {
	case errors.Is(err, iofs.ErrNotExist):
		return fmt.Errorf("%w: %w", tiers.ErrNotFound, err)
	case err != nil:
		return err
	}
	defer f.Close() // after remove: while it is open no other file can be taken for it
	info, err := f.Stat()
	if err != nil {
		return err
	}
	err = s.read(ctx, f, info, b.name, into)
	switch {
	case errors.Is(err, tiers.ErrShort):
		s.counters.short.Add(1)
	case errors.Is(err, tiers.ErrCorrupt):
		s.counters.corrupt.Add(1)
	case errors.Is(err, tiers.ErrForeign):
		s.counters.foreign.Add(1)
		return err
	default:
		return err
	}
	return errors.Join(err, s.removeBad(b, info))
}

// read reads an open block into memory.
func (s *shelf) read(ctx context.Context, f *os.File, info iofs.FileInfo, name string, into []byte) error {
	if err := s.judge(info); err != nil {
		return err
	}
	sum := s.sums.Start(name, s.blockBytes)
	err := s.chunked(ctx, into, func(chunk []byte) error {
		if _, err := io.ReadFull(f, chunk); err != nil {
			return cut(err)
		}
		sum.Add(chunk)
		return nil
	})
	if err != nil || !s.sums.Any() || info.Size() != s.fullBytes() {
		return err
	}
	return s.check(f, sum)
}

// judge says whether a file can be a block.
func (s *shelf) judge(info iofs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: it is %v", tiers.ErrForeign, info.Mode())
	case !dir.Ours(info):
		return fmt.Errorf("%w: it belongs to another user", tiers.ErrForeign)
	case info.Size() > s.fullBytes():
		return fmt.Errorf("%w: it has %d bytes", tiers.ErrForeign, info.Size())
	case !s.whole(info.Size()):
		return fmt.Errorf("%w: %d bytes of %d", tiers.ErrShort, info.Size(), s.leastBytes())
	}
	return nil
}

// check holds what was read against the footer.
func (s *shelf) check(f *os.File, sum *footer.Sum) error {
	page := s.pages.Get().(*[]byte)
	defer s.pages.Put(page)
	if _, err := io.ReadFull(f, *page); err != nil {
		return cut(err)
	}
	if err := sum.Check(*page); err != nil {
		return fmt.Errorf("%w: %w", tiers.ErrCorrupt, err)
	}
	return nil
}

// cut makes an ErrShort of the end of a file that came too early.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", tiers.ErrShort, err)
	}
	return err
}
