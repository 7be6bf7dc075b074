package lookuptest

import (
	"fmt"
	"strings"
	"testing/synctest"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A tier whose calls are not replaced is down while every worker is held by a call past its deadline. So that a script can
// have it down at any moment all workers are given calls of spare keys, which are answered at once and do not return; a probe of the script gets a
// worker by letting one of them return.

const sparePrefix = "spare"

func isSpare(key string) bool { return strings.HasPrefix(key, sparePrefix) }

// occupy gives each idle worker a call that holds it. Nothing of it is left in the manager but the call.
func (s *Stage) occupy() {
	s.t.Helper()
	if s.m.Stats().Gathered > 0 {
		s.t.Fatal("the tier cannot go down again while probes wait to be sent")
	}
	h := s.handle(sparePrefix)
	for i := range s.idle {
		if _, _, err := s.m.Lookup(h, fmt.Sprint(sparePrefix, i)); err != nil {
			s.t.Fatal(err)
		}
	}
	n := len(s.prober.begun(0))
	s.m.Flush(s.now, s.idle)
	synctest.Wait()
	for _, c := range s.prober.begun(n) {
		c.answer.Post(0, lookup.VerdictMiss)
		s.spare = append(s.spare, c)
	}
	s.m.Drain(s.idle)
	s.idle = 0
	s.End(sparePrefix)
}

// free makes sure that a worker is idle.
func (s *Stage) free() {
	s.t.Helper()
	if s.idle > 0 {
		return
	}
	if len(s.spare) == 0 {
		s.t.Fatalf("a script sends at most %d probes", Workers)
	}
	s.prober.let(s.spare[0])
	s.spare = s.spare[1:]
	s.idle++
	synctest.Wait()
}

// Down holds every worker past its deadline: the tier is down, until a probe is sent or Up.
func (s *Stage) Down() {
	s.t.Helper()
	s.down = true
	if s.idle > 0 {
		s.occupy()
	}
	s.pass(0) // calls count from when the manager has seen them
	s.pass(ProbeDeadline)
}

// Up lets a worker go.
func (s *Stage) Up() { s.down = false }

// arranged makes sure that the tier is down, or not, as the script wants it.
func (s *Stage) arranged() {
	s.t.Helper()
	if !s.down && s.m.Stats().Down {
		s.free()
		s.pass(0)
	}
	check(s, s.m.Stats().Down, s.down, "the tier is down")
}
