package healthspec

import "github.com/genlock-go/genlock/spec"

// Ways in which such a watch goes wrong, each as an edit of the declaration and with the property that catches it.
var knownBugs = []spec.Edit{
	{Name: "endlessWorkers", Breaks: "BoundedReplacements", Found: shortest("daily", 5),
		Doc:     "Every stuck call is replaced: a hanging storage gets as many threads as it is asked for.",
		Changes: edits(replace(spec.Cell{In: Up, On: borrow, Do: do(taken.Inc()), Reply: lent}))},
	{Name: "lostPlace", Breaks: "PlacesBelongToStuckCalls", Found: shortest("daily", 4),
		Doc:     "A call that returns late keeps its place: after as many of them nothing is replaced any more.",
		Changes: edits(replace(spec.Cell{In: opened, On: giveBack, Ignore: "nobody counts"}))},
	{Name: "placeFreeAtOnce", Breaks: "PlacesBelongToStuckCalls", Found: shortest("daily", 3),
		Doc:     "A stuck call is replaced and not counted.",
		Changes: edits(replace(spec.Cell{In: Up, On: borrow, Reply: lent}))},
	{Name: "servesOnWithoutPlaces", Breaks: "NoPlaceMeansDown", Found: shortest("daily", 5),
		Doc: "A late call finds no place, and the tier goes on as if nothing were: requests wait for their deadlines.",
		Changes: edits(replace(
			spec.Cell{In: Up, On: borrow, When: room, Do: do(taken.Inc()), Reply: lent},
			spec.Cell{In: Up, On: borrow, When: not(room), Ignore: "it will return", Reply: refused}))},
	{Name: "downByOneCall", Breaks: "DownOnlyWithoutPlaces", Found: shortest("daily", 3),
		Doc:     "One late call takes the tier down.",
		Changes: edits(replace(spec.Cell{In: Up, On: borrow, Do: do(trial.Fresh()), To: Down, Reply: refused}))},
	{Name: "startsWhileDown", Breaks: "NothingStartsWhileDown", Found: shortest("daily", 7),
		Doc:     "Workers go on calling a storage that is down.",
		Changes: edits(spec.SetWhen("Begin", all(tiers.In(tier, open), calls.In(its, Idle))))},
	{Name: "relievesWhileDown", Breaks: "NothingStartsWhileDown", Found: shortest("daily", 7),
		Doc: "A place that comes free starts a worker of a storage that is down.",
		Changes: edits(replace(
			spec.Cell{In: failing, On: borrow, When: room, Do: do(taken.Inc()), Reply: lent},
			spec.Cell{In: failing, On: borrow, When: not(room), Ignore: "no place", Reply: refused}))},
	{Name: "secondTest", Breaks: "OneTestAtATime", Found: shortest("daily", 9),
		Doc:     "A test that was given up is forgotten while it hangs: the next one hangs beside it, and so on.",
		Changes: edits(spec.Assume(testDue, busy, false))},
	{Name: "anyTestCounts", Breaks: "GivenUpTestsCountForNothing", Found: shortest("daily", 11),
		Doc:     "The end of a test that was given up is taken for the end of the one that runs.",
		Changes: edits(spec.Assume(testEnds, same, true))},
	{Name: "sameGeneration", Breaks: "GivenUpIsStale", Found: shortest("daily", 8),
		Doc:     "A test is given up, and the next one has its generation.",
		Changes: edits(replace(spec.Cell{In: Testing, On: testLate, To: Down}))},
	{Name: "failureBringsBack", Breaks: "OnlyGoodTestsBringBack", Found: shortest("daily", 9),
		Doc:     "A storage that answers with an error serves.",
		Changes: edits(spec.Assume(testEnds, passed, true))},
	{Name: "returnBringsBack", Breaks: "OnlyTestsBringBack", Found: shortest("daily", 6),
		Doc: "A stuck call that returns, with an error perhaps, brings its tier back.",
		Changes: edits(replace(
			spec.Cell{In: failing, On: giveBack, When: not(none), Do: do(taken.Dec()), To: Up},
			spec.Cell{In: failing, On: giveBack, When: none, Reject: "no place is lent"}))},
	{Name: "testForEver", Breaks: "ServesAgain", Found: shortest("daily", 0),
		Doc: "The end of a good test does not matter: once down, always down.",
		Changes: edits(replace(
			spec.Cell{In: Testing, On: testEnds, When: same, To: Down},
			spec.Cell{In: Testing, On: testEnds, When: not(same), Ignore: "it was given up"}))},
	{Name: "neverTested", Breaks: "ServesAgain", Found: shortest("daily", 0),
		Doc:     "Nobody tests a tier that is down.",
		Changes: edits(spec.SetFair("TimeToTest", spec.Unfair))},
	{Name: "workerStays", Breaks: "ReplacedWorkersEnd", Found: shortest("daily", 3),
		Doc:     "A worker that was replaced goes on when its call returns: each stuck call makes one more.",
		Changes: edits(replace(spec.Cell{In: Replaced, On: returns, To: Idle, Reply: stays}))},
	{Name: "insistence", Breaks: "HeldCallsDoNotInsist", Found: shortest("daily", 9),
		Doc:     "A call that found no place takes down the tier that has passed its test, again and again.",
		Changes: edits(spec.SetWhen("Relieve", calls.In(its, Held)))},
	{Name: "reopened", Breaks: "ClosedIsShutDown", Found: shortest("daily", 9),
		Doc:     "A test that ends after the shutdown opens the tier.",
		Changes: edits(replace(spec.Cell{In: Closed, On: testEnds, To: Up}))},
}

// shortest is where a bug is found and in how many steps: none where only the long run shows it.
func shortest(instance string, steps int) []spec.Found {
	return []spec.Found{{Instance: instance, Length: steps}}
}

func edits(changes ...spec.Change) []spec.Change { return changes }

var replace = spec.ReplaceCells
