package sweep

import (
	"cmp"
	"errors"
	iofs "io/fs"
	"os"
	"time"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/lease"
)

// meetAll looks at names of one directory. The error is the first one; each is counted.
func (s *Sweeper) meetAll(at int, names []string, now time.Time, found func(string, iofs.FileInfo) error) (err error) {
	for _, name := range names {
		err = cmp.Or(err, s.meet(at, name, now, found))
	}
	return err
}

// meet looks at one name, and hands a block to found.
func (s *Sweeper) meet(at int, name string, now time.Time, found func(string, iofs.FileInfo) error) error {
	root, inPlace := s.root(at), at == len(s.config.Shards)
	instance, temporary := s.config.InstanceOf(name)
	switch {
	case inPlace && !temporary:
		return s.bury(name, now)
	case !temporary && !tiers.IsName(name):
		s.stats.Foreign++
		return nil
	}
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, iofs.ErrNotExist):
		return nil // it has gone since its name was read
	case err != nil:
		s.stats.Failures++
		return err
	case temporary:
		return s.sweep(root, info, instance, now)
	case !s.config.IsBlock(info) || s.config.ShardOf(name) != at: // where nobody looks for it
		s.stats.Odd++
		return nil
	}
	s.stats.Blocks++
	return found(name, info)
}

// sweep removes a temporary file if it is one that nobody will ever finish.
func (s *Sweeper) sweep(shard *os.Root, info iofs.FileInfo, instance string, now time.Time) error {
	switch {
	case !info.Mode().IsRegular() || !s.config.IsOurs(info):
		s.stats.Odd++
		return nil
	case now.Sub(info.ModTime()) < s.config.Age: // also if it comes from the future
		s.stats.Recent++
		return nil
	}
	lives, err := s.lives(instance)
	if err != nil {
		s.stats.Failures++
		return err
	}
	if lives {
		s.stats.Living++
		return nil
	}
	if err := shard.Remove(info.Name()); err != nil && !errors.Is(err, iofs.ErrNotExist) {
		s.stats.Failures++
		return err
	}
	s.stats.Swept++
	s.stats.SweptBytes += uint64(info.Size())
	return nil
}

// mostLiving is how many instances a shard's temporary files are remembered to belong to.
const mostLiving = 1024

// lives reports whether an instance lives. It is asked once a directory: a dead one stays dead, and one that dies meanwhile is
// found dead in the next round.
func (s *Sweeper) lives(instance string) (bool, error) {
	if lives, known := s.living[instance]; known {
		return lives, nil
	}
	lives, err := lease.Alive(s.config.Place, instance)
	if err != nil {
		return false, err
	}
	if len(s.living) >= mostLiving {
		clear(s.living)
	}
	s.living[instance] = lives
	return lives, nil
}

// bury removes what is left of a dead instance, if it is old: one that has just begun may not have locked its file yet.
func (s *Sweeper) bury(name string, now time.Time) error {
	instance, ok := lease.Instance(name)
	if !ok {
		return nil
	}
	info, err := s.config.Place.Lstat(name)
	switch {
	case errors.Is(err, iofs.ErrNotExist):
		return nil
	case err != nil:
		s.stats.Failures++
		return err
	case !info.Mode().IsRegular() || !s.config.IsOurs(info) || now.Sub(info.ModTime()) < s.config.Age:
		return nil
	case info.Size() > 0:
		return nil // nobody writes into such a file: it is something else
	}
	switch err := lease.Bury(s.config.Place, instance); {
	case errors.Is(err, lease.ErrHeld):
		return nil
	case err != nil:
		s.stats.Failures++
		return err
	}
	s.stats.Buried++
	return nil
}
