package jobspec

import "github.com/genlock-go/genlock/spec"

// A generation names one job, and what carries another one touches nothing.
var names = []spec.Property{
	spec.Step{Name: "NamesAreFresh", On: "SubmitJob",
		Doc:   "A job gets a name that no job had, and callers know it.",
		Holds: implies(all(changes, after(mine)), all(not(named.Has(Ticket{job, gen})), after(named.Has(Ticket{job, gen}))))},
	spec.Always{Name: "RecordIsFree",
		Doc:   "A record that no job is on takes one.",
		Holds: implies(is(Absent), spec.Moves(submit.At(job, Submit{blocks})))},
	spec.Step{Name: "NoStaleGiveUp", On: "GiveJobUp",
		Doc:   "Who gives up a job that is over touches no later one.",
		Holds: implies(changes, mine)},
	spec.Step{Name: "NoStaleDeadline", On: "DeadlinePasses",
		Doc:   "The deadline of a job that is over touches no later one.",
		Holds: implies(changes, mine)},
}

// What failed copies leave behind is removed, in as many tries as there may be, and else named.
var leftovers = []spec.Property{
	spec.Step{Name: "LeftIsRemembered", On: "CopyEnds",
		Doc:   "What a copy leaves behind is remembered, however late.",
		Holds: after(remains.At(job)).Eq(anyOf(remains.At(job), left))},
	spec.Step{Name: "ReportKeepsTheDirty", On: "PollEnd",
		Doc:   "A job that left something behind is kept when its buffer goes.",
		Holds: implies(is(Ended), becomes(Dirty).Eq(remains.At(job)))},
	spec.Step{Name: "ReleaseKeepsTheDirty", On: "PollRelease",
		Doc:   "A late job that left something behind is kept when its buffer goes.",
		Holds: becomes(Dirty).Eq(remains.At(job))},
	spec.Always{Name: "DirtyIsCleaned",
		Doc: "What is dirty will be cleaned, unless the tier shuts down.",
		Holds: all(implies(all(is(Dirty), not(closing.At(job))), dirty.Has(ofIt)),
			implies(dirty.Has(Ticket{job, gen}), all(mine, is(Dirty))),
			spec.AtMost(dirty.Count(Ticket{Job: job}), 1), cleaning.Has(ofIt).Eq(is(Cleaning)))},
	spec.Step{Name: "TriesAreCounted",
		Doc: "Each clean-up that begins is counted, and nothing else.",
		Holds: implies(spec.After(own).Eq(own), anyOf(
			all(not(all(is(Dirty), becomes(Cleaning))), spec.After(tries.At(job)).Eq(tries.At(job))),
			all(is(Dirty), becomes(Cleaning), spec.After(tries.At(job)).Eq(spec.Sum(tries.At(job), spec.N(1))))))},
	spec.Step{Name: "CleanUpBegins", On: "StartCleanUp",
		Doc:   "A clean-up begins unless the tier shuts down.",
		Holds: all(becomes(Cleaning).Eq(not(closing.At(job))), becomes(Cleaning, Dirty))},
	spec.Step{Name: "CleanUpSettles", On: "CleanUpEnds",
		Doc: "What is removed is over; what is not is tried again, Tries times.",
		Holds: all(becomes(vacant).Eq(anyOf(ok, tries.At(job).Eq(spec.N(Tries)))), becomes(vacant, Dirty),
			after(forsaken.Has(Ticket{job, gen})).Eq(all(becomes(vacant), not(ok))))},
	spec.Always{Name: "ForsakenOnce",
		Doc:   "What could not be removed is named once.",
		Holds: spec.AtMost(forsaken.Count(Ticket{job, gen}), 1)},
	spec.LeadsTo{Name: "EveryCleanUpEnds",
		Doc:  "Nothing is cleaned for ever.",
		From: all(is(tidied), not(closing.At(job))), To: anyOf(not(is(tidied)), closing.At(job))},
}

// A shutdown ends what waits, lets end what runs, and starts nothing.
var shutdown = []spec.Property{
	spec.Always{Name: "ShutdownIsNoticed",
		Doc:   "A shutdown moves every record.",
		Holds: implies(not(shutting), spec.Moves(shutDown.At(job, Shut{})))},
	spec.Step{Name: "ShutdownIsWhole", On: "Shutdown",
		Doc:   "A shutdown reaches every record.",
		Holds: after(anyOf(closing.At(other), entry.In(other, Closed)))},
	spec.Step{Name: "ShutdownIsFinal",
		Doc:   "Nothing undoes a shutdown.",
		Holds: keeps(shutting)},
	spec.Step{Name: "ClosedIsFinal",
		Doc:   "A record that is closed takes nothing any more.",
		Holds: implies(is(Closed), not(changes))},
	spec.Step{Name: "OnlyShutdownCloses", Except: []string{"Shutdown"},
		Doc:   "Nothing but a shutdown closes a record.",
		Holds: implies(after(shutting), shutting)},
	spec.Step{Name: "ShutdownEndsTheQueue", On: "Shutdown",
		Doc: "What is queued ends untried, what runs ends as its copies do, and of what has ended nothing changes.",
		Holds: all(is(Queued).Eq(all(becomes(Ended), not(is(Ended)))),
			implies(all(is(Queued, Running), unstopped), after(because.Eq(closed))),
			implies(is(Running), becomes(Running)), keeps(is(Overdue)), keeps(is(Held)), keeps(is(Ended)), keeps(is(Spent)),
			keeps(is(Dirty)), keeps(is(Cleaning)))},
	spec.Step{Name: "ShutdownTouchesNothing", On: "Shutdown",
		Doc: "A shutdown ends no copy, and forgets no job.",
		Holds: all(spec.After(copied).Eq(copied), spec.After(own).Eq(own),
			implies(is(finished, late, tidied), spec.After(because).Eq(because)))},
	spec.Step{Name: "NothingStartsAfterAShutdown", On: "StartCopy",
		Doc:   "After a shutdown no block is started.",
		Holds: implies(shutting, not(changes))},
}

// The workers are what the rules take them for.
var world = []spec.Property{
	spec.Step{Name: "GoodLeavesNothing", On: "CopyEnds",
		Doc:   "A copy that ends well leaves nothing behind.",
		Holds: implies(ending.Eq(good), not(left))},
	spec.Step{Name: "CutWasStopped", On: "CopyEnds",
		Doc:   "Only the copy of a job that was stopped is called off.",
		Holds: implies(ending.Eq(cut), not(unstopped))},
}

// What must be reached, or the rules above hold because nothing happens.
var reached = []spec.Property{
	spec.Sometimes{Name: "SideBySide",
		Doc:   "Several copies of a job run at once, and a block waits.",
		Holds: all(is(Running), spec.N(1).Less(copied), some(unstarted))},
	spec.Sometimes{Name: "StaleTicket",
		Doc:   "A job is queued while the ticket of an older one is.",
		Holds: all(is(Queued), queue.Has(Ticket{job, gen}), not(mine))},
	spec.Sometimes{Name: "HeldThroughAShutdown",
		Doc:   "A tier is shut down while a late job holds its buffer.",
		Holds: all(is(Held), closing.At(job))},
	spec.Sometimes{Name: "LateAndDirty",
		Doc:   "A late job left something behind.",
		Holds: all(is(Dirty), because.Eq(expired))},
	spec.Sometimes{Name: "FailedAndOverdue",
		Doc:   "A job failed, and then its deadline passed while other copies ran.",
		Holds: all(is(Overdue), because.Eq(failure))},
	spec.Sometimes{Name: "LastTry",
		Doc:   "It is tried for the last time to remove something.",
		Holds: all(is(Cleaning), tries.At(job).Eq(spec.N(Tries)))},
	spec.Sometimes{Name: "CleanedBesideAShutdown",
		Doc:   "The tier shuts down during a clean-up.",
		Holds: all(is(Cleaning), closing.At(job))},
}
