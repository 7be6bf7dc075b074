package fs

import (
	"context"
	"errors"
	iofs "io/fs"
	"os"
	"path/filepath"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/tiers/fs/internal/dir"
	"github.com/genlock-go/genlock/tiers/fs/internal/footer"
)

// A step of a store. A process may die between any two: what it leaves is a block or none, and perhaps a temporary file.
type step int

const (
	stepCreated step = iota // the temporary file exists
	stepChunk               // some of its bytes are written; once a chunk
	stepWritten             // all are, the footer included
	stepSynced              // they would survive a power failure, if that was asked for
	stepClosed
	stepRenamed // the block is there
	stepNamed   // its name would survive, too, if that was asked for
	steps       // how many there are
)

// store makes a block of memory: a temporary file beside its place, then one atomic move.
func (s *shelf) store(ctx context.Context, b block, from []byte) error {
	return s.withDirect(from, func(flag int) error { return s.storeWith(ctx, b, from, flag) })
}

func (s *shelf) storeWith(ctx context.Context, b block, from []byte, flag int) error {
	temporary := s.temporary()
	f, err := s.create(b, temporary, flag)
	if err != nil {
		return err
	}
	s.at(stepCreated)
	err = s.fill(ctx, f, b.name, from)
	if err = errors.Join(err, f.Close()); err == nil {
		s.at(stepClosed)
		err = s.publish(b, temporary)
	}
	if err != nil {
		return s.removeTemporary(b, temporary, err)
	}
	return nil
}

// create makes a temporary file, or leaves none: Linux has made it when it finds that the file system does not take the flag.
// What stood there before is not ours to remove.
func (s *shelf) create(b block, temporary string, flag int) (*os.File, error) {
	f, err := s.in(b).Create(temporary, flag, s.fileMode)
	if err != nil && !errors.Is(err, iofs.ErrExist) {
		err = s.removeTemporary(b, temporary, err)
	}
	return f, err
}

// fill writes a block, its footer if it is to have one, and makes them durable if that was asked for.
func (s *shelf) fill(ctx context.Context, f *os.File, name string, from []byte) error {
	if err := f.Chmod(s.fileMode); err != nil { // the umask took from it
		return err
	}
	sum := s.sums.Start(name, s.blockBytes)
	err := s.chunked(ctx, from, func(chunk []byte) error {
		if _, err := f.Write(chunk); err != nil {
			return err
		}
		sum.Add(chunk)
		s.at(stepChunk)
		return nil
	})
	if err == nil && s.sums.Any() {
		err = s.writeFooter(f, sum)
	}
	if err != nil {
		return err
	}
	s.at(stepWritten)
	if s.durable {
		err = dir.SyncData(f)
	}
	if err == nil {
		s.at(stepSynced)
	}
	return err
}

func (s *shelf) writeFooter(f *os.File, sum *footer.Sum) error {
	page := s.pages.Get().(*[]byte)
	defer s.pages.Put(page)
	sum.Write(*page)
	_, err := f.Write(*page)
	return err
}

// publish moves a finished file to the block's name. A name that was to survive a power failure and would not is taken back:
// a store that fails leaves nothing.
func (s *shelf) publish(b block, temporary string) error {
	made, err := s.hold(b, temporary)
	defer made.close()
	if err != nil {
		return err
	}
	if err := s.in(b).Rename(temporary, b.name); err != nil {
		return err
	}
	s.at(stepRenamed)
	if s.durable {
		if err := s.in(b).Sync(); err != nil {
			_, failed := s.removeBad(b, made.info)
			return errors.Join(err, failed)
		}
	}
	s.at(stepNamed)
	return nil
}

// hold opens a file that may have to be taken back: while it is open no file that another process puts in its place can be
// taken for it. What wrote it is closed by then, since a file system may find out only when it is that it cannot keep it.
func (s *shelf) hold(b block, temporary string) (made reading, err error) {
	if !s.durable {
		return reading{}, nil
	}
	if made.file, err = s.in(b).Open(temporary, 0); err == nil {
		made.info, err = made.file.Stat()
	}
	return made, err
}

// removeTemporary removes a file of ours that is no block, and returns why it was not made one. Where it cannot be removed
// now, what is returned is a leftover that can be removed later.
func (s *shelf) removeTemporary(b block, temporary string, why error) error {
	err := s.in(b).Remove(temporary)
	if err == nil || errors.Is(err, iofs.ErrNotExist) {
		return why
	}
	s.counters.leftover.Add(1)
	return &job.Leftover{
		What:  filepath.Join(shardName(b.shard), temporary),
		Err:   errors.Join(why, err),
		Clean: func(ctx context.Context) error { return s.clean(ctx, b, temporary) },
	}
}

// clean removes a leftover.
func (s *shelf) clean(ctx context.Context, b block, temporary string) error {
	call, err := s.gate.enter("removal of " + temporary)
	if err != nil {
		return err
	}
	defer s.gate.leave(call)
	if err := s.alive(ctx); err != nil {
		return err
	}
	err = s.in(b).Remove(temporary)
	if errors.Is(err, iofs.ErrNotExist) {
		return nil
	}
	return err
}
