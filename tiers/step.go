package tiers

import "time"

// BeginStep implements Tier.
//
// The ends of jobs are taken before the changes of the storage are told, and reported after: so nobody hears that a store
// is over, and then of a newcomer's ask that the block is not there.
func (s *Secondary[K, R]) BeginStep(now time.Time, budget int) (more bool) {
	if now.After(s.now) {
		s.now = now
	}
	s.watch.Step(now)
	s.jobs.Tick(now)
	s.collect()
	more = s.lookups.Drain(budget) >= budget
	if s.tell(budget) || more {
		knock(s.wake.rung) // who waits for Wake is not to wait for what waits for it
		return true
	}
	return false
}

// EndStep implements Tier.
func (s *Secondary[K, R]) EndStep(now time.Time, budget int) (more bool) {
	return s.lookups.Flush(now, budget) >= budget
}

// tell tells the lookups what has changed in the storage, and reports whether more of it waits. Jobs that were collected
// before can be reported once none does.
func (s *Secondary[K, R]) tell(budget int) (more bool) {
	if s.storage.begun() {
		return false
	}
	s.changes = s.changes[:0]
	s.spared("changes", func() { s.changes = s.backend.Changes(s.changes, budget) })
	for _, c := range s.changes {
		if c.There {
			s.lookups.Stored(c.Key)
		} else {
			s.lookups.Deleted(c.Key)
		}
	}
	s.stats.Changes += uint64(len(s.changes))
	s.announce()
	more = len(s.changes) >= budget
	if !more {
		s.settled = len(s.ended)
	}
	clear(s.changes)
	return more
}

// announce makes an event of each run of changes of one kind.
func (s *Secondary[K, R]) announce() {
	if s.config.Events == nil {
		return
	}
	for rest := s.changes; len(rest) > 0; {
		e := Event[K]{Tier: s.config.Name, Capabilities: s.capabilities, There: rest[0].There}
		n := 0
		for ; n < len(rest) && rest[n].There == e.There; n++ {
			e.Keys = append(e.Keys, rest[n].Key)
		}
		rest = rest[n:]
		s.config.Events(e)
	}
}
