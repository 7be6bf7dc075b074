package sweep

import (
	"cmp"
	"context"
	iofs "io/fs"
	"slices"
	"time"
)

// A sight is a block that was seen and that the books do not know of yet.
type sight struct {
	name     string
	modified time.Time
}

// Count goes through all of the directory in one round, and tells the books of every block in it, those that were used last
// first, and then that all are counted. They are not where a directory could not be read, or ctx has ended: then Count is to
// be called again. A name that could not be looked at is counted as a failure, and the books do not know of it.
func (s *Sweeper) Count(ctx context.Context, now time.Time) error {
	if err := s.Close(); err != nil {
		return err
	}
	s.at, s.unseen = 0, 0
	s.config.Books.BeginRound()
	seen, err := s.seeAll(ctx, now)
	if err != nil {
		return err
	}
	slices.SortFunc(seen, func(a, b sight) int {
		return cmp.Or(b.modified.Compare(a.modified), cmp.Compare(a.name, b.name))
	})
	for i, file := range seen {
		if i%batch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		_ = s.look(file.name) // counted as a failure
	}
	for ended := false; !ended; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, ended, _ = s.missing(batch)
	}
	s.config.Books.Counted()
	return nil
}

// seeAll goes through all directories and gathers the blocks that the books do not know of.
func (s *Sweeper) seeAll(ctx context.Context, now time.Time) (all []sight, err error) {
	gather := func(name string, info iofs.FileInfo) error {
		if !s.config.Books.Seen(name, info.Size(), info.ModTime()) {
			all = append(all, sight{name, info.ModTime()})
		}
		return nil
	}
	for s.at <= len(s.config.Shards) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := s.at
		names, err := s.names(batch)
		if err != nil {
			return nil, err
		}
		_ = s.meetAll(at, names, now, gather) // counted as failures
	}
	return all, nil
}
