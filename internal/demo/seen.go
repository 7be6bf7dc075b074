package demo

import "fmt"

// seen is what happened.
type seen struct {
	served, left, crowded            int // requests that got all, whose clients left, that got on without for want of room
	read, loaded, failed, stored     int // blocks
	spoilt, impatient                int // files; requests that were told miss for the slow one
	refused, givenUp, late, released int // jobs
	resets, drained                  int // of memory; slots that were in use then
	outages                          uint64
}

// missing is what has not happened yet.
func (s *scheduler) missing() []string {
	files, memory := s.files.Stats(), s.pool.Stats()
	var missing []string
	for _, x := range []struct {
		what     string
		happened bool
	}{
		{"request that got everything", s.seen.served > 0},
		{"client that left", s.seen.left > 0},
		{"block that was read", s.seen.read > 0},
		{"block that was loaded", s.seen.loaded > 0},
		{"load that failed", s.seen.failed > 0},
		{"block that was stored", s.seen.stored > 0},
		{"file that was spoilt", s.seen.spoilt > 0},
		{"file that was found cut short", files.Short > 0},
		{"file that was found corrupt", files.Corrupt > 0},
		{"bad file that was removed", files.Removed > 0},
		{"miss for the slow file", s.seen.impatient > 0},
		{"job that was given up", s.seen.givenUp > 0},
		{"job past its deadline", s.seen.late > 0},
		{"release of one", s.seen.released > 0},
		{"reset under a copy", s.seen.drained > 0},
		{"eviction from memory", memory.Evictions > 0},
		{"eviction of a file", files.Evicted > 0},
		{"outage that is over", s.seen.outages > 0},
	} {
		if !x.happened {
			missing = append(missing, x.what)
		}
	}
	return missing
}

// String is what happened, in a line.
func (s seen) String() string {
	return fmt.Sprintf("%d requests served, %d left early; blocks: %d loaded, %d failed to, %d stored, %d read, each right; "+
		"%d files spoilt; jobs: %d given up, %d late; memory reset %d times; outages: %d",
		s.served, s.left, s.loaded, s.failed, s.stored, s.read, s.spoilt, s.givenUp, s.late, s.resets, s.outages)
}
