package jobspec

import "github.com/genlock-go/genlock/spec"

// Untried is not failed: only a copy that ended badly makes a failure.
var untriedIsNotFailed = []spec.Property{
	spec.Step{Name: "FailureIsOfACopy", Except: []string{"CopyEnds"},
		Doc:   "Nothing but a copy makes a job fail.",
		Holds: implies(after(because.Eq(failure)), because.Eq(failure))},
	spec.Step{Name: "FailureIsBad", On: "CopyEnds",
		Doc: "A job fails by a copy that ended badly, if nothing had stopped it.",
		Holds: implies(is(Running),
			after(because.Eq(failure)).Eq(anyOf(because.Eq(failure), all(unstopped, ending.Eq(bad)))))},
	spec.Step{Name: "GivenUpIsUntried", On: "GiveJobUp",
		Doc:   "A job that is given up is told so, and not as failed.",
		Holds: implies(changes, after(because.Eq(givenUp)))},
	spec.Always{Name: "ArrivedIsGood",
		Doc:   "A copy that ends well in time has arrived.",
		Holds: implies(is(Running), ends(good, arrived))},
	spec.Always{Name: "FailedIsBad",
		Doc:   "A copy that ends badly has failed.",
		Holds: implies(is(Running), ends(bad, failed))},
	spec.Always{Name: "CutIsUntried",
		Doc:   "Of the block of a copy that was called off nothing was learnt.",
		Holds: implies(all(is(Running), not(unstopped)), ends(cut, untried))},
}

// What was stopped starts nothing more, and what was not stopped goes on.
var stopping = []spec.Property{
	spec.Step{Name: "StoppedStartsNothing", On: "StartCopy",
		Doc:   "Blocks are started of a job that nothing has stopped.",
		Holds: implies(changes, all(mine, unstopped, is(Queued, Running)))},
	spec.Step{Name: "StartTakesABlock", On: "StartCopy",
		Doc: "A worker takes one block of the job, and copies it.",
		Holds: implies(all(mine, unstopped, is(Queued, Running)),
			all(becomes(Running), after(unstopped), spec.Sum(spec.After(unstarted), spec.N(1)).Eq(unstarted),
				spec.After(copied).Eq(spec.Sum(copied, spec.N(1)))))},
	spec.Always{Name: "BlocksAreQueued",
		Doc: "A job whose blocks wait is in the queue, once, and no other.",
		Holds: implies(all(is(Queued, Running), unstopped),
			all(queue.Has(ofIt).Eq(some(unstarted)), spec.AtMost(queue.Count(ofIt), 1)))},
	spec.Always{Name: "GiveUpIsNoticed",
		Doc:   "Who gives a job up that nothing has stopped moves it.",
		Holds: implies(all(is(Queued, Running), unstopped), spec.Moves(giveUp.At(job, GiveUp{own})))},
	spec.Step{Name: "GiveUpStops", On: "GiveJobUp",
		Doc: "A job that is given up is stopped, and its copies are not.",
		Holds: implies(all(mine, is(Queued, Running)), all(not(after(unstopped)), is(Queued).Eq(becomes(Ended)),
			is(Running).Eq(becomes(Running)), spec.After(copied).Eq(copied)))},
	spec.Step{Name: "EndsOnlyOnce", Except: []string{"SubmitJob", "PollEnd", "PollRelease", "StartCleanUp", "CleanUpEnds", "Shutdown"},
		Doc:   "What has ended is not moved by anything that comes late.",
		Holds: implies(is(vacant, Ended, Spent, tidied), not(changes))},
}

// Counts are those of the copies that really run.
var counting = []spec.Property{
	spec.Always{Name: "CopiesAreCounted",
		Doc:   "A job counts its copies.",
		Holds: all(copied.Eq(copying.Count(ofIt)), some(copied).Eq(is(Running, late)))},
	spec.Always{Name: "CopiesAreItsOwn",
		Doc:   "No copy outlives the job that it is of.",
		Holds: implies(copying.Has(Ticket{job, gen}), mine)},
	spec.Always{Name: "QueuedWaits",
		Doc:   "What is queued has blocks to start, and nothing has stopped it.",
		Holds: implies(is(Queued), all(some(unstarted), unstopped))},
	spec.Step{Name: "SubmitQueuesAll", On: "SubmitJob",
		Doc: "A job begins whole, with all of its blocks to start; without any it has ended.",
		Holds: implies(changes, all(spec.After(unstarted).Eq(blocks), after(unstopped), not(after(remains.At(job))),
			becomes(Queued).Eq(some(blocks)), becomes(Ended).Eq(not(some(blocks)))))},
	spec.Step{Name: "EndCountsOne", On: "CopyEnds",
		Doc:   "The end of a copy is that of one copy.",
		Holds: all(spec.Sum(spec.After(copied), spec.N(1)).Eq(copied), spec.After(unstarted).Eq(unstarted))},
	spec.Step{Name: "LastCopyEndsIt", On: "CopyEnds",
		Doc: "With its last copy a job ends, unless blocks wait that may be started.",
		Holds: implies(all(is(Running), not(after(some(copied)))),
			all(becomes(Queued).Eq(all(some(unstarted), after(unstopped))), becomes(Queued, Ended)))},
	spec.Step{Name: "WholeIsAll", On: "PollEnd",
		Doc:   "A job that nothing stopped has had all of its blocks copied.",
		Holds: implies(unstopped, all(not(some(unstarted)), not(some(copied))))},
}
