package filespec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// Bugs that are known of caches on files, each as an edit of the declaration and with the property that catches it.
var knownBugs = slices.Concat(
	wrongEvictions,
	wrongSums,
	wrongGenerations,
	wrongChanges,
)

// shortest is where a bug is found and in how many steps: none where only the long run shows it.
func shortest(instance string, steps int) []spec.Found {
	return []spec.Found{{Instance: instance, Length: steps}}
}

func edits(changes ...spec.Change) []spec.Change { return changes }

var replace = spec.ReplaceCells

// Evictions of what is used, and removals that hit another file.
var wrongEvictions = []spec.Edit{
	{Name: "evictsRead", Breaks: "UsedIsNotEvicted", Found: shortest("daily", 5),
		Doc: "A file is evicted though somebody reads it.",
		Changes: edits(replace(
			spec.Cell{In: Stored, On: evict, When: unstored, Do: do(unlinking.Send(File{name})), To: Removing},
			spec.Cell{In: Stored, On: evict, When: not(unstored), Ignore: "about to be replaced"}))},
	{Name: "evictsStored", Breaks: "NoUnlinkBesideAStore", Found: shortest("daily", 5),
		Doc: "A file is evicted though a store is about to replace it: the unlink takes the new one.",
		Changes: edits(replace(
			spec.Cell{In: Stored, On: evict, When: unpinned, Do: do(unlinking.Send(File{name})), To: Removing},
			spec.Cell{In: Stored, On: evict, When: not(unpinned), Ignore: "it is read"}))},
	{Name: "storesBesideUnlink", Breaks: "NoUnlinkBesideAStore", Found: shortest("daily", 5),
		Doc:     "A store begins while an unlink of its name runs, which takes the file that the store publishes.",
		Changes: edits(replace(spec.Cell{In: Removing, On: reserve, Do: admit}))},
	{Name: "condemnsReplaced", Breaks: "OnlyBadIsRemoved", Found: shortest("daily", 6),
		Doc: "A look that saw a bad file removes the one that has replaced it.",
		Changes: edits(replace(
			spec.Cell{In: settled, On: condemn, When: unpinned, Reject: "no look runs"},
			spec.Cell{In: settled, On: condemn, When: all(not(unpinned), unstored), Do: unlink, To: Removing},
			spec.Cell{In: settled, On: condemn, When: all(not(unpinned), not(unstored)), Do: letGo}))},
	{Name: "condemnsBesideStore", Breaks: "NoUnlinkBesideAStore", Found: shortest("daily", 5),
		Doc: "A bad file is removed while a store is about to replace it.",
		Changes: edits(replace(
			spec.Cell{In: settled, On: condemn, When: unpinned, Reject: "no look runs"},
			spec.Cell{In: settled, On: condemn, When: all(not(unpinned), same), Do: unlink, To: Removing},
			spec.Cell{In: Stored, On: condemn, When: all(not(unpinned), not(same)), Do: letGo},
			spec.Cell{In: Pending, On: condemn, When: all(ender, not(same)), To: Absent},
			spec.Cell{In: Pending, On: condemn, When: all(more, not(same)), Do: letGo}))},
	{Name: "badStays", Breaks: "BadIsRemoved", Found: shortest("daily", 6),
		Doc: "A bad file is left where it is, so every load of it fails.",
		Changes: edits(replace(
			spec.Cell{In: Stored, On: condemn, When: unpinned, Reject: "no look runs"},
			spec.Cell{In: Stored, On: condemn, When: not(unpinned), Do: letGo}))},
}

// Sums that leak, or lose what is there.
var wrongSums = []spec.Edit{
	{Name: "leakedReservation", Breaks: "ReservationsAreStores", Found: shortest("daily", 5),
		Doc: "A store that fails to replace a file keeps its reservation.",
		Changes: edits(replace(
			spec.Cell{In: Stored, On: published, When: unstored, Reject: "no store runs"},
			spec.Cell{In: Stored, On: published, When: all(not(unstored), good),
				Do: do(stores.Dec(), generation.Fresh(), told.Send(Change{name, spec.True}))},
			spec.Cell{In: Stored, On: published, When: all(not(unstored), not(good)), Ignore: "nothing has changed"}))},
	{Name: "rivalsReservation", Breaks: "ReservationsAreStores", Found: shortest("daily", 3),
		Doc: "A store that fails gives back what its rival has reserved, too.",
		Changes: edits(replace(
			spec.Cell{In: Pending, On: published, When: unstored, Reject: "no store runs"},
			spec.Cell{In: Pending, On: published, When: all(not(unstored), good),
				Do: do(stores.Dec(), generation.Fresh(), told.Send(Change{name, spec.True})), To: Stored},
			spec.Cell{In: Pending, On: published, When: all(not(unstored), not(good)), To: Absent}))},
	{Name: "leakedEntry", Breaks: "PendingIsWorkedOn", Found: shortest("daily", 2),
		Doc: "The end of the last look leaves an entry behind.",
		Changes: edits(replace(
			spec.Cell{In: Pending, On: unpin, When: unpinned, Reject: "no look runs"},
			spec.Cell{In: Pending, On: unpin, When: not(unpinned), Do: letGo}))},
	{Name: "uncountedTooEarly", Breaks: "RemovalsAreUnlinks", Found: shortest("daily", 4),
		Doc:     "An evicted file no longer counts before it is gone.",
		Changes: edits(replace(spec.Cell{In: Stored, On: evict, Do: do(unlinking.Send(File{name})), To: Absent}))},
	{Name: "failedUnlinkForgotten", Breaks: "WhatStandsIsCounted", Found: shortest("daily", 5),
		Doc: "A file that could not be removed is taken off the books.",
		Changes: edits(replace(
			spec.Cell{In: Removing, On: removed, When: unpinned, Do: do(gone), To: Absent},
			spec.Cell{In: Removing, On: removed, When: not(unpinned), Do: do(generation.Fresh(), gone), To: Pending}))},
	{Name: "forgetsRead", Breaks: "UsedIsNotForgotten", Found: shortest("follower", 5),
		Doc:     "The books forget a file that somebody reads.",
		Changes: edits(replace(spec.Cell{In: Stored, On: forget, To: Absent}))},
	{Name: "deafToStores", Breaks: "EverythingEnds", Found: shortest("daily", 0),
		Doc:     "A store need not say that it has published.",
		Changes: edits(spec.SetFair("TellPublished", spec.Unfair))},
}

// Looks that say something about another file than the one they saw.
var wrongGenerations = []spec.Edit{
	{Name: "staleLoss", Breaks: "WhatStandsIsCounted", Found: shortest("daily", 6),
		Doc: "A look that saw no file takes the one off the books that was stored since.",
		Changes: edits(replace(
			spec.Cell{In: Stored, On: lost, When: unpinned, Reject: "no look runs"},
			spec.Cell{In: Stored, On: lost, When: ender, Do: do(gone), To: Absent},
			spec.Cell{In: Stored, On: lost, When: more, Do: do(pins.Dec(), generation.Fresh(), gone), To: Pending}))},
	{Name: "staleSight", Breaks: "WhatIsCountedStands", Found: shortest("daily", 11),
		Doc: "A scan counts a file that was removed since it saw it.",
		Changes: edits(replace(
			spec.Cell{In: Pending, On: found, When: unpinned, Reject: "no look runs"},
			spec.Cell{In: Pending, On: found, When: not(unpinned), Do: do(pins.Dec(), generation.Fresh()), To: Stored}))},
	{Name: "replacedUnderTheSameGeneration", Breaks: "ReplacedHasAGeneration", Found: shortest("daily", 3),
		Doc: "A store that has published does not draw a generation.",
		Changes: edits(replace(
			spec.Cell{In: settled, On: published, When: unstored, Reject: "no store runs"},
			spec.Cell{In: settled, On: published, When: all(not(unstored), good),
				Do: do(stores.Dec(), told.Send(Change{name, spec.True})), To: Stored},
			spec.Cell{In: Pending, On: published, When: all(maker, not(good)), To: Absent},
			spec.Cell{In: Pending, On: published, When: all(not(unstored), not(maker), not(good)), Do: giveUp},
			spec.Cell{In: Stored, On: published, When: all(not(unstored), not(good)), Do: giveUp}))},
	{Name: "putBackUnderTheSameGeneration", Breaks: "WhatStandsIsCounted", Found: shortest("daily", 11),
		Doc: "A look that missed a file while it was away takes it off the books once it is back.",
		Changes: edits(replace(
			spec.Cell{In: Removing, On: removed, When: all(good, unpinned), Do: do(gone), To: Absent},
			spec.Cell{In: Removing, On: removed, When: all(good, not(unpinned)), Do: do(generation.Fresh(), gone), To: Pending},
			spec.Cell{In: Removing, On: removed, When: not(good), To: Stored}))},
}

// Changes that are told though nothing has changed, or never.
var wrongChanges = []spec.Edit{
	{Name: "failureTold", Breaks: "NothingElseIsSaid", Found: shortest("daily", 5),
		Doc: "A removal is told though it has failed, and a load would still find the file.",
		Changes: edits(replace(
			spec.Cell{In: Removing, On: removed, When: all(good, unpinned), Do: do(gone), To: Absent},
			spec.Cell{In: Removing, On: removed, When: all(good, not(unpinned)), Do: do(generation.Fresh(), gone), To: Pending},
			spec.Cell{In: Removing, On: removed, When: not(good), Do: do(generation.Fresh(), gone), To: Stored}))},
	{Name: "storeUntold", Breaks: "StoresAreSaid", Found: shortest("daily", 6),
		Doc: "A store that replaces a file is told to nobody.",
		Changes: edits(replace(
			spec.Cell{In: Stored, On: published, When: unstored, Reject: "no store runs"},
			spec.Cell{In: Stored, On: published, When: all(not(unstored), good), Do: do(stores.Dec(), generation.Fresh())},
			spec.Cell{In: Stored, On: published, When: all(not(unstored), not(good)), Do: giveUp}))},
	{Name: "lossUntold", Breaks: "LossesAreSaid", Found: shortest("shared", 7),
		Doc: "That a file is gone which another process has removed is told to nobody.",
		Changes: edits(replace(
			spec.Cell{In: Stored, On: lost, When: unpinned, Reject: "no look runs"},
			spec.Cell{In: Stored, On: lost, When: all(ender, same), To: Absent},
			spec.Cell{In: Stored, On: lost, When: all(more, same), Do: do(pins.Dec(), generation.Fresh(), gone), To: Pending},
			spec.Cell{In: Stored, On: lost, When: all(not(unpinned), not(same)), Do: letGo}))},
	{Name: "evictionUntold", Breaks: "LogIsTrue", Found: shortest("daily", 7),
		Doc: "An eviction is told to nobody, so a hit lasts whose block is gone.",
		Changes: edits(replace(
			spec.Cell{In: Removing, On: removed, When: all(good, unpinned), To: Absent},
			spec.Cell{In: Removing, On: removed, When: all(good, not(unpinned)), Do: do(generation.Fresh(), gone), To: Pending},
			spec.Cell{In: Removing, On: removed, When: not(good), Do: do(generation.Fresh()), To: Stored}))},
}
