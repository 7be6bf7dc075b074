package tiering

import "github.com/genlock-go/genlock/spec"

// What actions look at. Variables that a condition binds itself are named in its comment; the others are the action's.
// No variable means two things at once, so where an action has a slot a condition binds slot2.
var (
	asks      = viewOf.In(view, No, Wait)
	holdsKey  = bound.At(slot).Is(key)
	known     = entryOf.In(key, There)
	absent    = spec.Define("absent", not(spec.Exists(slot2, bound.At(slot2).Is(key))))     // binds slot2
	full      = spec.Define("full", not(spec.Exists(slot2, slotOf.In(slot2, Free))))        // binds slot2
	fills     = target.At(job).Is(slot)                                                     // the job fills the slot
	fillsKey  = spec.Exists(slot, all(fills, holdsKey))                                     // the job fills the key's slot; binds slot
	waits     = spec.Exists(request, all(owner.At(job).Is(request), viewOf.In(view, Wait))) // the owner waits; binds request
	readsSlot = spec.Exists(key, all(holdsKey, viewOf.In(view, Hit)))                       // binds key
	failed    = all(outcome.At(job).Eq(bad), current.At(job))                               // and the failure counts
)

// asking is used twice: its answer is what the view is told.
var asking = ask.At(slot, Ask{key, request})

// The events of Poll, apart because known bugs leave some of them out.
var (
	collected = collect.At(job, Collect{})
	settled   = settle.At(slot, Settle{outcome.At(job), waits})
	judged    = judge.At(view, Judge{outcome.At(job)}).ForEach(request)
	faulted   = fault.At(key, Fault{failed})

	slotsReset = resetSlot.At(slot, ResetSlot{}).ForEach(slot)
	jobsReset  = resetJob.At(job, ResetJob{}).ForEach(job)
	viewsReset = resetView.At(view, ResetView{}).ForEach(request, key)
)

var actions = []spec.Action{
	{Name: "AskFor", By: "scheduler", Doc: "The slot that holds the key answers, or a free one is promised.",
		For:  vars(request, key, slot),
		When: all(asks, anyOf(holdsKey, all(absent, known, slotOf.In(slot, Free)))),
		Fire: fire(asking, tell.At(view, Tell{spec.ReplyOf[Answer](asking)}))},
	{Name: "NoRoom", By: "scheduler", Doc: "Every slot is taken: the request asks again.",
		For: vars(request, key), When: all(asks, absent, known, full), Fire: fire(tell.At(view, Tell{wait}))},
	{Name: "NotThere", By: "scheduler", Doc: "Neither tier holds the block.",
		For: vars(request, key), When: all(asks, absent, not(known)), Fire: fire(tell.At(view, Tell{miss}))},
	{Name: "Send", By: "scheduler", Doc: "A promise becomes a job.",
		For: vars(slot, job, request), When: all(asker.At(slot).Is(request), jobOf.In(job, Idle)),
		Fire: fire(submit.At(slot, Submit{}), enqueue.At(job, Enqueue{slot, request}))},
	{Name: "Poll", By: "scheduler", Doc: "A job has ended whose slot still has its key: the slot, the owner and the entry hear of it.",
		For: vars(job, slot, key), When: all(jobOf.In(job, Ended), fills, holdsKey),
		Fire: fire(collected, settled, judged.Where(owner.At(job).Is(request)), faulted)},
	{Name: "Retire", By: "scheduler", Doc: "A job has ended whose slot was detached: nobody else hears of it.",
		For: vars(job, slot), When: all(jobOf.In(job, Ended), fills, bound.At(slot).None()),
		Fire: fire(collected, settle.At(slot, Settle{outcome.At(job), spec.False}))},
	{Name: "MakeRoom", By: "scheduler", For: vars(slot), Fire: fire(evict.At(slot, Evict{}))},
	{Name: "Finish", By: "scheduler", Doc: "A request ends, whatever it still waits for.",
		For: vars(request),
		Fire: fire(drop.At(view, Drop{}).ForEach(key),
			leave.At(slot, Leave{request, readsSlot}).ForEach(slot),
			disown.At(job, Disown{request}).ForEach(job))},
	{Name: "Reset", By: "scheduler", Doc: "All of primary memory is given up; copies that run are waited for.",
		Fire: fire(slotsReset, jobsReset, viewsReset)},

	{Name: "DeadlinePasses", By: "clock", Fair: spec.Weak, For: vars(request, key), Fire: fire(expire.At(view, Expire{}))},

	{Name: "JobStarts", By: "worker", For: vars(job), When: jobOf.In(job, Queued), Fire: fire(start.At(job, Start{}))},
	{Name: "JobEnds", By: "worker", For: vars(job, result), When: jobOf.In(job, Running), Fire: fire(end.At(job, End{result}))},

	{Name: "Renew", By: "tier", Doc: "A store or a deletion: the loads under way no longer count against the entry.",
		For:  vars(key, stored),
		Fire: fire(change.At(key, Change{stored}), outdate.At(job, Outdate{}).ForEach(job).Where(fillsKey))},
}
