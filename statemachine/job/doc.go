// Package job runs the loads and stores of a scheduler in one tier: blocks are copied by workers, and each job is reported
// once.
//
// The scheduler runs in steps and may not wait, storage takes its time or hangs. So a job is submitted, workers copy its
// blocks side by side, and its end is polled in a later step:
//
//	it is submitted          Absent   → Queued   a generation is drawn: the job's ID
//	a worker takes a block   Queued   → Running  reads before writes
//	the last copy ends       Running  → Ended    or back to Queued, if blocks wait and none has failed
//	its deadline passes      Running  → Overdue  it is told as failed; copies go on, the buffer stays theirs
//	its end is polled        Ended    → Absent   its buffer is the caller's again
//	                         Overdue  → Held     its buffer is not
//	the last copy ends       Held     → Spent    and what ended well is still a failure
//	the release is polled    Spent    → Absent   now the buffer is the caller's again
//
// A job that failed and left something behind is Dirty once it is reported and released, until that is removed.
//
// What decides is generated from spec/jobspec: each event of a job meets one cell of Table. The code that is written by
// hand keeps records, carries tickets, and decides nothing.
//
// # What a caller can rely on
//
// Each job is reported exactly once, within Config.Deadline and a tick, whatever hangs. No copy touches its buffer once the
// report, or the release, has given that back. After the first block that failed, after GiveUp, after the deadline and
// after Close no further block is started, and those are told as untried: nothing was learnt about them. A block is told
// as arrived only if its mover said so in time. There are never more goroutines than Config.Workers and the places that
// the watch gives.
//
// # The caller's duties
//
// One goroutine owns a Manager and calls all of its methods, but for Wake and Stats. In each step it
//
//  1. calls Tick with the time, by which deadlines and stuck calls are judged until the next,
//  2. calls Poll and Released, and uses a buffer again only when one of them has given it back,
//  3. calls Submit, and GiveUp for what nobody wants any more.
//
// When it has nothing else to do it waits for Wake, and no longer than a tick while jobs are under way: a deadline that passes
// rings nothing, the next Tick finds it. In the end it calls Close, and then Poll once more.
//
// # What can fail
//
// A mover that fails, panics or ends its goroutine fails its block; the worker lives. One that takes longer than
// Config.CallDeadline holds its goroutine, and as long as Config.Watch gives a place for it another worker takes over. A
// watch that does not serve starts nothing: Submit is refused, and what is queued waits, or ends untried by its deadline.
//
// Stats and Met say how things stand, Config.Observe hears of every event. An event that met a reject cell is a bug of
// ours: it is counted in Stats.Rejected and changes nothing; built with the tag genlock_invariants it panics.
package job
