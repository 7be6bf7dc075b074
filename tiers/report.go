package tiers

import (
	"slices"

	"github.com/genlock-go/genlock/statemachine/job"
)

// collect takes the ends of jobs, and tells the lookups of those of loads.
func (s *Secondary[K, R]) collect() {
	s.reports = s.jobs.Poll(s.reports[:0])
	for i := range s.reports {
		w := s.reports[i].Mover.(*work[K, R])
		s.conclude(w, &s.reports[i])
		s.ended = append(s.ended, w)
	}
	clear(s.reports)
	for _, f := range s.jobs.Forsaken(nil) {
		s.stats.Forsaken++
		s.log.Warn(s.now, "a leftover cannot be removed", "what", f.What, "error", f.Err)
	}
}

// conclude notes what became of the blocks of a job.
func (s *Secondary[K, R]) conclude(w *work[K, R], r *job.Report) {
	traffic := s.traffic(w.direction)
	traffic.Jobs++
	for i, o := range r.Outcomes {
		outcome := outcomes[o]
		w.outcomes = append(w.outcomes, outcome)
		traffic.count(outcome, s.memory.SlotBytes())
		if w.direction == Load {
			s.loadEnds(w, i, outcome)
		}
	}
	w.held = r.Held
	if !slices.ContainsFunc(w.outcomes, missing) {
		return // whatever stopped it came too late
	}
	w.err = s.cause(w, r)
	if r.Cause == job.CauseFailure || r.Cause == job.CauseExpired { // the others were asked for
		s.log.Warn(s.now, w.direction.String()+" failed", "error", w.err, "held", w.held)
	}
}

func missing(o Outcome) bool { return o != Arrived }

// outcomes are those of jobs in words of this package.
var outcomes = [...]Outcome{
	job.OutcomeUntried: Untried,
	job.OutcomeArrived: Arrived,
	job.OutcomeFailed:  Failed,
}

// loadEnds tells the lookups how the load of one block has ended. Only one that was tried and failed counts against its
// entry, and only under its generation; it counts whether the request lives or not.
func (s *Secondary[K, R]) loadEnds(w *work[K, R], i int, o Outcome) {
	key, g := w.blocks[i].Key, w.generations[i]
	if o != Failed {
		s.over(w.request, key, g)
		return
	}
	s.lookups.MarkMiss(key, g)
}

// cause is why not all blocks of a job have arrived.
func (s *Secondary[K, R]) cause(w *work[K, R], r *job.Report) error {
	switch r.Cause {
	case job.CauseGivenUp:
		return s.wrapped(w.direction.String(), ErrGivenUp)
	case job.CauseExpired:
		if late := slices.Index(r.Outcomes, job.OutcomeFailed); late >= 0 {
			return s.keyed(w.direction.String(), w.blocks[late].Key, ErrExpired)
		}
		return s.wrapped(w.direction.String(), ErrExpired) // before any of it was tried
	case job.CauseClosed:
		return s.wrapped(w.direction.String(), ErrClosed)
	}
	return named(s.config.Name, w.direction.String(), "", translated(r.Err))
}

// Poll implements Tier.
func (s *Secondary[K, R]) Poll(into []Result[K]) []Result[K] {
	for _, w := range s.told {
		if !w.held {
			s.give(w)
		}
	}
	s.told = s.told[:0]
	if s.closed {
		s.collect()
		s.settled = len(s.ended)
	}
	for _, w := range s.ended[:s.settled] {
		into = append(into, Result[K]{w.id, w.direction, w.blocks, w.outcomes, w.err, w.held})
		if w.held {
			s.held = append(s.held, w)
		}
	}
	s.told = append(s.told, s.ended[:s.settled]...)
	s.ended = append(s.ended[:0], s.ended[s.settled:]...)
	s.settled = 0
	return into
}

// Released implements Tier. A job whose copies end before its result was told needs no release: its result is one.
func (s *Secondary[K, R]) Released(into []JobID) []JobID {
	s.gone = s.jobs.Released(s.gone[:0])
	for _, r := range s.gone {
		w := r.Mover.(*work[K, R])
		if slices.Contains(s.ended, w) {
			w.held = false
			continue
		}
		s.held = slices.DeleteFunc(s.held, func(held *work[K, R]) bool { return held == w })
		into = append(into, w.id)
	}
	clear(s.gone)
	return into
}

func (s *Secondary[K, R]) traffic(d Direction) *Traffic {
	if d == Load {
		return &s.stats.Loads
	}
	return &s.stats.Stores
}
