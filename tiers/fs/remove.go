package fs

import (
	"errors"
	"fmt"
	iofs "io/fs"
	"os"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
)

// removeBad removes the file that bad describes from under its name. Another process may have stored a good block there
// since: so what stands there is moved aside first, looked at, and put back if it is another file, unless yet another one has
// taken its place. It reports whether nothing stands under the name any more.
func (s *shelf) removeBad(b block, bad iofs.FileInfo) (gone bool, err error) {
	aside := s.temporary()
	err = s.in(b).Rename(b.name, aside)
	if errors.Is(err, iofs.ErrNotExist) {
		return true, nil // somebody was faster
	}
	if err != nil {
		return false, fmt.Errorf("moving a bad block aside: %w", err)
	}
	found, err := s.in(b).Lstat(aside)
	if err != nil || !os.SameFile(found, bad) {
		return s.putBack(b, aside, err)
	}
	s.counters.removed.Add(1)
	return true, s.removeTemporary(b, aside, nil)
}

// putBack gives a block that was moved aside and is not known to be bad its name again. A file system that has no links
// cannot do that without the risk of overwriting a better one: there the block is lost, which costs a miss.
func (s *shelf) putBack(b block, aside string, why error) (gone bool, err error) {
	err = s.in(b).Link(aside, b.name)
	switch {
	case err == nil:
		s.counters.putBack.Add(1)
	case !errors.Is(err, iofs.ErrExist):
		gone = true
	}
	return gone, s.removeTemporary(b, aside, why)
}

// evict removes a block to make room. What is no file of ours is left alone, and an error.
func (s *shelf) evict(name string) error {
	b := blockOf(name)
	info, err := s.in(b).Lstat(name)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular() || !dir.Ours(info):
		return fmt.Errorf("%w: %s is %v", tiers.ErrForeign, name, info.Mode())
	}
	return s.in(b).Remove(name)
}
