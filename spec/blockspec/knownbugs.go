package blockspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// Bugs that tiered caches have really had, each as an edit of the declaration and with the property that catches it. Most are
// edits of cells, so their step can be generated and run.
var knownBugs = slices.Concat(
	wrongFrees,
	wrongBytes,
	wrongPins,
	wrongBindings,
	wrongEvictions,
	wrongDetaching,
)

// in is where a bug is found and in how many steps: none where only the long run shows it.
func in(instance string, steps int) []spec.Found {
	return []spec.Found{{Instance: instance, Length: steps}}
}

func edits(changes ...spec.Change) []spec.Change { return changes }

var replace = spec.ReplaceCells

// Edits of several bugs: two properties catch them.
var (
	abortFrees = replace(spec.Cell{In: Loading, On: cancel, To: Free})
	failsReady = replace(
		spec.Cell{In: Loading, On: land, When: arrived, Do: do(pins.Becomes(users)), To: Ready},
		spec.Cell{In: Loading, On: land, When: not(arrived), To: Ready})
	resetFrees = replace(spec.Cell{In: filling, On: detach, To: Free})
	bindsAgain = replace(spec.Cell{In: Draining, On: land, To: Ready})
)

// Slots that are freed under a copy, or twice, or never.
var wrongFrees = []spec.Edit{
	{Name: "freeOnAbort", Breaks: "CopyOwnsItsSlot", Found: in("tiny", 3),
		Doc:     "The end of a request frees the slot that its load still fills.",
		Changes: edits(abortFrees)},
	{Name: "freeOnAbortTwice", Breaks: "NoRejectedCell", Found: in("tiny", 4),
		Doc:     "The end of a request frees the slot that its load still fills, and the end of the load frees it again.",
		Changes: edits(abortFrees)},
	{Name: "freeOnAbortMixes", Breaks: "ReadyIsWhole", Found: in("daily", 5),
		Doc:     "The end of a request frees the slot that its load still fills: its bytes become another key's.",
		Changes: edits(abortFrees)},
	{Name: "freeAtDeadline", Breaks: "CopyOwnsItsSlot", Found: in("tiny", 4),
		Doc: "A deadline frees the slot that a load still fills.",
		Changes: edits(spec.SetFire("StopWaiting",
			land.At(slot, Land{spec.False, none}).ForEach(slot).Where(all(leads, is(Loading)))))},
	{Name: "freeByFirstReader", Breaks: "LastUserFrees", Found: in("tiny", 5),
		Doc: "A detached slot is freed by the first reader that ends.",
		Changes: edits(replace(
			spec.Cell{In: Draining, On: unpin, When: not(unpinned), To: Free},
			spec.Cell{In: Draining, On: unpin, When: unpinned, Reject: "nobody pins it"}))},
	{Name: "neverFreed", Breaks: "DrainingIsUsed", Found: in("tiny", 4),
		Doc: "The last reader of a detached slot leaves it behind.",
		Changes: edits(replace(
			spec.Cell{In: Draining, On: unpin, When: not(unpinned), Do: do(pins.Dec())},
			spec.Cell{In: Draining, On: unpin, When: unpinned, Reject: "nobody pins it"}))},
	{Name: "copiesHang", Breaks: "DrainingEnds", Found: in("tiny", 0),
		Doc:     "No copy need ever end: what it costs is its slot, for as long as it hangs.",
		Changes: edits(spec.SetFair("Fails", spec.Unfair))},
}

// Errors that become readable.
var wrongBytes = []spec.Edit{
	{Name: "errorReady", Breaks: "ReadyIsWhole", Found: in("tiny", 3),
		Doc:     "A failed load makes its slot readable.",
		Changes: edits(failsReady)},
	{Name: "errorIsAnEnd", Breaks: "ErrorIsNeverReady", Found: in("tiny", 3),
		Doc:     "The end of a load makes its slot readable, however it ended.",
		Changes: edits(failsReady)},
	{Name: "failedWriteReady", Breaks: "ReadyIsWhole", Found: in("tiny", 2),
		Doc: "A failed copy from the device makes its slot readable.",
		Changes: edits(replace(
			spec.Cell{In: Writing, On: land, When: arrived, Do: do(pins.Becomes(users)), To: Ready},
			spec.Cell{In: Writing, On: land, When: not(arrived), To: Ready}))},
	{Name: "dirtyHit", Breaks: "HitIsReadable", Found: in("tiny", 1),
		Doc:     "A block that is on its way answers hit.",
		Changes: edits(replace(spec.Cell{In: pending, On: pin, Do: do(pins.Inc()), Reply: hit}))},
	{Name: "dirtyRead", Breaks: "ReadsAreWhole", Found: in("tiny", 2),
		Doc:     "A block that is on its way is read.",
		Changes: edits(replace(spec.Cell{In: pending, On: pin, Do: do(pins.Inc()), Reply: hit}))},
}

// Pins that are too many or too few.
var wrongPins = []spec.Edit{
	{Name: "pinLeakOnAbort", Breaks: "PinsAreUsers", Found: in("tiny", 4),
		Doc:     "A request that ends forgets the pin of what it hit and did not read.",
		Changes: edits(spec.SetFire("Leave"))},
	{Name: "pinLeakOnFailedStore", Breaks: "PinsAreUsers", Found: in("tiny", 3),
		Doc:     "A copy to another tier that has failed keeps its pin.",
		Changes: edits(spec.SetFire("ReadEnds"))},
	{Name: "readsHang", Breaks: "PinsEnd", Found: in("left", 0),
		Doc:     "No copy from a slot need ever end: the block stays for ever.",
		Changes: edits(spec.SetFair("ReadEnds", spec.Unfair))},
	{Name: "doubleUnpin", Breaks: "PinsAreUsers", Found: in("tiny", 4),
		Doc: "Who lets go lets go for everybody.",
		Changes: edits(replace(
			spec.Cell{In: Ready, On: unpin, When: not(unpinned), Do: do(pins.Becomes(none))},
			spec.Cell{In: Ready, On: unpin, When: unpinned, Reject: "nobody pins it"}))},
	{Name: "landedUnpinned", Breaks: "PinsAreUsers", Found: in("tiny", 2),
		Doc: "A block that has landed is not pinned for who waits: another promotion evicts it unread.",
		Changes: edits(replace(
			spec.Cell{In: filling, On: land, When: arrived, To: Ready},
			spec.Cell{In: filling, On: land, When: not(arrived), To: Free}))},
	{Name: "cascadeUnpinned", Breaks: "PinsAreUsers", Found: in("tiny", 2),
		Doc:     "A block from the device is copied to other tiers without pins.",
		Changes: edits(spec.SetFire("Arrives", land.At(slot, Land{spec.True, waiting.At(key)})))},
}

// Keys that lead to two slots, or to the wrong one.
var wrongBindings = []spec.Edit{
	{Name: "promoteTwice", Breaks: "OneSlotPerKey", Found: in("spare", 2),
		Doc:     "A key that is bound is promised a second slot.",
		Changes: edits(spec.SetWhen("Promise", is(Free)))},
	{Name: "storeOfBound", Breaks: "OneSlotPerKey", Found: in("spare", 2),
		Doc:     "The device copies a block to a second slot.",
		Changes: edits(spec.SetWhen("Store", is(Free)))},
	{Name: "lateRebind", Breaks: "LastUserFrees", Found: in("tiny", 3),
		Doc:     "A late success makes a detached slot readable.",
		Changes: edits(bindsAgain)},
	{Name: "lateBytes", Breaks: "ReadyIsWhole", Found: in("tiny", 3),
		Doc:     "A late success, or failure, makes bytes readable that are nobody's.",
		Changes: edits(bindsAgain)},
}

// Evictions of what is not evictable.
var wrongEvictions = []spec.Edit{
	{Name: "evictUnready", Breaks: "OnlyEvictableGoes", Found: in("tiny", 2),
		Doc: "A slot is evicted because nobody pins it, though it is not ready.",
		Changes: edits(replace(
			spec.Cell{In: taken, On: evict, When: unpinned, To: Free},
			spec.Cell{In: taken, On: evict, When: not(unpinned), Ignore: "it is used"}))},
	{Name: "evictUnderCopy", Breaks: "CopyOwnsItsSlot", Found: in("tiny", 2),
		Doc:     "A slot is evicted because nobody pins it, though a copy fills it.",
		Changes: edits(replace(spec.Cell{In: filling, On: evict, To: Free}))},
	{Name: "evictPinned", Breaks: "UsedStays", Found: in("tiny", 3),
		Doc:     "A block is evicted that somebody has hit.",
		Changes: edits(replace(spec.Cell{In: Ready, On: evict, To: Free}))},
	{Name: "evictPinnedMixes", Breaks: "ReadsAreWhole", Found: in("tiny", 4),
		Doc:     "A block is evicted while it is read: the reader gets another's bytes.",
		Changes: edits(replace(spec.Cell{In: Ready, On: evict, To: Free}))},
}

// Resets and deletions that free too much, or too little.
var wrongDetaching = []spec.Edit{
	{Name: "resetFreesRunning", Breaks: "CopyOwnsItsSlot", Found: in("tiny", 2),
		Doc:     "A reset frees a slot that a copy still fills.",
		Changes: edits(resetFrees)},
	{Name: "resetFreesTwice", Breaks: "NoRejectedCell", Found: in("tiny", 3),
		Doc:     "A reset frees a slot that a copy still fills, and the copy frees it again.",
		Changes: edits(resetFrees)},
	{Name: "resetFreesRead", Breaks: "UsedStays", Found: in("tiny", 3),
		Doc:     "A reset frees a slot that is still read.",
		Changes: edits(replace(spec.Cell{In: Ready, On: detach, To: Free}))},
	{Name: "resetKeepsPromises", Breaks: "ResetLeavesNoKey", Found: in("reset", 3),
		Doc:     "A reset leaves promises standing.",
		Changes: edits(replace(spec.Cell{In: Reserved, On: detach, Ignore: "it will be sent"}))},
	{Name: "resetSparesUsed", Breaks: "ResetLeavesNoKey", Found: in("reset", 4),
		Doc: "A reset leaves what is read to its key.",
		Changes: edits(replace(
			spec.Cell{In: Ready, On: detach, When: unpinned, To: Free},
			spec.Cell{In: Ready, On: detach, When: not(unpinned), Ignore: "it is used"}))},
	{Name: "detachedKeepsKey", Breaks: "KeyedIsBound", Found: in("tiny", 2),
		Doc:     "A slot that is detached is still found.",
		Changes: edits(replace(spec.Cell{In: filling, On: detach, To: Draining}))},
}
