package jobspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// Bugs that are known, each as an edit of the declaration and with the property that catches it. Most are edits of cells,
// so their step can be generated and run.
var knownBugs = slices.Concat(
	freedTooEarly,
	toldWrong,
	untriedAsFailed,
	wrongCopies,
	reusedNames,
	lostLeftovers,
	wrongShutdowns,
)

// shortest is where a bug is found and in how many steps: none where only the long run shows it.
func shortest(instance string, steps int) []spec.Found {
	return []spec.Found{{Instance: instance, Length: steps}}
}

func edits(changes ...spec.Change) []spec.Change { return changes }

var replace, assume = spec.ReplaceCells, spec.Assume

// Buffers that are given back while a copy runs on them, twice, or never.
var freedTooEarly = []spec.Edit{
	{Name: "freeOnAbort", Breaks: "CopiesOwnTheBuffer", Found: shortest("tiny", 4),
		Doc: "Who gives a running job up gets its buffer with the next poll.",
		Changes: edits(replace(
			spec.Cell{In: Running, On: giveUp, When: not(same), Ignore: "the job is over"},
			spec.Cell{In: Running, On: giveUp, When: all(same, whole), Do: do(cause.Becomes(givenUp), finish), To: Ended},
			spec.Cell{In: Running, On: giveUp, When: all(same, not(whole)), Do: finish, To: Ended}))},
	{Name: "freeAtDeadline", Breaks: "CopiesOwnTheBuffer", Found: shortest("tiny", 4),
		Doc: "The report of a late job gives its buffer back.",
		Changes: edits(replace(
			spec.Cell{In: Overdue, On: poll, When: not(same), Reject: "a job is kept until it is polled"},
			spec.Cell{In: Overdue, On: poll, When: same, Do: do(tell, giveBack), To: Held}))},
	{Name: "freeAtFirstFailure", Breaks: "CopiesOwnTheBuffer", Found: shortest("tiny", 5),
		Doc: "A job ends with the first copy that fails, whatever the others do.",
		Changes: edits(replaceBad(
			spec.Cell{In: Running, On: end, When: all(same, isBad, whole), Do: do(fail, finish), To: Ended, Reply: failed},
			spec.Cell{In: Running, On: end, When: all(same, isBad, not(last), not(whole)), Do: drop, Reply: failed},
			spec.Cell{In: Running, On: end, When: all(same, isBad, last, not(whole)), Do: do(drop, finish), To: Ended, Reply: failed}))},
	{Name: "freeTwice", Breaks: "ReturnedOnce", Found: shortest("tiny", 6),
		Doc: "The report of a late job gives its buffer back, and so does the end of its last copy.",
		Changes: edits(replace(
			spec.Cell{In: Overdue, On: poll, When: not(same), Reject: "a job is kept until it is polled"},
			spec.Cell{In: Overdue, On: poll, When: same, Do: do(tell, giveBack), To: Held}))},
	{Name: "neverFreed", Breaks: "NoBufferIsForgotten", Found: shortest("tiny", 5),
		Doc: "A late job is forgotten when its last copy ends.",
		Changes: edits(replaceLate(
			spec.Cell{In: Overdue, On: end, When: all(same, last), Do: drop, To: Ended, Reply: failed},
			spec.Cell{In: Held, On: end, When: all(same, last), To: Absent, Reply: failed}))},
}

// Reports that come twice, never, or with another reason.
var toldWrong = []spec.Edit{
	{Name: "forgetJob", Breaks: "NoJobIsForgotten", Found: shortest("tiny", 2),
		Doc: "A job that is given up before it runs is forgotten.",
		Changes: edits(replace(
			spec.Cell{In: Queued, On: giveUp, When: not(same), Ignore: "the job is over"},
			spec.Cell{In: Queued, On: giveUp, When: same, To: Absent}))},
	{Name: "forgetRunning", Breaks: "CopiesAreItsOwn", Found: shortest("tiny", 3),
		Doc: "A job that is given up while it runs is forgotten, and its copies find another one.",
		Changes: edits(replace(
			spec.Cell{In: Running, On: giveUp, When: not(same), Ignore: "the job is over"},
			spec.Cell{In: Running, On: giveUp, When: same, To: Absent}))},
	{Name: "publishTwice", Breaks: "ReportedOnce", Found: shortest("tiny", 6),
		Doc: "The end of a late job is told beside the deadline.",
		Changes: edits(replaceLate(
			spec.Cell{In: Overdue, On: end, When: all(same, last), Do: drop, To: Ended, Reply: failed},
			spec.Cell{In: Held, On: end, When: all(same, last), Do: do(drop, finish), To: Ended, Reply: failed}))},
	{Name: "lateRebind", Breaks: "LateIsFailed", Found: shortest("tiny", 3),
		Doc: "A copy that ends well after the deadline has arrived, though it was told as failed.",
		Changes: edits(replace(
			foreignLate,
			spec.Cell{In: late, On: end, When: all(same, not(last), isGood), Do: drop, Reply: arrived},
			spec.Cell{In: late, On: end, When: all(same, not(last), not(isGood)), Do: drop, Reply: failed},
			spec.Cell{In: Overdue, On: end, When: all(same, last, isGood), Do: drop, To: Ended, Reply: arrived},
			spec.Cell{In: Overdue, On: end, When: all(same, last, not(isGood)), Do: drop, To: Ended, Reply: failed},
			spec.Cell{In: Held, On: end, When: all(same, last, isGood), Do: spend, To: Spent, Reply: arrived},
			spec.Cell{In: Held, On: end, When: all(same, last, not(isGood)), Do: spend, To: Spent, Reply: failed}))},
	{Name: "noDeadline", Breaks: "EveryJobIsReported", Found: shortest("tiny", 0),
		Doc:     "No deadline need ever pass.",
		Changes: edits(spec.SetFair("DeadlinePasses", spec.Unfair))},
	{Name: "deadlineOfQueueOnly", Breaks: "EveryJobIsReported", Found: shortest("tiny", 0),
		Doc:     "A deadline does not concern what runs.",
		Changes: edits(replace(spec.Cell{In: Running, On: expire, Ignore: "its end will come"}))},
}

// Cells that say the same as ours of another job's copies, for edits of what is said of one's own.
var (
	foreignRunning = spec.Cell{In: Running, On: end, When: not(same), Reject: "a job outlives its copies", Reply: untried}
	foreignLate    = spec.Cell{In: late, On: end, When: not(same), Reject: "a job outlives its copies", Reply: untried}
)

// replaceBad says something else of copies that end badly.
func replaceBad(bad ...spec.Cell) spec.Change {
	return replace(slices.Concat(goodEnds, bad, cutEnds, []spec.Cell{foreignRunning})...)
}

// replaceLate says something else of the last copy of a late job.
func replaceLate(lasts ...spec.Cell) spec.Change {
	return replace(append(lasts, foreignLate, lateEnds[0])...)
}

// What was never tried is told as failed, or what failed as nothing.
var untriedAsFailed = []spec.Edit{
	{Name: "givenUpIsFailed", Breaks: "FailureIsOfACopy", Found: shortest("tiny", 2),
		Doc: "A job that is given up before it runs is told as failed.",
		Changes: edits(replace(
			spec.Cell{In: Queued, On: giveUp, When: not(same), Ignore: "the job is over"},
			spec.Cell{In: Queued, On: giveUp, When: same, Do: do(cause.Becomes(failure), finish), To: Ended}))},
	{Name: "cutIsFailed", Breaks: "CutIsUntried", Found: shortest("tiny", 3),
		Doc: "A copy that was called off has failed.",
		Changes: edits(replace(slices.Concat(goodEnds, badEnds, []spec.Cell{foreignRunning,
			{In: Running, On: end, When: all(same, isCut, not(last)), Do: drop, Reply: failed},
			{In: Running, On: end, When: all(same, isCut, last), Do: do(drop, finish), To: Ended, Reply: failed}})...))},
	{Name: "failureForgotten", Breaks: "FailureIsBad", Found: shortest("tiny", 3),
		Doc: "A copy that fails stops nothing, and its job is told as whole.",
		Changes: edits(replaceBad(
			spec.Cell{In: Running, On: end, When: all(same, isBad, not(last)), Do: drop, Reply: failed},
			spec.Cell{In: Running, On: end, When: all(same, isBad, last, whole, open), Do: drop, To: Queued, Reply: failed},
			spec.Cell{In: Running, On: end, When: all(same, isBad, last, not(all(whole, open))),
				Do: do(drop, finish), To: Ended, Reply: failed}))},
	{Name: "errorArrives", Breaks: "FailedIsBad", Found: shortest("tiny", 2),
		Doc: "A copy that failed has arrived.",
		Changes: edits(replaceBad(
			spec.Cell{In: Running, On: end, When: all(same, isBad, not(last), whole), Do: fail, Reply: arrived},
			spec.Cell{In: Running, On: end, When: all(same, isBad, not(last), not(whole)), Do: drop, Reply: arrived},
			spec.Cell{In: Running, On: end, When: all(same, isBad, last, whole), Do: do(fail, finish), To: Ended, Reply: arrived},
			spec.Cell{In: Running, On: end, When: all(same, isBad, last, not(whole)),
				Do: do(drop, finish), To: Ended, Reply: arrived}))},
}

// Copies that start when they should not, or are not counted.
var wrongCopies = []spec.Edit{
	{Name: "startAfterFailure", Breaks: "StoppedStartsNothing", Found: shortest("tiny", 4),
		Doc:     "Blocks are started of a job that has failed.",
		Changes: edits(assume(start, whole, true))},
	{Name: "blockLost", Breaks: "BlocksAreQueued", Found: shortest("tiny", 2),
		Doc: "A worker takes the job from the queue with its first block.",
		Changes: edits(replace(
			spec.Cell{In: Queued, On: start, When: not(same), Ignore: "the job is over"},
			spec.Cell{In: Queued, On: start, When: same, Do: take, To: Running}))},
	{Name: "endsWithBlocksLeft", Breaks: "LastCopyEndsIt", Found: shortest("tiny", 3),
		Doc:     "A job ends when no copy of it runs, though blocks wait.",
		Changes: edits(assume(end, open, false))},
	{Name: "deadlineStartsAgain", Breaks: "FirstReasonStays", Found: shortest("tiny", 4),
		Doc: "The deadline hides why a job had been stopped.",
		Changes: edits(replace(
			spec.Cell{In: Running, On: expire, When: not(same), Ignore: "the job is over"},
			spec.Cell{In: Running, On: expire, When: same, Do: do(cause.Becomes(expired), finish), To: Overdue}))},
}

// Names that return, or are not looked at.
var reusedNames = []spec.Edit{
	{Name: "recordReused", Breaks: "CopiesAreItsOwn", Found: shortest("tiny", 4),
		Doc: "A late job's record is free for another one once its failure was told, and its copies find that.",
		Changes: edits(replace(
			spec.Cell{In: Overdue, On: poll, When: not(same), Reject: "a job is kept until it is polled"},
			spec.Cell{In: Overdue, On: poll, When: same, Do: tell, To: Absent}))},
	{Name: "staleGiveUp", Breaks: "NoStaleGiveUp", Found: shortest("daily", 4),
		Doc:     "Who gives up a job that is over gives up the next one on its record.",
		Changes: edits(assume(giveUp, same, true))},
	{Name: "staleDeadline", Breaks: "NoStaleDeadline", Found: shortest("daily", 4),
		Doc:     "The deadline of a job that is over is that of the next one on its record.",
		Changes: edits(assume(expire, same, true))},
	{Name: "staleTicket", Breaks: "StoppedStartsNothing", Found: shortest("daily", 5),
		Doc:     "The place in the queue of a job that is over is that of the next one on its record.",
		Changes: edits(assume(start, same, true))},
}

// What failed copies leave behind is forgotten, told as another end, or tried for ever.
var lostLeftovers = []spec.Edit{
	{Name: "dirtyDropped", Breaks: "ReportKeepsTheDirty", Found: shortest("tiny", 4),
		Doc: "A job that left something behind is dropped with its report.",
		Changes: edits(replace(
			spec.Cell{In: Ended, On: poll, When: not(same), Reject: "a job is kept until it is polled"},
			spec.Cell{In: Ended, On: poll, When: all(same, not(closing)), Do: do(tell, giveBack), To: Absent},
			spec.Cell{In: Ended, On: poll, When: all(same, closing), Do: do(tell, giveBack), To: Closed}))},
	{Name: "dirtyReportedAgain", Breaks: "ReportedOnce", Found: shortest("tiny", 7),
		Doc: "A clean-up that fails is reported as the job's end.",
		Changes: edits(replace(
			spec.Cell{In: Cleaning, On: cleaned, When: not(same), Reject: "a job outlives its clean-up"},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, ok, not(closing)), To: Absent},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, ok, closing), To: Closed},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, not(ok)), Do: finish, To: Ended}))},
	{Name: "lateDirtyDropped", Breaks: "ReleaseKeepsTheDirty", Found: shortest("tiny", 6),
		Doc: "What a late job left behind is dropped with its buffer.",
		Changes: edits(replace(
			spec.Cell{In: Spent, On: release, When: not(same), Reject: "a job is kept until it is released"},
			spec.Cell{In: Spent, On: release, When: all(same, not(closing)), Do: giveBack, To: Absent},
			spec.Cell{In: Spent, On: release, When: all(same, closing), Do: giveBack, To: Closed}))},
	{Name: "cleanedForEver", Breaks: "EveryCleanUpEnds", Found: shortest("tiny", 0),
		Doc: "It is tried for ever to remove something.",
		Changes: edits(replace(
			spec.Cell{In: Cleaning, On: cleaned, When: not(same), Reject: "a job outlives its clean-up"},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, ok, not(closing)), To: Absent},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, ok, closing), To: Closed},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, not(ok)), Do: tidy, To: Dirty}),
			replace(
				spec.Cell{In: Dirty, On: clean, When: not(same), Reject: "a job is kept until it is cleaned"},
				spec.Cell{In: Dirty, On: clean, When: all(same, not(closing)), Do: do(cleaning.Send(ticket)), To: Cleaning},
				spec.Cell{In: Dirty, On: clean, When: all(same, closing), Ignore: "shut down"}))},
	{Name: "forsakenUnnamed", Breaks: "CleanUpSettles", Found: shortest("tiny", 10),
		Doc: "What cannot be removed is forgotten without a word.",
		Changes: edits(replace(
			spec.Cell{In: Cleaning, On: cleaned, When: not(same), Reject: "a job outlives its clean-up"},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, anyOf(ok, lastTry), not(closing)), To: Absent},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, anyOf(ok, lastTry), closing), To: Closed},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, not(ok), not(lastTry)), Do: tidy, To: Dirty}))},
	{Name: "forsakenAgain", Breaks: "ForsakenOnce", Found: shortest("tiny", 12),
		Doc: "What cannot be removed is named, and tried once more.",
		Changes: edits(replace(
			spec.Cell{In: Cleaning, On: cleaned, When: not(same), Reject: "a job outlives its clean-up"},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, ok, not(closing)), To: Absent},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, ok, closing), To: Closed},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, not(ok), not(lastTry)), Do: tidy, To: Dirty},
			spec.Cell{In: Cleaning, On: cleaned, When: all(same, not(ok), lastTry), Do: do(forsake, tidy), To: Dirty}),
			replace(
				spec.Cell{In: Dirty, On: clean, When: not(same), Reject: "a job is kept until it is cleaned"},
				spec.Cell{In: Dirty, On: clean, When: all(same, not(closing), not(lastTry)),
					Do: do(tries.Inc(), cleaning.Send(ticket)), To: Cleaning},
				spec.Cell{In: Dirty, On: clean, When: all(same, not(closing), lastTry), Do: do(cleaning.Send(ticket)), To: Cleaning},
				spec.Cell{In: Dirty, On: clean, When: all(same, closing), Ignore: "shut down"}))},
}

// Shutdowns that forget jobs, or let them start.
var wrongShutdowns = []spec.Edit{
	{Name: "resetDropsQueued", Breaks: "NoJobIsForgotten", Found: shortest("tiny", 2),
		Doc:     "A shutdown clears the queue, and nobody hears of what was in it.",
		Changes: edits(replace(spec.Cell{In: Queued, On: shutDown, To: Closed}))},
	{Name: "shutdownFailsRunning", Breaks: "CopiesOwnTheBuffer", Found: shortest("tiny", 4),
		Doc: "A shutdown reports what runs without waiting for its end.",
		Changes: edits(replace(spec.Cell{In: Running, On: shutDown,
			Do: do(closes, cause.Becomes(closed), finish), To: Ended}))},
	{Name: "shutdownKeepsQueue", Breaks: "NothingStartsAfterAShutdown", Found: shortest("tiny", 3),
		Doc:     "What is queued when the tier shuts down is still started.",
		Changes: edits(replace(spec.Cell{In: Queued, On: shutDown, Do: closes}))},
	{Name: "shutdownForgotten", Breaks: "ShutdownIsFinal", Found: shortest("tiny", 3),
		Doc: "A record takes jobs again once the job that a shutdown met is over.",
		Changes: edits(replace(
			spec.Cell{In: Ended, On: poll, When: not(same), Reject: "a job is kept until it is polled"},
			spec.Cell{In: Ended, On: poll, When: all(same, remains), Do: do(tell, giveBack, tidy), To: Dirty},
			spec.Cell{In: Ended, On: poll, When: all(same, not(remains)), Do: do(tell, giveBack), To: Absent}))},
}
