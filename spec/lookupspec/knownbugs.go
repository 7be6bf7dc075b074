package lookupspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// Bugs that are known, the six that started it first, each as an edit of the declaration and with the property that
// catches it. Most are edits of cells, so their step can be generated and run.
var knownBugs = slices.Concat(
	seeds,
	unstickyAnswers,
	wrongDeadlines,
	wrongFailures,
	wrongChanges,
	wrongLoads,
	wrongOrphans,
	wrongShutdowns,
)

// shortest is where a bug is found and in how many steps: none where the initial state shows it, or only the long run.
func shortest(instance string, steps int) []spec.Found {
	return []spec.Found{{Instance: instance, Length: steps}}
}

func edits(changes ...spec.Change) []spec.Change { return changes }

var replace, assume = spec.ReplaceCells, spec.Assume

// Edits of several bugs: two properties catch them, or they come together.
var (
	takesAnyAnswer = replace(
		spec.Cell{In: InFlight, On: deliver, When: all(not(orphan), found), To: Hit},
		spec.Cell{In: InFlight, On: deliver, When: all(not(orphan), not(found)), To: Miss},
		spec.Cell{In: InFlight, On: deliver, When: orphan, To: Absent})
	forgetsProbes = replace(
		spec.Cell{In: InFlight, On: cleanup, When: not(holds), Ignore: "the request holds nothing here"},
		spec.Cell{In: InFlight, On: cleanup, When: all(holds, not(last)), Do: letGo},
		spec.Cell{In: InFlight, On: cleanup, When: all(holds, last), To: Absent})
	keepsHit = replace(
		spec.Cell{In: Hit, On: markMiss, When: not(same), Ignore: "the failure of an older load"},
		spec.Cell{In: Hit, On: markMiss, When: same, Do: do(loaders.UnmarkAll())})
	deadlineEndsIt = replace(
		spec.Cell{In: InFlight, On: expire, When: not(holds), Ignore: "the request is gone"},
		spec.Cell{In: InFlight, On: expire, When: holds, Do: giveUp, To: Failed})
	failsToMiss = replace(
		spec.Cell{In: InFlight, On: probeFailed, When: not(same), Ignore: "a failure of an older generation"},
		spec.Cell{In: InFlight, On: probeFailed, When: all(same, not(orphan)), To: Miss},
		spec.Cell{In: InFlight, On: probeFailed, When: all(same, orphan), To: Absent})
	storesStale = replace(
		spec.Cell{In: unprobed, On: stored, Do: do(refused.UnmarkAll(), loaders.UnmarkAll()), To: Hit})
	missesStores  = replace(spec.Cell{In: present, On: stored, Ignore: "the next newcomer will see"})
	missesDeletes = replace(spec.Cell{In: present, On: deleted, Ignore: "the next load will see"})
)

// The six bugs that took an engine down, fed one request another's verdict, or leaked.
var seeds = []spec.Edit{
	{Name: "staleVerdict", Breaks: "NoStaleVerdict", Found: shortest("tiny", 7),
		Doc:     "Answers carry no generation, and the end of a request forgets its probe: the next gets its answer.",
		Changes: edits(takesAnyAnswer, forgetsProbes)},
	{Name: "noGeneration", Breaks: "NoStaleVerdict", Found: shortest("tiny", 9),
		Doc:     "Answers carry no generation: that of an orphan that a told change dropped reaches the next lookup.",
		Changes: edits(takesAnyAnswer)},
	{Name: "unguardedMarkMiss", Breaks: "FailureTouchesOnlyItsGeneration", Found: shortest("tiny", 7),
		Doc:     "A failed load decides the entry in whatever phase it is.",
		Changes: edits(replace(spec.Cell{In: present, On: markMiss, Do: giveUp, To: Failed}))},
	{Name: "resolvedOnlyMarkMiss", Breaks: "FailureTouchesOnlyItsGeneration", Found: shortest("tiny", 7),
		Doc: "A failed load counts against any verdict, also a newer one.",
		Changes: edits(replace(
			spec.Cell{In: waiting, On: markMiss, Ignore: "no verdict yet"},
			spec.Cell{In: resolved, On: markMiss, Do: giveUp, To: Failed}))},
	{Name: "noMarkMiss", Breaks: "FailedLoadIsRemembered", Found: shortest("tiny", 5),
		Doc:     "A failed load is forgotten: the block stays a hit.",
		Changes: edits(keepsHit)},
	{Name: "endlessPromotion", Breaks: "NoLoadFailsForEver", Found: shortest("tiny", 0),
		Doc:     "A failed load is forgotten, so a block that cannot be loaded is loaded again for ever.",
		Changes: edits(keepsHit)},
	{Name: "forgottenProbe", Breaks: "ProbeIsShared", Found: shortest("tiny", 3),
		Doc:     "The end of the last holder forgets the running probe.",
		Changes: edits(forgetsProbes)},
	{Name: "secondProbe", Breaks: "OneProbePerKey", Found: shortest("untold", 5),
		Doc:     "The end of the last holder forgets the running probe, and the next ask sends a second one.",
		Changes: edits(forgetsProbes)},
	{Name: "leakedEntry", Breaks: "NoLeak", Found: shortest("tiny", 2),
		Doc: "The end of the last holder leaves the entry behind.",
		Changes: edits(replace(
			spec.Cell{In: unprobed, On: cleanup, When: not(holds), Ignore: "the request holds nothing here"},
			spec.Cell{In: unprobed, On: cleanup, When: holds, Do: letGo}))},
}

// Answers that do not stick, or are taken back.
var unstickyAnswers = []spec.Edit{
	{Name: "refusalOverlooked", Breaks: "DeadlineAnswers", Found: shortest("tiny", 2),
		Doc:     "An ask does not look whether its request was refused.",
		Changes: edits(assume(ask, refuses, false))},
	{Name: "newcomerLiftsRefusals", Breaks: "MissSticks", Found: shortest("daily", 2),
		Doc: "A newcomer's probe lifts the refusals of those who failed before.",
		Changes: edits(replace(
			spec.Cell{In: Failed, On: ask, When: refuses, Reply: miss},
			spec.Cell{In: Failed, On: ask, When: all(not(refuses), not(down)),
				Do: do(refused.UnmarkAll(), begin), To: Pending, Reply: retry},
			spec.Cell{In: Failed, On: ask, When: all(not(refuses), down), Do: refuse, Reply: miss}))},
	{Name: "verdictLiftsRefusals", Breaks: "MissSticks", Found: shortest("tiny", 6),
		Doc: "A verdict serves also those who were told miss because it was late.",
		Changes: edits(replace(
			spec.Cell{In: InFlight, On: deliver, When: not(same), Ignore: "an answer of an older generation"},
			spec.Cell{In: InFlight, On: deliver, When: all(same, not(orphan), found),
				Do: do(refused.UnmarkAll()), To: Hit},
			spec.Cell{In: InFlight, On: deliver, When: all(same, not(orphan), not(found)), To: Miss},
			spec.Cell{In: InFlight, On: deliver, When: all(same, orphan), To: Absent}))},
	{Name: "deletionLooksAgain", Breaks: "NobodyWaitsTwice", Found: shortest("tiny", 5),
		Doc: "A deletion lifts all refusals and starts a new probe.",
		Changes: edits(replace(spec.Cell{In: spec.In(Hit, Failed), On: deleted, To: Pending,
			Do: do(refused.UnmarkAll(), loaders.UnmarkAll(), generation.Fresh(),
				asked.Send(Probe{key, generation}))}))},
	{Name: "failedLoadLooksAgain", Breaks: "NobodyWaitsTwice", Found: shortest("tiny", 5),
		Doc: "A failed load sends its holders back to wait for a new probe.",
		Changes: edits(replace(
			spec.Cell{In: Hit, On: markMiss, When: not(same), Ignore: "the failure of an older load"},
			spec.Cell{In: Hit, On: markMiss, When: same, To: Pending,
				Do: do(generation.Fresh(), loaders.UnmarkAll(), asked.Send(Probe{key, generation}))}))},
	{Name: "downForgets", Breaks: "AskIsNoticed", Found: shortest("tiny", 0),
		Doc: "A tier that is down answers miss and does not remember whom.",
		Changes: edits(replace(
			spec.Cell{In: Absent, On: ask, When: not(down), Do: begin, To: Pending, Reply: retry},
			spec.Cell{In: Absent, On: ask, When: down, Ignore: "the tier is down", Reply: miss}))},
}

// Deadlines that are missing or do too much.
var wrongDeadlines = []spec.Edit{
	{Name: "noDeadline", Breaks: "EveryAskIsAnswered", Found: shortest("tiny", 0),
		Doc:     "No deadline need ever pass.",
		Changes: edits(spec.SetFair("DeadlinePasses", spec.Unfair))},
	{Name: "deadlineEndsProbe", Breaks: "DeadlineTouchesOnlyTheAsker", Found: shortest("tiny", 3),
		Doc:     "A deadline gives the running probe up.",
		Changes: edits(deadlineEndsIt)},
	{Name: "deadlineProbesAgain", Breaks: "OneProbePerKey", Found: shortest("untold", 5),
		Doc:     "A deadline gives the running probe up, and the next newcomer sends a second one.",
		Changes: edits(deadlineEndsIt)},
	{Name: "deadlineRefusesAll", Breaks: "DeadlineTouchesOnlyTheAsker", Found: shortest("daily", 4),
		Doc: "The deadline of one request refuses all holders.",
		Changes: edits(replace(
			spec.Cell{In: InFlight, On: expire, When: not(holds), Ignore: "the request is gone"},
			spec.Cell{In: InFlight, On: expire, When: holds, Do: do(refused.MarkAll())}))},
	{Name: "deadlineOverrulesHit", Breaks: "DeadlineSparesAnswers", Found: shortest("tiny", 4),
		Doc: "A deadline turns a hit that is there into a miss.",
		Changes: edits(replace(
			spec.Cell{In: Hit, On: expire, When: not(holds), Ignore: "the request is gone"},
			spec.Cell{In: Hit, On: expire, When: holds, Do: do(refused.Mark(request))}))},
}

// Failed probes that are taken for answers, or for nothing.
var wrongFailures = []spec.Edit{
	{Name: "failureIsMiss", Breaks: "FailureIsNotAbsence", Found: shortest("tiny", 4),
		Doc:     "A failed probe makes a miss.",
		Changes: edits(failsToMiss)},
	{Name: "failureDeniesBlock", Breaks: "NoFalseMiss", Found: shortest("tiny", 6),
		Doc:     "A failed probe makes a miss, of a block that is there.",
		Changes: edits(failsToMiss)},
	{Name: "failureAnswersNobody", Breaks: "FailedRefusesAll", Found: shortest("tiny", 4),
		Doc: "A failed probe refuses nobody.",
		Changes: edits(replace(
			spec.Cell{In: InFlight, On: probeFailed, When: not(same), Ignore: "a failure of an older generation"},
			spec.Cell{In: InFlight, On: probeFailed, When: all(same, not(orphan)), To: Failed},
			spec.Cell{In: InFlight, On: probeFailed, When: all(same, orphan), To: Absent}))},
	{Name: "staleFailure", Breaks: "NoStaleFailure", Found: shortest("tiny", 9),
		Doc: "The failures of probes carry no generation.",
		Changes: edits(replace(
			spec.Cell{In: InFlight, On: probeFailed, When: not(orphan), Do: do(refused.MarkAll()), To: Failed},
			spec.Cell{In: InFlight, On: probeFailed, When: orphan, To: Absent}))},
}

// Told changes that are not noticed, or not wholly.
var wrongChanges = []spec.Edit{
	{Name: "storeIsFlushed", Breaks: "NoRejectedCell", Found: shortest("tiny", 4),
		Doc:     "A store keeps the generation, so the flush of the ask before it finds a hit.",
		Changes: edits(storesStale)},
	{Name: "storeKeepsGeneration", Breaks: "StoreIsNoticed", Found: shortest("tiny", 3),
		Doc:     "A store keeps the generation.",
		Changes: edits(storesStale)},
	{Name: "storeUnnoticed", Breaks: "StoreIsNoticed", Found: shortest("tiny", 3),
		Doc:     "A told store changes nothing.",
		Changes: edits(missesStores)},
	{Name: "storeDenied", Breaks: "NoFalseMiss", Found: shortest("tiny", 6),
		Doc:     "A told store changes nothing, so a miss from before it lasts.",
		Changes: edits(missesStores)},
	{Name: "storeAwaitsProbe", Breaks: "NoFalseMiss", Found: shortest("tiny", 6),
		Doc:     "A told store leaves the verdict to a probe that may have looked before it.",
		Changes: edits(replace(spec.Cell{In: InFlight, On: stored, Ignore: "the probe will tell"}))},
	{Name: "storeKeepsRefusals", Breaks: "StoreIsNoticed", Found: shortest("tiny", 3),
		Doc: "A store does not lift refusals.",
		Changes: edits(replace(spec.Cell{In: unprobed, On: stored,
			Do: do(generation.Fresh(), loaders.UnmarkAll()), To: Hit}))},
	{Name: "storeSparesOrphans", Breaks: "NoFalseMiss", Found: shortest("tiny", 8),
		Doc: "A told store leaves an orphan be, whose probe may have looked before it.",
		Changes: edits(replace(
			spec.Cell{In: InFlight, On: stored, When: orphan, Ignore: "nobody holds it"},
			spec.Cell{In: InFlight, On: stored, When: not(orphan),
				Do: do(generation.Fresh(), refused.UnmarkAll(), loaders.UnmarkAll()), To: Hit}))},
	{Name: "deletionUnnoticed", Breaks: "DeletionIsNoticed", Found: shortest("tiny", 5),
		Doc:     "A told deletion changes nothing.",
		Changes: edits(missesDeletes)},
	{Name: "deletionDenied", Breaks: "NoFalseHit", Found: shortest("lossless", 5),
		Doc:     "A told deletion changes nothing, so a hit from before it lasts.",
		Changes: edits(missesDeletes)},
	{Name: "deletionKeepsGeneration", Breaks: "MissIsQuiet", Found: shortest("tiny", 5),
		Doc: "A deletion keeps the generation, with all that is under way under it.",
		Changes: edits(replace(spec.Cell{In: spec.In(waiting, Hit, Failed), On: deleted,
			Do: do(loaders.UnmarkAll()), To: Miss}))},
}

// Loads that start when they should not, or never again.
var wrongLoads = []spec.Edit{
	{Name: "loadUncounted", Breaks: "OneLoadAtATime", Found: shortest("tiny", 5),
		Doc:     "A load does not look whether one of its request is under way.",
		Changes: edits(assume(load, loads, false))},
	{Name: "oneLoadEver", Breaks: "HitIsLoadable", Found: shortest("tiny", 5),
		Doc:     "A request that has loaded a block once may never load it again.",
		Changes: edits(replace(spec.Cell{In: Hit, On: loaded, Ignore: "it has had its load"}))},
	{Name: "failedLoadRefusesOne", Breaks: "FailedLoadIsRemembered", Found: shortest("tiny", 5),
		Doc: "A failed load refuses only its own request.",
		Changes: edits(
			spec.SetFire("LoadFails", expire.At(key, Expire{request})),
			replace(
				spec.Cell{In: Hit, On: expire, When: not(holds), Ignore: "the request is gone"},
				spec.Cell{In: Hit, On: expire, When: holds, Do: do(refused.Mark(request))}))},
	{Name: "refusedLoads", Breaks: "OnlyHitsLoad", Found: shortest("tiny", 7),
		Doc:     "A load does not look whether its request was told miss.",
		Changes: edits(assume(load, refuses, false))},
	{Name: "reusedName", Breaks: "OneLoadAtATime", Found: shortest("daily", 8),
		Doc:     "Requests are named by ids, which return while a load still carries them.",
		Changes: edits(spec.SetWhen("AskFor", nil))},
}

// Orphans that do not end with their probe.
var wrongOrphans = []spec.Edit{
	{Name: "orphanDecided", Breaks: "NoLeak", Found: shortest("tiny", 5),
		Doc:     "An answer decides an entry that nobody holds.",
		Changes: edits(assume(deliver, orphan, false))},
	{Name: "orphanStays", Breaks: "InFlightIsProbed", Found: shortest("tiny", 5),
		Doc: "An orphan stays when its probe has failed.",
		Changes: edits(replace(
			spec.Cell{In: InFlight, On: probeFailed, When: not(same), Ignore: "a failure of an older generation"},
			spec.Cell{In: InFlight, On: probeFailed, When: all(same, not(orphan)),
				Do: do(refused.MarkAll()), To: Failed},
			spec.Cell{In: InFlight, On: probeFailed, When: all(same, orphan), Ignore: "nobody holds it"}))},
	{Name: "failuresUndrained", Breaks: "EveryOrphanEnds", Found: shortest("tiny", 0),
		Doc:     "Nobody need take in the failures of probes.",
		Changes: edits(spec.SetFair("DrainFailure", spec.Unfair))},
}

// Shutdowns that are not the end.
var wrongShutdowns = []spec.Edit{
	{Name: "lateAskWaits", Breaks: "ClosedAnswers", Found: shortest("tiny", 1),
		Doc:     "An ask after the shutdown is told to wait.",
		Changes: edits(replace(spec.Cell{In: Closed, On: ask, Reply: retry}))},
	{Name: "lateAskStarts", Breaks: "ClosedIsFinal", Found: shortest("tiny", 2),
		Doc:     "An ask after the shutdown starts a lookup.",
		Changes: edits(replace(spec.Cell{In: Closed, On: ask, Do: begin, To: Pending, Reply: retry}))},
	{Name: "shutdownKeepsProbes", Breaks: "NothingOutlivesAShutdown", Found: shortest("tiny", 2),
		Doc:     "A shutdown leaves an entry whose probe runs.",
		Changes: edits(replace(spec.Cell{In: InFlight, On: shut, Ignore: "its probe runs"}))},
	{Name: "lateFlushSends", Breaks: "ShutdownSendsNothing", Found: shortest("tiny", 3),
		Doc:     "A flush after the shutdown sends what was asked before.",
		Changes: edits(replace(spec.Cell{In: Closed, On: flush, Do: do(probing.Send(Probe{key, gen}))}))},
	{Name: "lateStoreRemembered", Breaks: "ClosedIsFinal", Found: shortest("tiny", 3),
		Doc:     "A store told after the shutdown makes a hit.",
		Changes: edits(replace(spec.Cell{In: Closed, On: stored, Do: do(generation.Fresh()), To: Hit}))},
}
