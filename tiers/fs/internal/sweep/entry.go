package sweep

import (
	"errors"
	iofs "io/fs"
	"os"
	"time"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs/internal/lease"
)

// meet looks at one name of a shard. A block is handed to found; what could not be looked at is counted, and the next error
// of a whole step.
func (s *Sweeper) meet(shard *os.Root, name string, now time.Time, found func(name string, info iofs.FileInfo)) error {
	instance, temporary := s.config.InstanceOf(name)
	if !temporary && !tiers.IsName(name) {
		s.stats.Foreign++
		return nil
	}
	info, err := shard.Lstat(name)
	switch {
	case errors.Is(err, iofs.ErrNotExist):
		return nil // it has gone since its name was read
	case err != nil:
		s.stats.Failures++
		return err
	case temporary:
		return s.sweep(shard, info, instance, now)
	case !s.config.IsBlock(info):
		s.stats.Odd++
		return nil
	}
	s.stats.Blocks++
	found(name, info)
	return nil
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

// lives reports whether an instance lives. It is asked once a shard: a dead one stays dead, and one that has died since is
// found to be in the next round.
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
