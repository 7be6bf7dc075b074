package fs

import (
	"context"
	"errors"
	iofs "io/fs"
)

// test makes the storage do a little of everything that a store needs: a file is made, has a byte, and goes. One runs at a
// time.
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
	name := s.numbered(testFile)
	if err := s.place.Remove(name); err != nil && !errors.Is(err, iofs.ErrNotExist) {
		return err
	}
	f, err := s.place.Create(name, 0, s.fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte{1})
	return errors.Join(err, f.Close(), s.place.Remove(name))
}
