package fs

import (
	"context"
	"errors"
	"io"
	iofs "io/fs"

	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
)

// test makes the storage do a little of everything that loads and stores need. One runs at a time.
func (s *shelf) test(ctx context.Context) error {
	select {
	case s.testing <- struct{}{}:
		defer func() { <-s.testing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := s.alive(ctx); err != nil {
		return err
	}
	return errors.Join(s.tryWriting(), s.tryReading())
}

// tryWriting makes a file that has a byte, and goes. That the storage takes none is no error: it answers.
func (s *shelf) tryWriting() error {
	name := s.numbered(testFile)
	if err := s.place.Remove(name); err != nil && !errors.Is(err, iofs.ErrNotExist) {
		return unlessRefused(err)
	}
	f, err := s.place.Create(name, 0, s.fileMode)
	if err != nil {
		return unlessRefused(err)
	}
	_, err = f.Write([]byte{1})
	return errors.Join(unlessRefused(err), unlessRefused(f.Close()), unlessRefused(s.place.Remove(name)))
}

func unlessRefused(err error) error {
	if dir.Refused(err) {
		return nil
	}
	return err
}

// tryReading looks for a file and reads one. A kernel may refuse to write without asking the storage; it cannot know that
// there is no file of a name that is new.
func (s *shelf) tryReading() error {
	if _, err := s.place.Lstat(s.temporary()); !errors.Is(err, iofs.ErrNotExist) {
		return err
	}
	f, err := s.place.Open(manifestName, 0)
	if errors.Is(err, iofs.ErrNotExist) {
		return nil // somebody has removed it: nothing depends on it
	}
	if err != nil {
		return err
	}
	_, err = f.Read(make([]byte, 1))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
