// Package lookuptest replays a behaviour of the specification on a Manager, act by act. Tests that `genlock check -trace
// go` writes call it:
//
//	lookuptest.Replay(t, func(s *lookuptest.Stage) {
//		s.Ask("request1", "key1", lookup.VerdictRetry)
//		s.State(1, 0, "key1: Pending, generation 1, 1 holders")
//		s.Flush("key1", 1, true)
//		s.State(0, 1, "key1: InFlight, generation 1, 1 holders")
//		s.Answer("key1", 1, true)
//		s.State(0, 0, "key1: Hit, generation 1, 1 holders")
//	})
//
// Each act says what the manager must answer; State says what it must hold then. The first difference ends the test.
// Generations are numbered as the specification draws them, from 1.
//
// A Stage runs in a bubble of testing/synctest, so nothing depends on how fast workers are. Its prober answers only what
// the script says: it holds each call until the end, so that a tier is down when the script wants it to be.
package lookuptest
