package lookuptest_test

import (
	"testing"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/statemachine/lookup/lookuptest"
)

// If an act did something else than it says, a replayed behaviour would be another one.
func TestActs(t *testing.T) {
	lookuptest.Replay(t, func(s *lookuptest.Stage) {
		s.Ask("request1", "key1", lookup.VerdictRetry)
		s.State(1, 0, "key1: Pending, generation 1, 1 holders")
		s.Flush("key1", 1, true)
		s.State(0, 1, "key1: InFlight, generation 1, 1 holders")
		s.Answer("key1", 1, true)
		s.State(0, 0, "key1: Hit, generation 1, 1 holders")
		s.Load("request1", "key1", 1)
		s.Load("request1", "key1", 0)
		s.Loaded("request1", "key1", 1)
		s.Load("request1", "key1", 1)
		s.LoadFails("request1", "key1", 1)
		s.State(0, 0, "key1: Failed, generation 1, 1 holders")
		s.Ask("request1", "key1", lookup.VerdictMiss)
		s.Ask("request2", "key1", lookup.VerdictRetry)
		s.State(1, 0, "key1: Pending, generation 2, 2 holders")
		s.Deleted("key1")
		s.State(1, 0, "key1: Miss, generation 3, 2 holders")
		s.Stored("key1")
		s.Ask("request1", "key1", lookup.VerdictHit)
		s.Flush("key1", 2, false)
		s.End("request1")
		s.End("request2")
		s.State(0, 0)
		s.Close()
		s.State(0, 0, "every key is Closed")
		s.Ask("request1", "key1", lookup.VerdictMiss)
	})
}

// If time did not pass as a script wants it, deadlines and old misses would never be replayed.
func TestTimePasses(t *testing.T) {
	lookuptest.Replay(t, func(s *lookuptest.Stage) {
		s.Ask("request1", "key1", lookup.VerdictRetry)
		s.Flush("key1", 1, true)
		s.Ask("request2", "key1", lookup.VerdictRetry)
		s.DeadlinePasses("request1", "key1")
		s.Ask("request1", "key1", lookup.VerdictMiss)
		s.Ask("request2", "key1", lookup.VerdictRetry)
		s.Answer("key1", 1, false)
		s.Ask("request3", "key1", lookup.VerdictMiss)
		s.MissesAge()
		s.Ask("request4", "key1", lookup.VerdictRetry)
		s.State(1, 0, "key1: Pending, generation 2, 4 holders")
	})
}

// If the tier were not down when a script wants it, and up again, nobody would be told miss at once.
func TestDownAndUp(t *testing.T) {
	lookuptest.Replay(t, func(s *lookuptest.Stage) {
		s.Ask("request1", "key1", lookup.VerdictRetry)
		s.Down()
		s.Ask("request1", "key1", lookup.VerdictMiss)
		s.Ask("request2", "key2", lookup.VerdictMiss)
		s.Flush("key1", 1, true)
		s.Down()
		s.Ask("request3", "key3", lookup.VerdictMiss)
		s.Up()
		s.Ask("request3", "key4", lookup.VerdictRetry)
		s.Flush("key4", 2, true)
		s.Fail("key4", 2)
		s.Down()
		s.Ask("request3", "key5", lookup.VerdictMiss)
	})
}
