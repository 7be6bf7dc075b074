// Package health says whether a tier serves, and bounds how much of a process a hanging storage may hold.
//
// A call of a storage that hangs holds a thread, and nobody can end it. A pool of workers that waits for such calls stands
// still; one that starts a new worker for each grows without end. A Watch has a number of places between the two:
//
//	a call is late     a place is free   another worker is started in its stead; it ends when the call returns
//	a call is late     none is free      Up      → Down     nothing is started any more
//	a test is due                        Down    → Testing  one at a time, on its own goroutine
//	a test succeeds                      Testing → Up       the tier serves again
//	a test fails, or is late             Testing → Down     another one is due in Config.TestEvery
//	the tier is shut down                any     → Closed
//
// So no more threads hang in the storage than there are places and workers, and one test. What decides is generated from
// spec/healthspec: each event meets one cell of TiersTable or CallsTable.
//
//	watch, err := health.New(time.Now(), health.Config{Test: storage.Test})
//	…
//	call.Start(now)        // a worker, before it calls the storage; or Unseen
//	…
//	if call.Return(watch) { // a worker, when its call has returned
//		return          // another one has taken over
//	}
//	…
//	call.See(now)                 // the owner, in each step
//	if call.Late(now, deadline) {
//		call.Relieve(watch, func() { go work() }) // in its stead
//	}
//	…
//	watch.Step(time.Now()) // the owner, in each step
//
// # The caller's duties
//
// All pools that call one storage share a Watch. Their owner
//
//  1. calls Step once in each of its steps, with the time,
//  2. starts nothing while Serves is false: who would have to wait is told that the tier is down,
//  3. calls Borrow, or Call.Relieve, for a call that is past its deadline, and starts another worker if it is lent a place,
//  4. sees to it that each place that was lent is given back once: by Return, or Call.Return, when the call has returned,
//  5. calls Close in the end.
//
// # What can fail
//
// A test that hangs keeps the tier down until it returns: another one beside it would hang as well. An event that met a
// reject cell is a bug of whoever calls, or of ours: it changes nothing, is counted in Stats.Rejected if it is one of a tier,
// and panics in a build with the tag genlock_invariants.
package health
