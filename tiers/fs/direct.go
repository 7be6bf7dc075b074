package fs

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
)

// pageBytes is what memory, offsets and lengths must be multiples of to bypass the page cache: what the strictest of usual
// devices asks for.
const pageBytes = 4096

// aligned is n bytes at an aligned address.
func aligned(n int) []byte {
	b := make([]byte, n+pageBytes)
	skip := -int(uintptr(unsafe.Pointer(&b[0]))) & (pageBytes - 1)
	return b[skip : skip+n : skip+n]
}

func isAligned(b []byte) bool {
	return len(b)%pageBytes == 0 && uintptr(unsafe.Pointer(unsafe.SliceData(b)))%pageBytes == 0
}

// withDirect calls do with the flag to open files with: the one that bypasses the page cache where that can work for this
// memory. If the file system will have none of it, do is called again without, and if that works so is all that comes later;
// not if the first call has left something behind, which only its error knows how to remove.
func (s *shelf) withDirect(memory []byte, do func(flag int) error) error {
	if s.direct.Load() && isAligned(memory) {
		refused := do(dir.Direct)
		if left := (*job.Leftover)(nil); !unsupported(refused) || errors.As(refused, &left) {
			s.counters.direct.Add(1)
			return refused
		}
		s.counters.buffered.Add(1)
		err := do(0)
		if err == nil {
			s.stopDirect(refused)
		}
		return err
	}
	s.counters.buffered.Add(1)
	return do(0)
}

// stopDirect says once that the page cache is used from now on.
func (s *shelf) stopDirect(err error) {
	if s.direct.CompareAndSwap(true, false) {
		s.log.Warn(time.Now(), "O_DIRECT does not work, blocks go through the page cache", "directory", s.place.Root().Name(), "error", err)
	}
}

// tryDirect finds out whether O_DIRECT works, with lengths as blocks have them, in a directory that blocks are kept in.
func (s *shelf) tryDirect(wish Direct) error {
	switch {
	case wish == DirectNever:
		return nil
	case dir.Direct != 0 && s.blockBytes%pageBytes == 0:
		s.direct.Store(true)
		return s.tried(wish, s.trial())
	case wish == DirectRequire:
		return fmt.Errorf("%w: for blocks of %d bytes on %s", ErrDirect, s.blockBytes, runtime.GOOS)
	}
	return nil
}

// tried does what the outcome of a trial asks for. One that failed for a reason of its own has shown nothing: then the first
// transfers do.
func (s *shelf) tried(wish Direct, err error) error {
	shown := unsupported(err) || errors.Is(err, io.EOF) // less was read than was written
	switch {
	case err == nil:
	case shown && wish == DirectRequire:
		return fmt.Errorf("%w: %w", ErrDirect, err)
	case shown:
		s.stopDirect(err)
	case wish == DirectRequire:
		return fmt.Errorf("%w: trying O_DIRECT: %w", ErrRoot, err)
	default:
		s.log.Warn(time.Now(), "O_DIRECT could not be tried", "directory", s.place.Root().Name(), "error", err)
	}
	return nil
}

// unsupported reports whether err is what a file system answers that does not have O_DIRECT, or not for such memory.
func unsupported(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported)
}

// trial writes and reads as much as is moved at a time.
func (s *shelf) trial() error {
	bytes, place, name := aligned(min(s.blockBytes, chunkBytes)), block{}, s.temporary()
	f, err := s.create(place, name, dir.Direct)
	if err != nil {
		return err
	}
	_, err = f.Write(bytes)
	if err = errors.Join(err, f.Close()); err == nil {
		err = readTrial(s.in(place), name, bytes)
	}
	return s.removeTemporary(place, name, err)
}

func readTrial(shard *dir.Dir, name string, into []byte) error {
	f, err := shard.Open(name, dir.Direct)
	if err != nil {
		return err
	}
	_, err = f.ReadAt(into, 0)
	return errors.Join(err, f.Close())
}
