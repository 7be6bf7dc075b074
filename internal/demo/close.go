package demo

import (
	"context"
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/primary"
)

// close ends everything, and is an error if anything is left, whatever the run has come to.
func (s *scheduler) close(ctx context.Context, dir string) error {
	s.storage.letGo()
	err := s.settle(ctx)
	tier, memory := s.tier.Stats(), s.pool.Stats()
	err = errors.Join(err, s.tier.Shutdown(ctx))
	s.pool.Reset()
	err = errors.Join(err, s.pool.Close(ctx, nil))
	return errors.Join(err, s.nothingLeft(tier, memory), s.neverRejected(tier, memory), s.toldRightly(), noTemporary(dir))
}

// settle ends all requests, and waits for all jobs and probes.
func (s *scheduler) settle(ctx context.Context) error {
	for _, r := range slices.Clone(s.running) {
		if err := s.end(r); err != nil {
			return fmt.Errorf("the end of request %d: %w", r.id, err)
		}
	}
	for len(s.writes)+len(s.jobs) > 0 || !settled(s.tier.Stats()) {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%d jobs do not end: %w", len(s.jobs), err)
		}
		if err := s.step(false); err != nil {
			return err
		}
		s.rest(ctx)
	}
	return nil
}

func settled(t tiers.Stats) bool { return t.Keys+t.Jobs+t.Held+t.Stuck == 0 && !t.Down }

// nothingLeft is an error if somebody keeps what nobody holds.
func (s *scheduler) nothingLeft(t tiers.Stats, m primary.Stats) error {
	reserved := s.files.Stats().Reserved
	if t.Requests == 0 && settled(t) && m.InUse()+m.Reserved == 0 && reserved == 0 {
		return nil
	}
	return fmt.Errorf("all requests have ended, and left are %d of them, %d keys, %d jobs, %d held ones, %d stuck calls, "+
		"%d promised slots and %d in use, %d reserved bytes",
		t.Requests, t.Keys, t.Jobs, t.Held, t.Stuck, m.Reserved, m.InUse(), reserved)
}

// neverRejected is an error if a machine met an event that can never be, or somebody was asked for what there is not.
func (s *scheduler) neverRejected(t tiers.Stats, m primary.Stats) error {
	files := s.files.Stats().Rejected
	if t.Rejected+m.Rejected+files > 0 {
		return fmt.Errorf("events that can never be: %d of lookups, jobs and the watch, %d of slots, %d of files",
			t.Rejected, m.Rejected, files)
	}
	if unknown := m.UnknownRefs + m.NoVictim + t.Refused[tiers.RefusedOther] + t.Refused[tiers.RefusedSlot]; unknown > 0 {
		return fmt.Errorf("%d calls named something that there is not", unknown)
	}
	if t.Forsaken > 0 {
		return fmt.Errorf("%d files could not be removed", t.Forsaken)
	}
	return nil
}

// toldRightly is an error if a file is there, or not, against the last that the storage said of it. Nobody tells of what was
// spoilt, perhaps between a change and its being told.
func (s *scheduler) toldRightly() error {
	for k, c := range s.changed {
		if at, spoilt := s.spoilt[k]; spoilt && c.last <= at+1 {
			continue
		}
		_, err := os.Lstat(s.files.Path(k))
		if err != nil && !errors.Is(err, iofs.ErrNotExist) {
			return err
		}
		if there := err == nil; there != c.there {
			return fmt.Errorf("%s is in the directory: %v; what was told: %v", k, there, c.there)
		}
	}
	return nil
}

// noTemporary is an error if a file below the folder is one that a store was writing.
func noTemporary(dir string) error {
	temporary, err := filepath.Glob(filepath.Join(dir, "*", "??", "*"))
	temporary = slices.DeleteFunc(temporary, func(path string) bool { return tiers.IsName(filepath.Base(path)) })
	if err == nil && len(temporary) > 0 {
		err = fmt.Errorf("stores left temporary files: %v", temporary)
	}
	return err
}
