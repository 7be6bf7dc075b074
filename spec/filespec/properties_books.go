package filespec

import "github.com/genlock-go/genlock/spec"

// Each byte counts once: of a file while the books count it, of a store from before its first byte to its end.
var countedOnce = []spec.Property{
	spec.Always{Name: "ReservationsAreStores",
		Doc:   "What is reserved for a name are its stores that run: a reservation is given back once, at the end of its store.",
		Holds: stores.At(name).Eq(storesIn)},
	spec.Always{Name: "PinsAreLooks",
		Doc:   "A file is pinned by the looks at it that run.",
		Holds: pins.At(name).Eq(looksIn)},
	spec.Always{Name: "RemovalsAreUnlinks",
		Doc: "A file is being removed exactly while one unlink of it runs.",
		Holds: all(spec.AtMost(spec.Sum(unlinking.Count(File{name}), aside.Count(File{name})), 1),
			is(Removing).Eq(anyOf(unlinking.Has(File{name}), aside.Has(File{name}))))},
	spec.Always{Name: "PendingIsWorkedOn",
		Doc:   "The books keep no entry of a file that is not counted and that nobody works on.",
		Holds: implies(is(Pending), anyOf(written, looked))},
}

// The books are true of what is on the disk, as far as nobody else changes it.
var theBooksAreTrue = []spec.Property{
	spec.Always{Name: "WhatStandsIsCounted", Optional: true,
		Doc:   "Where nobody else stores, a file counts, or the store that has just published it still does.",
		Holds: implies(stands, anyOf(is(counted), renamed.Has(File{name})))},
	spec.Always{Name: "WhatIsCountedStands", Optional: true,
		Doc:   "Where nobody else removes, what is counted is there, or its unlink is about to say that it is gone.",
		Holds: implies(is(counted), anyOf(stands, aside.Has(File{name})))},
	spec.Step{Name: "CountedStays", Except: []string{"TellRemoved", "OutgrowBooks"}, Optional: true,
		Doc:   "Where nobody else removes, a file that is counted and there is counted until it is removed.",
		Holds: implies(all(is(counted), stands), becomes(counted))},
	spec.Step{Name: "PublishedCounts", On: "TellPublished",
		Doc:   "What a store has published is counted.",
		Holds: becomes(Stored)},
	spec.Step{Name: "SeenCounts", On: "TellThere",
		Doc:   "What a look has seen is counted, unless that has changed since.",
		Holds: implies(current, becomes(counted))},
	spec.Step{Name: "UnseenCountsNot", On: "TellGone",
		Doc:   "What a look has not found is not counted, unless that has changed since.",
		Holds: implies(all(is(Stored), current), not(becomes(counted)))},
	spec.Step{Name: "KeptCounts", On: "UnlinkFails",
		Doc:   "What could not be removed is counted as before.",
		Holds: becomes(Stored)},
	spec.Step{Name: "PutBackCounts", On: "PutBack",
		Doc:   "What was put back is counted as before.",
		Holds: becomes(Stored)},
	spec.Step{Name: "RemovedCountsNot", On: "TellRemoved",
		Doc:   "What is gone is not counted.",
		Holds: not(becomes(counted))},
}

// What is used stays, and no unlink is in the way of a store.
var whatIsUsedStays = []spec.Property{
	spec.Step{Name: "UsedIsNotEvicted", On: "MakeRoom",
		Doc:   "Only a file that nobody reads or stores is evicted.",
		Holds: implies(file.Changes(name), not(anyOf(written, looked)))},
	spec.Step{Name: "UsedIsNotForgotten", On: "OutgrowBooks",
		Doc:   "Only a file that nobody reads or stores is forgotten.",
		Holds: implies(file.Changes(name), not(anyOf(written, looked)))},
	spec.Step{Name: "GoingIsNotRead", On: "BeginLook",
		Doc:   "Nobody begins to read a file that is being removed.",
		Holds: implies(is(Removing), not(file.Changes(name)))},
	spec.Always{Name: "NoUnlinkBesideAStore",
		Doc:   "No unlink runs beside a store of the same name: it could take the new file for the old one.",
		Holds: implies(is(Removing), not(written))},
}

// A bad file goes, and no other in its place.
var badFilesGo = []spec.Property{
	spec.Step{Name: "BadIsRemoved", On: "TellBad",
		Doc:   "A file that is bad is removed, unless another one stands there, or is about to.",
		Holds: implies(all(current, not(written)), becomes(Removing))},
	spec.Step{Name: "OnlyBadIsRemoved", On: "TellBad",
		Doc:   "A file that was not seen to be bad is not removed.",
		Holds: implies(all(not(is(Removing)), becomes(Removing)), current)},
}

// A generation is of what is known: it lasts exactly as long.
var generations = []spec.Property{
	spec.Step{Name: "NewsHasAGeneration", Except: []string{"TellBad"},
		Doc:   "Where a file begins to count, or ends, what was seen before says nothing any more.",
		Holds: implies(all(not(stays(is(counted))), is(present), becomes(present)), fresh)},
	spec.Step{Name: "ReplacedHasAGeneration", On: "TellPublished",
		Doc:   "What was seen of a file says nothing of the one that has replaced it.",
		Holds: fresh},
	spec.Step{Name: "StaleSightIsNoNews", On: "TellThere",
		Doc:   "What was seen before a change counts nothing.",
		Holds: implies(all(not(current), is(Pending)), not(becomes(counted)))},
	spec.Step{Name: "StaleLossIsNoNews", On: "TellGone",
		Doc:   "What was not found before a change takes nothing off the books.",
		Holds: implies(not(current), keeps(is(counted)))},
	spec.Step{Name: "GenerationsStay", On: "BeginLook",
		Doc:   "A look that begins makes no other stale.",
		Holds: implies(is(present), not(fresh))},
	spec.Step{Name: "GenerationsStayWithStores", On: "BeginStore",
		Doc:   "A store that begins makes no look stale: the file that is there still is.",
		Holds: implies(is(present), not(fresh))},
}
