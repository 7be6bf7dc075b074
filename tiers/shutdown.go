package tiers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/statemachine/job"
)

// Drain implements Tier.
func (s *Secondary[K, R]) Drain(ctx context.Context) error {
	return s.wrapped("drain", s.copies(s.jobs.Drain(ctx)))
}

// Shutdown implements Tier. The parts are closed side by side, so what is stuck in one of them takes no time from another,
// and the storage once its calls have ended, or the time is over.
func (s *Secondary[K, R]) Shutdown(ctx context.Context) error {
	s.closed = true
	s.wake.silence()
	err := together(
		func() error { return s.shut("lookups", s.lookups.Close(ctx)) },
		func() error { return s.shut("jobs", s.copies(s.jobs.Close(ctx))) },
		func() error { return s.shut("test", s.watch.Close(ctx)) },
	)
	for range lastTells {
		if !s.tell(lastChanges) {
			break
		}
	}
	return together(
		func() error { return err },
		func() error { return s.shut("storage", s.storage.close(ctx, s.backend.Close)) },
	)
}

// At a shutdown all changes are told that wait, so many at a time and so often at most: none is asked for after it.
const (
	lastChanges = 1 << 16
	lastTells   = 1 << 8
)

// shut is the error of a part that does not shut down.
func (s *Secondary[K, R]) shut(part string, err error) error {
	if err == nil {
		return nil
	}
	return s.wrapped("shutdown", fmt.Errorf("%s: %w", part, translated(err)))
}

// copies is an error of jobs whose calls are stuck, as an error that names their keys.
func (s *Secondary[K, R]) copies(err error) error {
	var stuck *job.StuckError
	if !errors.As(err, &stuck) {
		return err
	}
	calls := make([]string, len(stuck.Calls))
	for i, c := range stuck.Calls {
		if c.CleanUp { // of a job that is reported: its record may be another one's by now
			calls[i] = c.String()
			continue
		}
		w := c.Mover.(*work[K, R])
		calls[i] = fmt.Sprintf("%v of %s for %v", w.direction, PrintKey(w.blocks[c.Block].Key), c.For)
	}
	return fmt.Errorf("%w: %w: %s", ErrStuck, stuck.Cause, strings.Join(calls, ", "))
}

// closing closes something that may hang. It closes it once, and again only if it did not end well; who comes while that is
// under way waits for it. The zero closing has not begun.
type closing struct {
	ended chan struct{}
	err   error // once ended is closed
}

// begun reports whether it was closed, or tried.
func (c *closing) begun() bool { return c.ended != nil }

// close closes and waits, until ctx ends. What it finds under way may fail because the time of who began it is over: then it
// is tried again.
func (c *closing) close(ctx context.Context, do func(context.Context) error) error {
	if c.begun() && !c.over() {
		if err := c.wait(ctx); err == nil || !c.over() {
			return err
		}
	}
	if !c.begun() || c.err != nil {
		c.begin(ctx, do)
	}
	return c.wait(ctx)
}

func (c *closing) begin(ctx context.Context, do func(context.Context) error) {
	ended := make(chan struct{})
	c.ended = ended
	go func() {
		defer close(ended)
		c.err = fmt.Errorf("%w: its goroutine ended", ErrPanic)
		c.err = guarded(func() error { return do(ctx) })
	}()
}

// wait waits for the end, which counts even if ctx has ended, too.
func (c *closing) wait(ctx context.Context) error {
	if c.over() {
		return c.err
	}
	select {
	case <-c.ended:
		return c.err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrStuck, context.Cause(ctx))
	}
}

func (c *closing) over() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}
