package jobspec

import "github.com/genlock-go/genlock/spec"

// Each job is reported, once, whatever becomes of it.
var toldOnce = []spec.Property{
	spec.Always{Name: "ReportedOnce",
		Doc:   "A job is reported at most once.",
		Holds: spec.AtMost(reported.Count(Notice{Job: job, Gen: gen}), 1)},
	spec.Always{Name: "NoJobIsForgotten",
		Doc:   "A job that was submitted is reported, or on its record.",
		Holds: implies(named.Has(Ticket{job, gen}), anyOf(told, all(mine, is(unreported))))},
	spec.Always{Name: "EndIsPolled",
		Doc:   "What ended, or is late, waits to be polled, and nothing else does.",
		Holds: all(ended.Has(ofIt).Eq(is(Overdue, Ended)), spec.AtMost(ended.Count(Ticket{Job: job}), 1))},
	spec.Step{Name: "PollTells", On: "PollEnd",
		Doc:   "What is polled is told, with the reason.",
		Holds: implies(because.Eq(why), after(reported.Has(Notice{job, gen, why})))},
	spec.Step{Name: "OnlyPollTells", Except: []string{"PollEnd"},
		Doc:   "Nothing is told unasked.",
		Holds: implies(after(told), told)},
	spec.LeadsTo{Name: "EveryJobIsReported",
		Doc:  "Every job is reported, though no copy ever starts, and none ever ends.",
		From: is(unreported), To: not(is(unreported))},
}

// The buffer of a job is its own as long as a copy may touch it, and comes back once.
var buffers = []spec.Property{
	spec.Always{Name: "ReturnedOnce",
		Doc:   "A buffer is given back at most once.",
		Holds: spec.AtMost(returned.Count(Ticket{job, gen}), 1)},
	spec.Always{Name: "CopiesOwnTheBuffer",
		Doc:   "No copy runs on a buffer that was given back.",
		Holds: implies(copying.Has(Ticket{job, gen}), not(back))},
	spec.Always{Name: "NoBufferIsForgotten",
		Doc:   "A buffer was given back, or its job is on the record and owns it.",
		Holds: implies(named.Has(Ticket{job, gen}), anyOf(back, all(mine, is(owning))))},
	spec.Always{Name: "ReportComesFirst",
		Doc:   "A buffer is not given back before its job was reported.",
		Holds: implies(back, told)},
	spec.Step{Name: "ReportReturns", On: "PollEnd",
		Doc:   "The report of a job whose copies have ended gives its buffer back.",
		Holds: after(back).Eq(not(some(copied)))},
	spec.Always{Name: "ReleaseIsPolled",
		Doc:   "A release waits to be polled, and nothing else does.",
		Holds: all(spent.Has(ofIt).Eq(is(Spent)), spec.AtMost(spent.Count(Ticket{Job: job}), 1))},
	spec.LeadsTo{Name: "EveryReleaseIsTold",
		Doc:  "A buffer on which no copy runs any more comes back.",
		From: is(Spent), To: not(is(Spent))},
	spec.LeadsTo{Name: "EveryBufferComesBack", Optional: true,
		Doc:  "Where every copy ends every buffer comes back.",
		From: is(owning), To: not(is(owning))},
}

// A deadline tells a failure, once, while the copies go on.
var deadline = []spec.Property{
	spec.Step{Name: "DeadlineTells", On: "DeadlinePasses",
		Doc: "A job that is late waits to be polled, with its copies or without.",
		Holds: implies(all(mine, is(Queued, Running)),
			all(is(Queued).Eq(becomes(Ended)), is(Running).Eq(becomes(Overdue)), not(after(unstopped))))},
	spec.Step{Name: "DeadlineIsTheReason", On: "DeadlinePasses",
		Doc:   "A job that nothing else had stopped is told as late.",
		Holds: implies(all(changes, unstopped), after(because.Eq(expired)))},
	spec.Step{Name: "DeadlineTouchesNothing", On: "DeadlinePasses",
		Doc:   "A deadline ends no copy and starts none.",
		Holds: all(spec.After(copied).Eq(copied), spec.After(unstarted).Eq(unstarted))},
	spec.Always{Name: "LateIsFailed",
		Doc:   "However a copy ends after the deadline, its block has failed.",
		Holds: implies(is(late), ends(ending, failed))},
	spec.Step{Name: "FirstReasonStays",
		Doc:   "Why a job was stopped does not change.",
		Holds: implies(all(not(unstopped), spec.After(own).Eq(own)), spec.After(because).Eq(because))},
}
