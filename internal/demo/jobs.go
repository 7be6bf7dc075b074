package demo

import (
	"errors"
	"fmt"
	"slices"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/primary"
)

// A move is a job that has not given its slots back.
type move struct {
	direction tiers.Direction
	by        *request // of a load; it may have ended
	blocks    []tiers.Block[key]
	refs      []primary.Ref
	begun     int // the step
	held      bool
}

// A write is a block that comes from the device: half of it is in its slot.
type write struct {
	key key
	ref primary.Ref
}

// compute makes a block that is not to be found, where there is room for it.
func (s *scheduler) compute(r *request, k key) error {
	refs, err := s.pool.Write([]key{k}, nil)
	if errors.Is(err, primary.ErrFull) {
		s.seen.crowded++
		r.without(k)
		return nil
	}
	if err != nil {
		return err
	}
	copy(s.pool.Slot(refs[0].Slot()), content(k)[:blockBytes/2])
	s.writes = append(s.writes, write{k, refs[0]})
	return nil
}

// endWrites ends what was computed in the last step. The blocks go to whoever waits for them, and to the tier.
func (s *scheduler) endWrites() error {
	store := move{direction: tiers.Store, begun: s.steps}
	for _, w := range s.writes {
		slot := w.ref.Slot()
		copy(s.pool.Slot(slot)[blockBytes/2:], content(w.key)[blockBytes/2:])
		readable, err := s.land(w.key, w.ref, true, 1)
		if err != nil {
			return err
		}
		if readable {
			store.blocks = append(store.blocks, tiers.Block[key]{Key: w.key, Slot: slot})
			store.refs = append(store.refs, w.ref)
		}
	}
	s.writes = s.writes[:0]
	if len(store.blocks) == 0 {
		return nil
	}
	id, err := s.tier.SubmitStore(store.blocks)
	if err != nil {
		return errors.Join(s.refused(err), s.free(&store, nil))
	}
	s.jobs[id] = &store
	return nil
}

// refused is nil for a tier that does not take a job now.
func (s *scheduler) refused(err error) error {
	if errors.Is(err, tiers.ErrDown) || errors.Is(err, tiers.ErrBusy) {
		s.seen.refused++
		return nil
	}
	return err
}

// load loads the blocks that a request heard hit for, as one job.
func (s *scheduler) load(r *request, hits []key) error {
	if len(hits) == 0 {
		return nil
	}
	refs, err := s.pool.Reserve(hits, nil)
	if errors.Is(err, primary.ErrFull) {
		s.seen.crowded++
		for _, k := range hits {
			r.without(k)
		}
		return nil
	}
	if err != nil {
		return err
	}
	m := &move{direction: tiers.Load, by: r, refs: refs, begun: s.steps}
	for i, k := range hits {
		m.blocks = append(m.blocks, tiers.Block[key]{Key: k, Slot: refs[i].Slot()})
	}
	id, err := s.tier.SubmitLoad(r.handle, m.blocks)
	if err != nil {
		return s.notLoaded(r, m, err)
	}
	s.jobs[id] = m
	for _, ref := range refs {
		if err := s.pool.Send(ref); err != nil {
			return err
		}
	}
	return s.trip(hits)
}

// notLoaded takes the promises back. A block whose load is under way is waited for: memory was reset under it.
func (s *scheduler) notLoaded(r *request, m *move, err error) error {
	for _, ref := range m.refs {
		if !s.pool.Cancel(ref) {
			return fmt.Errorf("%v was promised, and cannot be taken back", ref)
		}
	}
	if errors.Is(err, tiers.ErrNoHit) {
		return nil
	}
	for _, b := range m.blocks {
		r.without(b.Key)
	}
	return s.refused(err)
}

// endJobs hears of the jobs that have ended.
func (s *scheduler) endJobs() error {
	for _, result := range s.tier.Poll(nil) {
		m := s.jobs[result.Job]
		if m == nil || m.held || !slices.Equal(m.blocks, result.Blocks) {
			return fmt.Errorf("%v of %v is told again, or was never submitted", result.Job, result.Blocks)
		}
		if err := s.told(m, &result); err != nil {
			return fmt.Errorf("%v: %w", result.Job, err)
		}
		if m.held = result.Held; m.held {
			s.seen.late++
			continue
		}
		delete(s.jobs, result.Job)
		if err := s.free(m, result.Outcomes); err != nil {
			return fmt.Errorf("%v: %w", result.Job, err)
		}
	}
	for _, id := range s.tier.Released(nil) {
		m := s.jobs[id]
		if m == nil || !m.held {
			return fmt.Errorf("%v is released, and was not held", id)
		}
		s.seen.released++
		delete(s.jobs, id)
		if err := s.free(m, nil); err != nil {
			return fmt.Errorf("the release of %v: %w", id, err)
		}
	}
	return nil
}

// told counts the end of a job. A store that is over has been told as a change, or a later change of its key has.
func (s *scheduler) told(m *move, result *tiers.Result[key]) error {
	if errors.Is(result.Err, tiers.ErrGivenUp) {
		s.seen.givenUp++
	}
	for i, outcome := range result.Outcomes {
		k := m.blocks[i].Key
		switch {
		case m.direction == tiers.Store && outcome == tiers.Arrived:
			s.seen.stored++
			if s.changed[k].last < m.begun {
				return fmt.Errorf("%s was stored, and the storage does not say so", k)
			}
		case m.direction == tiers.Load && outcome == tiers.Arrived:
			s.seen.loaded++
		case m.direction == tiers.Load && outcome == tiers.Failed:
			s.seen.failed++
			if err := s.loadFailed(m, k); err != nil {
				return fmt.Errorf("after a load of %s that failed, its request %w", k, err)
			}
		}
	}
	return nil
}

// loadFailed asks again for a block whose load has failed: it is a miss for who asked for it, unless the storage has changed
// since.
func (s *scheduler) loadFailed(m *move, k key) error {
	if !slices.Contains(s.running, m.by) || s.changed[k].last >= m.begun {
		return nil
	}
	m.by.heard[k] = hearing{lookup.VerdictMiss, s.steps}
	_, err := s.lookup(m.by, k)
	return err
}

// free gives back the slots of a job that no copy touches any more. No outcomes: none of the blocks arrived.
func (s *scheduler) free(m *move, outcomes []tiers.Outcome) error {
	for i, ref := range m.refs {
		if m.direction == tiers.Store {
			if err := s.pool.Unpin(ref); err != nil {
				return err
			}
			continue
		}
		arrived := outcomes != nil && outcomes[i] == tiers.Arrived
		if _, err := s.land(m.blocks[i].Key, ref, arrived, 0); err != nil {
			return err
		}
	}
	return nil
}

// land ends the copy into a slot. Whoever waits for the block reads it from now on, and so many others use it.
func (s *scheduler) land(k key, ref primary.Ref, arrived bool, others int) (readable bool, err error) {
	if arrived {
		if err := judge(k, s.pool.Slot(ref.Slot())); err != nil {
			return false, err
		}
	}
	var waiting []*request
	for _, r := range s.running {
		if slices.Contains(r.wants, k) {
			waiting = append(waiting, r)
		}
	}
	readable, err = s.pool.Land(ref, arrived, len(waiting)+others)
	if readable {
		for _, r := range waiting {
			s.read(r, k, ref)
		}
	}
	return readable, err
}
