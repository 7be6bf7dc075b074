package fs

import (
	"context"
	"errors"
)

// test makes the storage do a little of everything that a store needs: a file is made, has a byte, and goes.
func (s *shelf) test(ctx context.Context) error {
	if err := s.alive(ctx); err != nil {
		return err
	}
	name := s.temporary()
	f, err := s.place.Create(name, 0, s.fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte{1})
	return errors.Join(err, f.Close(), s.place.Remove(name))
}
