package sweep

import (
	"cmp"
	"errors"
	"io"
	iofs "io/fs"
	"os"
	"time"
)

// A round goes through the shards, then through the place, then through what the books know and nobody has seen.

// batch is how many names are read, or looked for, at a time.
const batch = 256

// Step goes on with the round, over about so many names. It reports whether that was its end; the next step begins the next
// one. An error is the first of several: of a name, which was left as it is, or of a directory, the rest of which is left to
// the next round.
func (s *Sweeper) Step(now time.Time, most int) (ended bool, err error) {
	for most > 0 && !ended {
		var n int
		var failed error
		if s.at > len(s.config.Shards) {
			n, ended, failed = s.missing(min(most, batch))
		} else {
			n, failed = s.read(min(most, batch), now)
		}
		err = cmp.Or(err, failed)
		most -= max(1, n)
	}
	return ended, err
}

// read goes through the next names of the directory that is being read.
func (s *Sweeper) read(most int, now time.Time) (n int, err error) {
	if s.at == 0 && s.open == nil {
		s.config.Books.BeginRound()
	}
	at := s.at
	names, err := s.names(most)
	return len(names), cmp.Or(err, s.meetAll(at, names, now, s.tell))
}

// names are the next names of the directory that is being read; none at its end, and then the next one is read.
func (s *Sweeper) names(most int) (names []string, err error) {
	if s.open == nil {
		s.open, err = s.root(s.at).Open(".")
	}
	if err == nil {
		names, err = s.open.Readdirnames(most)
	}
	if err == nil {
		return names, nil
	}
	if errors.Is(err, io.EOF) {
		err = nil
	} else {
		s.stats.Failures++
	}
	s.at++
	clear(s.living)
	return names, errors.Join(err, s.Close())
}

// root is a directory of the round.
func (s *Sweeper) root(at int) *os.Root {
	if at == len(s.config.Shards) {
		return s.config.Place
	}
	return s.config.Shards[at]
}

// tell tells the books of a block that was seen.
func (s *Sweeper) tell(name string, info iofs.FileInfo) error {
	if s.config.Books.Seen(name, info.Size(), info.ModTime()) {
		return nil
	}
	return s.look(name)
}

// look looks at a file while nobody can evict it, and tells the books what it saw.
func (s *Sweeper) look(name string) error {
	p, ok := s.config.Books.Look(name)
	if !ok {
		return nil // it is just being removed
	}
	info, err := s.config.Shards[s.config.ShardOf(name)].Lstat(name)
	switch {
	case errors.Is(err, iofs.ErrNotExist), err == nil && !s.config.IsBlock(info):
		s.config.Books.Lost(p)
	case err != nil:
		s.stats.Failures++
		s.config.Books.Unpin(p)
		return err
	default:
		s.config.Books.Met(p, info.Size(), info.ModTime())
	}
	return nil
}

// missing looks for files that the books know and that were not seen. Then the round is at its end.
func (s *Sweeper) missing(most int) (n int, ended bool, err error) {
	next, names := s.config.Books.Unseen(s.unseen, most, nil)
	for _, name := range names {
		err = cmp.Or(err, s.look(name))
	}
	s.unseen = next
	if next > 0 {
		return most, false, err
	}
	s.at = 0
	s.stats.Rounds++
	return most, true, err
}
