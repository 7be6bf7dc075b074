package tiers

import (
	"errors"
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// SubmitLoad implements Tier.
func (s *Secondary[K, R]) SubmitLoad(request lookup.Handle, blocks []Block[K]) (JobID, error) {
	return s.submit(Load, request, blocks)
}

// SubmitStore implements Tier.
func (s *Secondary[K, R]) SubmitStore(blocks []Block[K]) (JobID, error) {
	return s.submit(Store, lookup.Handle{}, blocks)
}

// submit starts a job, or nothing of it.
func (s *Secondary[K, R]) submit(d Direction, request lookup.Handle, blocks []Block[K]) (JobID, error) {
	if err := s.check(d, blocks); err != nil {
		return 0, s.refused(err)
	}
	w := s.take(d, request, blocks)
	if err := s.promise(w); err != nil {
		s.withdraw(w)
		return 0, s.refused(err)
	}
	class := job.Read
	if d == Store {
		class = job.Write
	}
	id, err := s.jobs.Submit(class, len(blocks), w)
	if err != nil {
		s.withdraw(w)
		return 0, s.refused(s.wrapped(d.String(), translated(err)))
	}
	w.id = JobID(id)
	return w.id, nil
}

// check says what is wrong with the blocks of a job, or why the tier takes none.
func (s *Secondary[K, R]) check(d Direction, blocks []Block[K]) error {
	switch {
	case s.closed:
		return s.wrapped(d.String(), ErrClosed)
	case !s.watch.Serves():
		return s.wrapped(d.String(), ErrDown)
	case len(s.ended) >= s.unpolled:
		return s.wrapped(d.String(), fmt.Errorf("%w: %d jobs have ended that nobody has polled", ErrBusy, len(s.ended)))
	case len(blocks) > s.config.Blocks:
		return s.wrapped(d.String(), fmt.Errorf("%w: %d, at most %d", ErrTooMany, len(blocks), s.config.Blocks))
	}
	s.checks++
	for _, b := range blocks {
		if err := s.checkSlot(b.Slot); err != nil {
			return s.keyed(d.String(), b.Key, err)
		}
	}
	return s.checkKeys(d, blocks)
}

// checkSlot also notes the slot: a second time in one check is once too often.
func (s *Secondary[K, R]) checkSlot(slot int) error {
	switch {
	case slot < 0 || slot >= len(s.slots):
		return fmt.Errorf("%w: %d of %d", ErrSlot, slot, len(s.slots))
	case s.slots[slot] == s.checks:
		return fmt.Errorf("%w: %d is named twice", ErrSlot, slot)
	}
	s.slots[slot] = s.checks
	return nil
}

// few is up to how many keys are compared with each other rather than looked up: that allocates nothing.
const few = 16

func (s *Secondary[K, R]) checkKeys(d Direction, blocks []Block[K]) error {
	var seen map[K]struct{}
	if len(blocks) > few {
		seen = make(map[K]struct{}, len(blocks))
	}
	for i, b := range blocks {
		if !s.keys.Found(b.Key) {
			return s.keyed(d.String(), b.Key, fmt.Errorf("%w: nothing could find it again", ErrKey))
		}
		_, twice := seen[b.Key]
		if seen == nil {
			twice = slices.ContainsFunc(blocks[:i], func(a Block[K]) bool { return a.Key == b.Key })
		} else {
			seen[b.Key] = struct{}{}
		}
		if twice {
			return s.keyed(d.String(), b.Key, fmt.Errorf("%w: it is named twice", ErrKey))
		}
	}
	return nil
}

// take is a record of the job, with a copy of its blocks.
func (s *Secondary[K, R]) take(d Direction, request lookup.Handle, blocks []Block[K]) *work[K, R] {
	var w *work[K, R]
	if n := len(s.spare); n > 0 {
		w, s.spare = s.spare[n-1], s.spare[:n-1]
	} else {
		w = &work[K, R]{tier: s}
	}
	w.direction, w.request = d, request
	w.blocks = append(w.blocks, blocks...)
	return w
}

// give keeps a record for another job. What it held may not stay reachable.
func (s *Secondary[K, R]) give(w *work[K, R]) {
	clear(w.blocks)
	w.blocks, w.generations, w.outcomes = w.blocks[:0], w.generations[:0], w.outcomes[:0]
	w.id, w.err, w.held = 0, nil, false
	s.spare = append(s.spare, w)
}

// promise starts the load of each block in the lookups, and notes under which generation. A store promises nothing.
func (s *Secondary[K, R]) promise(w *work[K, R]) error {
	if w.direction == Store {
		return nil
	}
	for _, b := range w.blocks {
		g, started, err := s.lookups.Load(w.request, b.Key)
		if err == nil && !started {
			err = ErrNoHit
		}
		if err != nil {
			return s.keyed(w.direction.String(), b.Key, err)
		}
		w.generations = append(w.generations, g)
	}
	return nil
}

// withdraw takes back a job that was not started: its loads have ended, with nothing against their entries.
func (s *Secondary[K, R]) withdraw(w *work[K, R]) {
	for i, g := range w.generations {
		s.over(w.request, w.blocks[i].Key, g)
	}
	s.give(w)
}

// over tells the lookups that a load has ended, with nothing against its entry. A request that ended meanwhile is nobody to
// be told: that is counted.
func (s *Secondary[K, R]) over(request lookup.Handle, key K, g lookup.Generation) {
	if err := s.lookups.Loaded(request, key, g); errors.Is(err, lookup.ErrHandle) {
		s.stats.Late++
	}
}

// GiveUp implements Tier.
func (s *Secondary[K, R]) GiveUp(id JobID) error {
	is := func(w *work[K, R]) bool { return w.id == id }
	if slices.ContainsFunc(s.ended, is) {
		return nil // it has ended, and is reported next
	}
	if slices.ContainsFunc(s.held, is) || s.jobs.GiveUp(job.ID(id)) != nil {
		return s.refused(s.wrapped("give up", fmt.Errorf("%w: %v", ErrJob, id)))
	}
	return nil
}

// refused counts why a call is refused.
func (s *Secondary[K, R]) refused(err error) error {
	s.stats.Refused[reason(err)]++
	return err
}
