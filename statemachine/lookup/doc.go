// Package lookup runs the lookups of a scheduler in one secondary tier: is the block of this key there?
//
// The scheduler runs in steps and may not wait, the tier may take its time. So a request that asks hears retry ("not
// known yet, ask again in the next step") until a worker has looked, and hit or miss from then on:
//
//	request asks         Absent   → Pending    a generation is drawn; hears retry
//	the step ends        Pending  → InFlight   workers probe; whoever asks for the key now shares the probe
//	the answer comes     InFlight → Hit, Miss or Failed
//	the load fails       Hit      → Failed     its holders are told miss, the next newcomer looks again
//	a change is told     any      → Hit, Miss  under a fresh generation: what was under way is stale
//	the last holder ends any      → Absent     but an entry whose probe runs stays until the answer: an orphan
//
// What decides is generated from spec/lookupspec: each event of an entry meets one cell of Table. The code that is
// written by hand stores entries, carries messages, and decides nothing.
//
// # What a request can rely on
//
// Told miss, it is told miss until it ends or a store of the key is told. Told hit or miss, it is never told retry
// again. It waits no longer than Config.Deadline from its first ask of the key, whatever hangs. No verdict, failure or
// end of a load reaches it that was started for another: what is started carries a generation and comes back with it,
// and counts only under that one.
//
// # The caller's duties
//
// One goroutine owns a Manager and calls all of its methods. In each step it
//
//  1. calls Drain, so that answers reach their entries,
//  2. calls Begin once for each new request, and names the request by the Handle from then on: ids return, handles never,
//  3. calls Lookup, or LookupPrefix, for the keys that requests need,
//  4. calls Load for a hit that it wants to load, and later, exactly once for each that was started, Loaded or MarkMiss
//     with the generation it got, whether the request still lives or not,
//  5. calls Stored and Deleted for what the tier did to its storage, in the order in which it happened,
//  6. calls Cleanup for each request that ended, whatever it still waits for,
//  7. calls Flush with the time, so that what was asked is sent.
//
// When it has nothing else to do it waits for Wake, and no longer than a tick while requests wait: a deadline that passes rings
// nothing, the next step finds it. In the end it calls Close.
//
// # What can fail
//
// A probe that fails, panics or leaves keys unanswered tells those who wait miss; the next newcomer looks again. A call of
// the prober that is past Config.ProbeDeadline is stuck: another worker takes over, as long as Config.Watch lends a place
// for it, and the tier is down when there is none. Then nothing is sent, and whoever would have to wait is told miss at
// once, until the storage has passed a test (package health). A call with a handle or a generation that the manager did
// not give out is an error and changes nothing.
//
// Ready, Stats, Met and DumpState say how things stand, Config.Log hears of what goes wrong, Config.Observe of every
// event. An event that met a reject cell is a bug of ours: it is counted in Stats.Rejected and changes nothing; built with
// the tag genlock_invariants it panics.
//
// # What it does not do
//
// A block that was a hit may be gone when it is loaded: that is a failed load, not an error of the lookup. Changes that
// other processes make are told by nobody; a miss is believed for Config.MissAge. The manager has no lock: two
// goroutines that call it at a time break it.
package lookup
