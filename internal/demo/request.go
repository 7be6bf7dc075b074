package demo

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers/primary"
)

// A request wants some blocks, each until it reads it, or does without.
type request struct {
	id     int
	handle lookup.Handle
	asked  time.Time
	leaves int // steps until its client goes; never if negative
	wants  []key
	reads  []reading
	heard  map[key]hearing
}

// A reading is a block that a request has pinned. It is looked at only steps later, as a copy to the device would.
type reading struct {
	key   key
	ref   primary.Ref
	until int // the step in which it ends
}

// A hearing is the last answer that a request heard of a key from the tier.
type hearing struct {
	verdict lookup.Verdict
	step    int
}

// begin begins a request. Ids come back: nothing of an old request may reach the new one.
func (s *scheduler) begin() error {
	r := &request{id: s.begun % (2 * atOnce), asked: time.Now(), leaves: -1, heard: map[key]hearing{}}
	for slices.ContainsFunc(s.running, func(other *request) bool { return other.id == r.id }) {
		r.id += 2 * atOnce
	}
	if s.choices.IntN(4) == 0 {
		r.leaves = 1 + s.choices.IntN(20)
	}
	for range 1 + s.choices.IntN(5) {
		r.want(keyOf(s.choices.IntN([]int{popular, blocks}[s.choices.IntN(2)])))
	}
	if s.begun%10 == 0 {
		r.want(slowKey)
	}
	var err error
	if r.handle, err = s.tier.Begin(r.id); err != nil {
		return err
	}
	s.begun++
	s.running = append(s.running, r)
	return nil
}

func (r *request) want(k key) {
	if !slices.Contains(r.wants, k) {
		r.wants = append(r.wants, k)
	}
}

// without says that the request gets on without a block: it computes it where nobody keeps it.
func (r *request) without(k key) {
	r.wants = slices.DeleteFunc(r.wants, func(other key) bool { return other == k })
}

// read says that the request has a pin on a block that it wants.
func (s *scheduler) read(r *request, k key, ref primary.Ref) {
	r.without(k)
	r.reads = append(r.reads, reading{k, ref, s.steps + 1 + s.choices.IntN(3)})
}

// serve does for a request what can be done now, and ends it when there is no more, or when its client has gone.
func (s *scheduler) serve(r *request) error {
	if r.leaves--; r.leaves == 0 {
		s.seen.left++
		return s.end(r)
	}
	if err := s.endReads(r, s.steps); err != nil {
		return err
	}
	var hits []key
	for _, k := range slices.Clone(r.wants) {
		verdict, err := s.ask(r, k)
		if err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
		switch verdict {
		case lookup.VerdictHit:
			hits = append(hits, k)
		case lookup.VerdictMiss:
			if err := s.compute(r, k); err != nil {
				return err
			}
		}
	}
	if err := s.load(r, hits); err != nil {
		return err
	}
	if len(r.wants)+len(r.reads) > 0 {
		return s.overdue(r)
	}
	s.seen.served++
	return s.end(r)
}

// ask asks memory, and then the tier. Retry says that the block is read now, or on its way, or not known yet.
func (s *scheduler) ask(r *request, k key) (lookup.Verdict, error) {
	ref, pinned := s.pool.Pin(k)
	if pinned {
		s.read(r, k, ref)
	}
	if !ref.None() {
		return lookup.VerdictRetry, nil
	}
	verdict, err := s.lookup(r, k)
	if err != nil || verdict != lookup.VerdictMiss {
		return verdict, err
	}
	if k == slowKey && s.storage.slow.isShut() {
		s.seen.impatient++
	}
	return s.lookup(r, k) // it must stay a miss
}

// lookup asks the tier. It is an error if the answer takes back an earlier one: who has an answer is never told to wait again,
// and a miss stays one until a store is told.
func (s *scheduler) lookup(r *request, k key) (lookup.Verdict, error) {
	verdict, err := s.tier.Lookup(r.handle, k)
	if err != nil {
		return verdict, err
	}
	before, known := r.heard[k]
	stored := s.changed[k].stored > before.step
	switch {
	case known && verdict == lookup.VerdictRetry:
		return verdict, fmt.Errorf("hears %v after %v", verdict, before.verdict)
	case known && before.verdict == lookup.VerdictMiss && verdict == lookup.VerdictHit && !stored:
		return verdict, fmt.Errorf("hears %v after %v, and nobody has stored it", verdict, before.verdict)
	case verdict != lookup.VerdictRetry:
		r.heard[k] = hearing{verdict, s.steps}
	}
	return verdict, nil
}

// overdue is an error where a request waits for ever.
func (s *scheduler) overdue(r *request) error {
	if waited := time.Since(r.asked); waited > s.limit/2 {
		return fmt.Errorf("has been running for %v, and still wants %v", waited, r.wants)
	}
	return nil
}

// end ends a request, whatever it waits for or reads.
func (s *scheduler) end(r *request) error {
	s.running = slices.DeleteFunc(s.running, func(other *request) bool { return other == r })
	if err := s.endReads(r, math.MaxInt); err != nil {
		return err
	}
	return s.tier.Finish(r.handle)
}

// endReads ends the readings that are due by a step, and lets their pins go.
func (s *scheduler) endReads(r *request, step int) error {
	var left []reading
	for _, x := range r.reads {
		if x.until > step {
			left = append(left, x)
			continue
		}
		s.seen.read++
		if err := judge(x.key, s.pool.Slot(x.ref.Slot())); err != nil {
			return err
		}
		if err := s.pool.Unpin(x.ref); err != nil {
			return err
		}
	}
	r.reads = left
	return nil
}
