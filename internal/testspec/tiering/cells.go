package tiering

import "github.com/genlock-go/genlock/spec"

// Sets of phases that several cells share.
var (
	holding = spec.Named("Holding", Reserved, Loading, Ready)
	filling = spec.Named("Filling", Reserved, Loading)
	live    = spec.Named("Live", Queued, Running, Ended)
	open    = spec.Named("Open", No, Wait)
)

// What cells look at.
var (
	its      = spec.Define("its", bound.Is(key))
	mine     = spec.Define("mine", asker.Is(request))
	unpinned = spec.Define("unpinned", pins.Eq(spec.N(0)))
	arrived  = spec.Define("arrived", result.Eq(good))
	owned    = spec.Define("owned", owner.Is(request))
)

var slotCells = []spec.Cell{
	{In: Free, On: ask, Do: do(bound.Becomes(key), asker.Becomes(request)), To: Reserved, Reply: wait},
	{In: filling, On: ask, When: its, Reply: wait}, // it joins, and asks again
	{In: Ready, On: ask, When: its, Do: do(pins.Inc()), Reply: hit},
	{In: holding, On: ask, When: not(its), Reject: "asked for another key"},
	{In: Draining, On: ask, Reject: "no key leads to a detached slot"},

	{In: Reserved, On: submit, Do: do(asker.Clear()), To: Loading},
	{In: spec.In(Free, Loading, Ready, Draining), On: submit, Reject: "only a promotion not yet sent is sent"},

	{In: Loading, On: settle, When: all(arrived, awaited), Do: do(pins.Inc()), To: Ready}, // pinned for its owner at once
	{In: Loading, On: settle, When: all(arrived, not(awaited)), To: Ready},
	{In: Loading, On: settle, When: not(arrived), To: Free},
	{In: Draining, On: settle, To: Free}, // it takes nothing from the result
	{In: spec.In(Free, Reserved, Ready), On: settle, Reject: "no job writes to it"},

	{In: Ready, On: evict, When: unpinned, To: Free},
	{In: Ready, On: evict, When: not(unpinned), Ignore: "somebody will read it"},
	{In: spec.In(Free, filling, Draining), On: evict, Ignore: "not ready"},

	{In: Reserved, On: leave, When: mine, To: Free},
	{In: Reserved, On: leave, When: not(mine), Ignore: "promised to another"},
	{In: Ready, On: leave, When: reads, Do: do(pins.Dec())},
	{In: Ready, On: leave, When: not(reads), Ignore: "the request holds no pin"},
	{In: spec.In(Free, Loading, Draining), On: leave, Ignore: "only the end of its job frees it"},

	{In: spec.In(Reserved, Ready), On: resetSlot, To: Free},
	{In: Loading, On: resetSlot, Do: do(bound.Clear()), To: Draining},
	{In: spec.In(Free, Draining), On: resetSlot, Ignore: "holds no block"},
}

var jobCells = []spec.Cell{
	{In: Idle, On: enqueue, Do: do(target.Becomes(slot), owner.Becomes(request), current.Becomes(spec.True)), To: Queued},
	{In: live, On: enqueue, Reject: "a record is used again only once its end is polled"},

	{In: Queued, On: start, To: Running},
	{In: spec.In(Idle, Running, Ended), On: start, Reject: "only what is queued starts"},

	{In: Running, On: end, Do: do(outcome.Becomes(result)), To: Ended},
	{In: spec.In(Idle, Queued, Ended), On: end, Reject: "only what runs ends"},

	{In: Ended, On: collect, To: Idle},
	{In: spec.In(Idle, Queued, Running), On: collect, Reject: "only an end is polled"},

	{In: live, On: disown, When: owned, Do: do(owner.Clear())}, // it runs on for nobody
	{In: live, On: disown, When: not(owned), Ignore: "another's"},
	{In: Idle, On: disown, Ignore: "no job"},

	{In: live, On: outdate, Do: do(current.Becomes(spec.False))},
	{In: Idle, On: outdate, Reject: "a job that is none has no key"},

	{In: Queued, On: resetJob, To: Ended}, // untried; its end is polled once, as of every job
	{In: spec.In(Idle, Running, Ended), On: resetJob, Ignore: "its end will come, or has"},
}

var entryCells = []spec.Cell{
	{In: spec.In(Gone, There), On: change, When: stored, To: There},
	{In: spec.In(Gone, There), On: change, When: not(stored), To: Gone},

	{In: There, On: fault, When: counts, To: Gone},
	{In: There, On: fault, When: not(counts), Ignore: "no failure, or that of an older entry"},
	{In: Gone, On: fault, Ignore: "nothing is there that could fail"},
}

var viewCells = []spec.Cell{
	{In: open, On: tell, When: answer.Eq(wait), To: Wait},
	{In: open, On: tell, When: answer.Eq(hit), To: Hit},
	{In: open, On: tell, When: answer.Eq(miss), To: Miss},
	{In: spec.In(Hit, Miss), On: tell, Reject: "an answer is final"},

	{In: Wait, On: judge, When: arrived, To: Hit},
	{In: Wait, On: judge, When: result.Eq(bad), To: Miss},
	{In: Wait, On: judge, When: result.Eq(untried), Ignore: "it asks again"},
	{In: Miss, On: judge, Ignore: "its deadline came first"},
	{In: spec.In(No, Hit), On: judge, Reject: "an owner waits, or was told miss"},

	{In: Wait, On: expire, To: Miss},
	{In: spec.In(No, Hit, Miss), On: expire, Ignore: "does not wait"},

	{In: spec.In(Wait, Hit, Miss), On: drop, To: No},
	{In: No, On: drop, Ignore: "has not asked"},

	{In: Hit, On: resetView, To: Miss},
	{In: spec.In(open, Miss), On: resetView, Ignore: "holds no pin"},
}
