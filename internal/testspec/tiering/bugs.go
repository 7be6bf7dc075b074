package tiering

import "github.com/genlock-go/genlock/spec"

// knownBugs are faults that tiered caches have really had, as edits. Each breaks the property that it names.
var knownBugs = []spec.Edit{
	{Name: "freeOnAbort", Doc: "A request that ends frees the slot that a job still fills.", Breaks: "JobOwnsItsSlot", Found: inOne(4),
		Changes: replace(spec.Cell{In: Loading, On: leave, To: Free})},
	{Name: "freeAtDeadline", Doc: "A deadline frees the slot that a job still fills.", Breaks: "JobOwnsItsSlot", Found: inOne(4),
		Changes: []spec.Change{spec.SetFire("DeadlinePasses", expire.At(view, Expire{}),
			settle.At(slot, Settle{untried, spec.False}).ForEach(slot).Where(all(holdsKey, slotOf.In(slot, Loading))))}},
	{Name: "errorReady", Doc: "A failed load makes its slot readable.", Breaks: "ErrorIsNeverReady", Found: inOne(6),
		Changes: replace(
			spec.Cell{In: Loading, On: settle, When: all(arrived, awaited), Do: do(pins.Inc()), To: Ready},
			spec.Cell{In: Loading, On: settle, When: not(all(arrived, awaited)), To: Ready})},
	{Name: "missUntried", Doc: "A load that was cut short is told as a miss.", Breaks: "OnlyTriedIsMissed", Found: inOne(6),
		Changes: replace(
			spec.Cell{In: Wait, On: judge, When: arrived, To: Hit},
			spec.Cell{In: Wait, On: judge, When: not(arrived), To: Miss})},
	{Name: "pinLeak", Doc: "A request that ends forgets its pin.", Breaks: "PinsAreHits", Found: inOne(7),
		Changes: replace(spec.Cell{In: Ready, On: leave, Ignore: "the pin is forgotten"})},
	{Name: "doubleUnpin", Doc: "A request that ends lets go of a pin that it does not hold.", Breaks: "TypeOK", Found: inOne(8),
		Changes: replace(spec.Cell{In: Ready, On: leave, Do: do(pins.Dec())})},
	{Name: "keepUnsent", Doc: "A request that ends leaves its promise standing.", Breaks: "UnsentIsWanted", Found: inOne(3),
		Changes: replace(spec.Cell{In: Reserved, On: leave, Ignore: "it will be sent"})},
	{Name: "forgetJob", Doc: "A request that ends drops the record of its job.", Breaks: "NoLeak", Found: inOne(4),
		Changes: replace(
			spec.Cell{In: live, On: disown, When: owned, To: Idle},
			spec.Cell{In: live, On: disown, When: not(owned), Ignore: "another's"})},
	{Name: "ownerKept", Doc: "A job keeps an owner that has finished.", Breaks: "FinishedOwnsNothing", Found: inOne(4),
		Changes: replace(spec.Cell{In: live, On: disown, Ignore: "kept"})},
	{Name: "promoteTwice", Doc: "A key that is bound is given a second slot.", Breaks: "OneSlotPerKey",
		Found:   []spec.Found{{Instance: "twoKeys", Length: 3}},
		Changes: []spec.Change{spec.SetWhen("AskFor", all(asks, anyOf(holdsKey, all(known, slotOf.In(slot, Free)))))}},
	{Name: "dirtyHit", Doc: "A slot that is being filled answers hit.", Breaks: "HitIsReadable", Found: inOne(3),
		Changes: replace(
			spec.Cell{In: filling, On: ask, When: its, Reply: hit},
			spec.Cell{In: filling, On: ask, When: not(its), Reject: "asked for another key"})},
	{Name: "evictUnready", Doc: "A slot without pins is evicted though it is not ready.", Breaks: "PinnedStays", Found: inOne(3),
		Changes: replace(spec.Cell{In: spec.In(filling, Draining), On: evict, To: Free})},
	{Name: "evictPinned", Doc: "A slot is evicted though somebody will read it.", Breaks: "HitIsReadable", Found: inOne(7),
		Changes: replace(spec.Cell{In: Ready, On: evict, To: Free})},
	{Name: "landUnpinned", Doc: "A block that has arrived is not pinned for its owner.", Breaks: "PinsAreHits", Found: inOne(6),
		Changes: replace(
			spec.Cell{In: Loading, On: settle, When: arrived, To: Ready},
			spec.Cell{In: Loading, On: settle, When: not(arrived), To: Free})},
	{Name: "resetFreesRunning", Doc: "A reset frees a slot that a job still fills.", Breaks: "JobOwnsItsSlot", Found: inOne(4),
		Changes: replace(spec.Cell{In: Loading, On: resetSlot, To: Free})},
	{Name: "resetForgetsJobs", Doc: "A reset drops the records of jobs.", Breaks: "NoLeak", Found: inOne(4),
		Changes: replace(spec.Cell{In: live, On: resetJob, To: Idle})},
	{Name: "resetKeepsHits", Doc: "A reset leaves requests with hits that are gone.", Breaks: "HitIsReadable", Found: inOne(7),
		Changes: []spec.Change{spec.SetFire("Reset", slotsReset, jobsReset)}},
	{Name: "lateRebind", Doc: "A late success makes a detached slot readable.", Breaks: "KeyWhileHolding", Found: inOne(5),
		Changes: replace(spec.Cell{In: Draining, On: settle, To: Ready})},
	{Name: "markUngated", Doc: "A failure counts though the entry was renewed.", Breaks: "MarkOnlyItsOwn", Found: inOne(7),
		Changes: []spec.Change{spec.SetFire("Poll", collected, settled, judged.Where(owner.At(job).Is(request)),
			fault.At(key, Fault{outcome.At(job).Eq(bad)}))}},
	{Name: "noMark", Doc: "A failure leaves the entry a hit.", Breaks: "FailureIsFelt", Found: inOne(6),
		Changes: []spec.Change{spec.SetFire("Poll", collected, settled, judged.Where(owner.At(job).Is(request)))}},
	{Name: "failureNotTold", Doc: "The owner of a failed load goes on waiting.", Breaks: "FailureIsTold", Found: inOne(6),
		Changes: replace(
			spec.Cell{In: Wait, On: judge, When: arrived, To: Hit},
			spec.Cell{In: Wait, On: judge, When: not(arrived), Ignore: "it asks again"})},
	{Name: "failureToldToAll", Doc: "A failed load is told to all who wait, not to its owner only.", Breaks: "NoForeignResult",
		Found: []spec.Found{{Instance: "twoRequests", Length: 7}},
		Changes: []spec.Change{spec.SetFire("Poll", collected, settled, faulted,
			judged.Where(anyOf(owner.At(job).Is(request), all(outcome.At(job).Eq(bad), viewOf.In(view, Wait)))))}},
	{Name: "deadlineForgets", Doc: "A deadline makes as if the request had not asked.", Breaks: "UnsentIsWanted", Found: inOne(3),
		Changes: replace(spec.Cell{In: Wait, On: expire, To: No})},
	{Name: "askedAgain", Doc: "A request that was told miss may ask again.", Breaks: "MissIsFinal", Found: inOne(3),
		Changes: append(replace(spec.Cell{In: Miss, On: tell, To: Wait}),
			spec.SetWhen("AskFor", anyOf(holdsKey, all(absent, known, slotOf.In(slot, Free)))))},
	{Name: "noDeadline", Doc: "Nothing makes a deadline pass.", Breaks: "AnsweredByDeadline", Found: inOne(0),
		Changes: []spec.Change{spec.SetFair("DeadlinePasses", spec.Unfair)}},
}

func inOne(length int) []spec.Found { return []spec.Found{{Instance: "one", Length: length}} }

func replace(cells ...spec.Cell) []spec.Change { return []spec.Change{spec.ReplaceCells(cells...)} }
