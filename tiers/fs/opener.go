package fs

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genlock-go/genlock/tiers"
)

// Opener opens stores whose configuration a user has written, for tiers.Types: that of base, in which the user's text may
// change all but functions and Log, and Directory, which is where.
func Opener[K comparable](base Config[K]) tiers.Opener[K] {
	return func(ctx context.Context, decode func(into any) error) (tiers.Backend[K], error) {
		written := written[K]{Config: base}
		written.Namespace.More = maps.Clone(base.Namespace.More) // what decode adds is not for the next one
		written.Namespace.Ranks = slices.Clone(base.Namespace.Ranks)
		if err := decode(&written); err != nil {
			return nil, err
		}
		if err := written.check(); err != nil {
			return nil, err
		}
		return openWithin(ctx, written.Directory, written.Config)
	}
}

// written is what a user's text fills in.
type written[K comparable] struct {
	Directory string
	// These stand before those of Config, which no text can describe: a logger that a text has made panics.
	AppendKey, ParseKey, Log any
	Config[K]
}

func (w *written[K]) check() error {
	unwritable := ""
	switch {
	case w.AppendKey != nil:
		unwritable = "AppendKey"
	case w.ParseKey != nil:
		unwritable = "ParseKey"
	case w.Log != nil:
		unwritable = "Log"
	case w.Directory == "":
		return fmt.Errorf("fs: %w: Directory is empty", tiers.ErrConfig)
	default:
		return nil
	}
	return fmt.Errorf("fs: %w: %s cannot be written down: the program gives it", tiers.ErrConfig, unwritable)
}

// openWithin opens a store unless ctx ends before. On a mount that hangs what was begun goes on without its caller.
func openWithin[K comparable](ctx context.Context, directory string, config Config[K]) (tiers.Backend[K], error) {
	type opened struct {
		store *Store[K]
		err   error
	}
	done := make(chan opened)
	go func() {
		s, err := Open(directory, config)
		select {
		case done <- opened{s, err}:
		case <-ctx.Done():
			if err == nil {
				_ = s.Close(context.WithoutCancel(ctx))
			}
		}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		return o.store, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: opening %s: %w", tiers.ErrStuck, directory, ctx.Err())
	}
}

// directs are the names of Direct's values.
var directs = [...]string{DirectAuto: "auto", DirectNever: "never", DirectRequire: "require"}

func (d Direct) String() string {
	if int(d) < len(directs) {
		return directs[d]
	}
	return fmt.Sprintf("Direct(%d)", uint8(d))
}

// UnmarshalText makes "auto", "never" and "require" what they say.
func (d *Direct) UnmarshalText(text []byte) error {
	i := slices.Index(directs[:], string(text))
	if i < 0 {
		return fmt.Errorf("%w: Direct is %.64q, which is none of %q", tiers.ErrConfig, text, directs)
	}
	*d = Direct(i)
	return nil
}
