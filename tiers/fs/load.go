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

// A reading is a file that was read. While it is open no other file can be taken for it.
type reading struct {
	file *os.File // nil: nothing was opened
	info iofs.FileInfo
}

func (r reading) close() {
	if r.file != nil {
		_ = r.file.Close() // it was opened to read: nothing can be lost
	}
}

// load reads a block. The caller closes what it gets, also after an error.
func (s *shelf) load(ctx context.Context, b block, into []byte) (r reading, err error) {
	err = s.withDirect(into, func(flag int) error {
		r.close()
		r = reading{}
		if r.file, err = s.in(b).Open(b.name, flag); err != nil {
			return err
		}
		if r.info, err = r.file.Stat(); err != nil {
			return err
		}
		return s.read(ctx, r.file, r.info, b.name, into)
	})
	switch {
	case errors.Is(err, iofs.ErrNotExist):
		err = fmt.Errorf("%w: %w", tiers.ErrNotFound, err)
	case errors.Is(err, dir.ErrNotRegular):
		err = fmt.Errorf("%w: %w", tiers.ErrForeign, err)
		s.counters.foreign.Add(1)
	case errors.Is(err, tiers.ErrShort):
		s.counters.short.Add(1)
	case errors.Is(err, tiers.ErrCorrupt):
		s.counters.corrupt.Add(1)
	case errors.Is(err, tiers.ErrForeign):
		s.counters.foreign.Add(1)
	}
	return r, err
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
