package jobspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// Conditions that cells look at.
var (
	same    = spec.Define("same", gen.Eq(generation)) // of this very job
	whole   = spec.Define("whole", cause.Eq(none))    // nothing has stopped it
	empty   = spec.Define("empty", blocks.Eq(spec.N(0)))
	more    = spec.Define("more", spec.N(1).Less(waiting)) // another block waits beside the one that starts
	open    = spec.Define("open", spec.N(0).Less(waiting))
	last    = spec.Define("last", copies.Eq(spec.N(1)))
	lastTry = spec.Define("lastTry", tries.Eq(spec.N(Tries)))

	isGood = spec.Define("isGood", ending.Eq(good))
	isBad  = spec.Define("isBad", ending.Eq(bad))
	isCut  = spec.Define("isCut", ending.Eq(cut))
)

// What several cells do alike.
var (
	ticket   = Ticket{job, generation}
	enqueue  = do(queue.Send(ticket))
	take     = do(waiting.Dec(), copies.Inc(), copying.Send(ticket))
	drop     = do(copies.Dec(), remains.Becomes(anyOf(remains, left)))
	spend    = do(drop, spent.Send(ticket))
	fail     = do(drop, cause.Becomes(failure))
	closes   = do(closing.Becomes(spec.True))
	finish   = do(ended.Send(ticket))
	tell     = do(reported.Send(Notice{job, generation, cause}))
	giveBack = do(returned.Send(ticket))
	forsake  = do(forsaken.Send(ticket))
	tidy     = do(dirty.Send(ticket))
)

var cells = slices.Concat(
	begins,
	starts,
	goodEnds, badEnds, cutEnds, lateEnds, noEnds,
	stops,
	polls,
	cleanUps,
	shutdowns,
)

var begins = []spec.Cell{
	{In: Absent, On: submit, When: empty, Do: do(generation.Fresh(), named.Send(ticket), finish), To: Ended},
	{In: Absent, On: submit, When: not(empty),
		Do: do(generation.Fresh(), waiting.Becomes(blocks), named.Send(ticket), enqueue), To: Queued},
	{In: Closed, On: submit, Ignore: "shut down"},
	{In: present, On: submit, Reject: "a record is used again only once its job is over"},
}

var starts = []spec.Cell{
	{In: vacant, On: start, Ignore: "the job is over"},
	{In: present, On: start, When: not(same), Ignore: "the job is over"},
	{In: Queued, On: start, When: all(same, more), Do: do(take, enqueue), To: Running},
	{In: Queued, On: start, When: all(same, not(more)), Do: take, To: Running},
	{In: Running, On: start, When: all(same, not(whole)), Ignore: "stopped"},
	{In: Running, On: start, When: all(same, whole, more), Do: do(take, enqueue)},
	{In: Running, On: start, When: all(same, whole, open, not(more)), Do: take},
	{In: Running, On: start, When: all(same, whole, not(open)), Reject: "each block is queued once"},
	{In: spec.In(late, finished, tidied), On: start, When: same, Ignore: "stopped"},
}

// Copies that end in time: the last one ends the job, unless blocks wait that may be started.
var (
	goodEnds = []spec.Cell{
		{In: Running, On: end, When: all(same, isGood, not(last)), Do: drop, Reply: arrived},
		{In: Running, On: end, When: all(same, isGood, last, whole, open), Do: drop, To: Queued, Reply: arrived},
		{In: Running, On: end, When: all(same, isGood, last, not(all(whole, open))), Do: do(drop, finish), To: Ended, Reply: arrived},
	}
	badEnds = []spec.Cell{
		{In: Running, On: end, When: all(same, isBad, not(last), whole), Do: fail, Reply: failed},
		{In: Running, On: end, When: all(same, isBad, not(last), not(whole)), Do: drop, Reply: failed},
		{In: Running, On: end, When: all(same, isBad, last, whole), Do: do(fail, finish), To: Ended, Reply: failed},
		{In: Running, On: end, When: all(same, isBad, last, not(whole)), Do: do(drop, finish), To: Ended, Reply: failed},
	}
	cutEnds = []spec.Cell{
		{In: Running, On: end, When: all(same, isCut, whole), Reject: "nobody called it off", Reply: untried},
		{In: Running, On: end, When: all(same, isCut, not(whole), not(last)), Do: drop, Reply: untried},
		{In: Running, On: end, When: all(same, isCut, not(whole), last), Do: do(drop, finish), To: Ended, Reply: untried},
	}
)

// Copies that end late: their failure is out, and stays so.
var lateEnds = []spec.Cell{
	{In: late, On: end, When: all(same, not(last)), Do: drop, Reply: failed},
	{In: Overdue, On: end, When: all(same, last), Do: drop, To: Ended, Reply: failed},
	{In: Held, On: end, When: all(same, last), Do: spend, To: Spent, Reply: failed},
}

var noEnds = []spec.Cell{
	{In: spec.In(Queued, finished), On: end, When: same, Reject: "no copy runs", Reply: untried},
	{In: owning, On: end, When: not(same), Reject: "a job outlives its copies", Reply: untried},
	{In: spec.In(vacant, tidied), On: end, Reject: "a job outlives its copies", Reply: untried},
}

// What is given up, or late, keeps its copies, and they keep the buffer.
var stops = []spec.Cell{
	{In: vacant, On: giveUp, Ignore: "the job is over"},
	{In: present, On: giveUp, When: not(same), Ignore: "the job is over"},
	{In: Queued, On: giveUp, When: same, Do: do(cause.Becomes(givenUp), finish), To: Ended},
	{In: Running, On: giveUp, When: all(same, whole), Do: do(cause.Becomes(givenUp))},
	{In: Running, On: giveUp, When: all(same, not(whole)), Ignore: "stopped before"},
	{In: spec.In(late, finished, tidied), On: giveUp, When: same, Ignore: "stopped before"},

	{In: vacant, On: expire, Ignore: "the job is over"},
	{In: present, On: expire, When: not(same), Ignore: "the job is over"},
	{In: Queued, On: expire, When: same, Do: do(cause.Becomes(expired), finish), To: Ended},
	{In: Running, On: expire, When: all(same, whole), Do: do(cause.Becomes(expired), finish), To: Overdue},
	{In: Running, On: expire, When: all(same, not(whole)), Do: finish, To: Overdue},
	{In: spec.In(late, finished, tidied), On: expire, When: same, Ignore: "ended before"},
}

var polls = []spec.Cell{
	{In: spec.In(vacant, Queued, Running, Held, Spent, tidied), On: poll, Reject: "nothing waits to be polled"},
	{In: spec.In(Overdue, Ended), On: poll, When: not(same), Reject: "a job is kept until it is polled"},
	{In: Overdue, On: poll, When: same, Do: tell, To: Held},
	{In: Ended, On: poll, When: all(same, remains), Do: do(tell, giveBack, tidy), To: Dirty},
	{In: Ended, On: poll, When: all(same, not(remains), not(closing)), Do: do(tell, giveBack), To: Absent},
	{In: Ended, On: poll, When: all(same, not(remains), closing), Do: do(tell, giveBack), To: Closed},

	{In: spec.In(vacant, unreported, Held, tidied), On: release, Reject: "no release waits to be polled"},
	{In: Spent, On: release, When: not(same), Reject: "a job is kept until it is released"},
	{In: Spent, On: release, When: all(same, remains), Do: do(giveBack, tidy), To: Dirty},
	{In: Spent, On: release, When: all(same, not(remains), not(closing)), Do: giveBack, To: Absent},
	{In: Spent, On: release, When: all(same, not(remains), closing), Do: giveBack, To: Closed},
}

// What is dirty when the tier shuts down stays so: whoever opens the storage next sweeps it.
var cleanUps = []spec.Cell{
	{In: spec.In(vacant, owning, Cleaning), On: clean, Reject: "nothing waits to be removed"},
	{In: Dirty, On: clean, When: not(same), Reject: "a job is kept until it is cleaned"},
	{In: Dirty, On: clean, When: all(same, not(closing)), Do: do(tries.Inc(), cleaning.Send(ticket)), To: Cleaning},
	{In: Dirty, On: clean, When: all(same, closing), Ignore: "shut down"},

	{In: spec.In(vacant, owning, Dirty), On: cleaned, Reject: "no clean-up runs"},
	{In: Cleaning, On: cleaned, When: not(same), Reject: "a job outlives its clean-up"},
	{In: Cleaning, On: cleaned, When: all(same, ok, not(closing)), To: Absent},
	{In: Cleaning, On: cleaned, When: all(same, ok, closing), To: Closed},
	{In: Cleaning, On: cleaned, When: all(same, not(ok), not(lastTry)), Do: tidy, To: Dirty},
	{In: Cleaning, On: cleaned, When: all(same, not(ok), lastTry, not(closing)), Do: forsake, To: Absent},
	{In: Cleaning, On: cleaned, When: all(same, not(ok), lastTry, closing), Do: forsake, To: Closed},
}

// What is queued ends untried, and of what runs the real end is reported.
var shutdowns = []spec.Cell{
	{In: Absent, On: shutDown, To: Closed},
	{In: Closed, On: shutDown, Ignore: "shut down before"},
	{In: Queued, On: shutDown, Do: do(closes, cause.Becomes(closed), finish), To: Ended},
	{In: Running, On: shutDown, When: whole, Do: do(closes, cause.Becomes(closed))},
	{In: Running, On: shutDown, When: not(whole), Do: closes},
	{In: spec.In(late, finished, tidied), On: shutDown, Do: closes},
}
