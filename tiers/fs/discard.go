package fs

import (
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
)

// removeBad removes the file that bad describes from under name. Another process may have stored a good block there since:
// so what stands there is moved aside first, looked at, and put back if it is another file, unless yet another one has taken
// its place.
func (s *shelf) removeBad(b block, bad iofs.FileInfo) error {
	s.order[b.shard].Lock()
	defer s.order[b.shard].Unlock()
	return s.removeLocked(b, bad)
}

// removeLocked is removeBad for who holds the order of the shard.
func (s *shelf) removeLocked(b block, bad iofs.FileInfo) error {
	aside := s.temporary()
	err := s.in(b).Rename(b.name, aside)
	if errors.Is(err, iofs.ErrNotExist) {
		return nil // somebody was faster
	}
	if err != nil {
		return fmt.Errorf("moving a bad block aside: %w", err)
	}
	found, err := s.in(b).Lstat(aside)
	if err != nil {
		return fmt.Errorf("looking at a block that was moved aside: %w", err)
	}
	if !os.SameFile(found, bad) {
		return s.putBack(b, aside)
	}
	s.counters.removed.Add(1)
	b.note(false)
	return s.removeTemporary(b, aside)
}

// putBack gives a good block that was moved aside its name again. A file system that has no links cannot do that without the
// risk of overwriting a better one: there the block is lost, which costs a miss.
func (s *shelf) putBack(b block, aside string) error {
	switch err := s.in(b).Link(aside, b.name); {
	case err == nil:
		s.counters.putBack.Add(1)
	case !errors.Is(err, iofs.ErrExist):
		b.note(false)
	}
	return s.removeTemporary(b, aside)
}
