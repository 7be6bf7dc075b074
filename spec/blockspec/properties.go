package blockspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// The rules, each as the properties that state it. A free variable means "for all".
var properties = slices.Concat(
	ownership,
	bytes,
	pinning,
	roomMaking,
	detaching,
	world,
	reached,
)

// How properties speak of a slot.
var (
	evictable = spec.Define("evictable", all(is(Ready), pins.At(slot).Eq(none)))
	copiesTo  = copying.Count(Copy{Slot: slot})
	usersOf   = spec.Sum(copiesTo, unread.At(slot), reading.At(slot))
	idle      = spec.Define("idle", spec.AtMost(usersOf, 0))
	changes   = slots.Changes(slot)
)

// is: the slot is in one of the phases.
func is(phases ...spec.Phases) spec.Bool { return slots.In(slot, phases...) }

// becomes: it is so after the step.
func becomes(phases ...spec.Phases) spec.Bool { return after(is(phases...)) }

func after(b spec.Bool) spec.Bool { return spec.After(b) }

// Who owns a slot: free, promised, under one copy, read, or ready. Only its owner moves it on.
var ownership = []spec.Property{
	spec.Always{Name: "OneSlotPerKey",
		Doc:   "At most one slot is bound to a key.",
		Holds: implies(all(leads, bound.At(slot2).Is(key)), slot.Eq(slot2))},
	spec.Always{Name: "KeyedIsBound",
		Doc:   "A slot is bound to a key exactly while it awaits or holds a block that may be asked for.",
		Holds: bound.At(slot).None().Eq(is(Free, Draining))},
	spec.Always{Name: "OneCopy",
		Doc:   "Two copies never fill one slot.",
		Holds: spec.AtMost(copiesTo, 1)},
	spec.Always{Name: "CopyOwnsItsSlot",
		Doc:   "A slot under a copy that fills it is that copy's: not free, not readable, promised to nobody.",
		Holds: implies(filled, all(is(filling, Draining), pins.At(slot).Eq(none)))},
	spec.Always{Name: "CopyFillsForItsKey",
		Doc:   "A copy fills the slot that its key leads to, or a detached one.",
		Holds: implies(copying.Has(Copy{slot, key}), anyOf(leads, is(Draining)))},
	spec.Always{Name: "FillingHasItsCopy",
		Doc:   "A slot that is being filled has a copy that fills it.",
		Holds: implies(is(filling), filled)},
	spec.Always{Name: "Exclusive",
		Doc:   "Nobody reads a slot that is being filled.",
		Holds: implies(filled, spec.AtMost(readersOf, 0))},
	spec.Always{Name: "FreeIsIdle",
		Doc:   "Nobody uses a free slot, nor one that is only promised.",
		Holds: implies(is(Free, Reserved), idle)},
	spec.Step{Name: "Order",
		Doc: "A slot goes through its phases in order; from an error to readable there is no way.",
		Holds: all(
			implies(becomes(Reserved), is(Free, Reserved)),
			implies(becomes(Loading), is(Reserved, Loading)),
			implies(becomes(Writing), is(Free, Writing)),
			implies(becomes(Ready), is(filling, Ready)),
			implies(becomes(Draining), is(filling, Ready, Draining)))},
}

// What a slot holds.
var bytes = []spec.Property{
	spec.Always{Name: "ReadyIsWhole",
		Doc:   "A readable slot holds all bytes of its key's block.",
		Holds: implies(is(Ready), whole.At(slot))},
	spec.Always{Name: "ReadsAreWhole",
		Doc:   "Whoever uses a block, also of a detached slot, has all bytes of the block that it hit.",
		Holds: implies(not(spec.AtMost(readersOf, 0)), whole.At(slot))},
	spec.Always{Name: "HitIsReadable",
		Doc:   "A request hits only what is readable.",
		Holds: implies(spec.Replies(asking, hit), is(Ready))},
	spec.Step{Name: "ArrivedIsReady", On: "Arrives",
		Doc:   "A block that arrived is readable.",
		Holds: becomes(Ready)},
	spec.Step{Name: "ErrorIsNeverReady", On: "Fails",
		Doc:   "A copy that failed leaves its slot free.",
		Holds: becomes(Free)},
}

// Pins and users are the same.
var pinning = []spec.Property{
	spec.Always{Name: "PinsAreUsers",
		Doc:   "A slot has a pin for each request that hit it and each copy from it, and no others.",
		Holds: pins.At(slot).Eq(readersOf)},
	spec.Always{Name: "UsedStays",
		Doc:   "What is used is ready, or detached.",
		Holds: implies(not(spec.AtMost(readersOf, 0)), is(Ready, Draining))},
	spec.Always{Name: "ReadyIsHit",
		Doc:   "Who asks for what is readable hits.",
		Holds: implies(is(Ready), spec.Replies(asking, hit))},
	spec.LeadsTo{Name: "PinsEnd", Optional: true,
		Doc:  "Once nobody hits a key any more, its slot becomes free or evictable.",
		From: all(left.At(key), leads), To: anyOf(is(Free), evictable)},
}

// How room is made.
var roomMaking = []spec.Property{
	spec.Step{Name: "OnlyEvictableGoes", On: "MakeRoom",
		Doc:   "Only what is readable and used by nobody makes room.",
		Holds: implies(changes, all(evictable, becomes(Free)))},
	spec.Step{Name: "OneVictim", On: "MakeRoom",
		Doc:   "Room is made by one slot at a time.",
		Holds: implies(all(changes, slots.Changes(slot2)), slot.Eq(slot2))},
	spec.Always{Name: "EvictableGoes",
		Doc:   "What is evictable can be evicted.",
		Holds: implies(evictable, spec.Moves(evict.At(slot, Evict{})))},
	spec.Step{Name: "OnlyPromisesAreCancelled", On: "Abandon",
		Doc:   "The end of a request frees what was promised to it, and nothing that was sent.",
		Holds: implies(changes, all(is(Reserved), becomes(Free)))},
	spec.Always{Name: "PromiseCanEnd",
		Doc:   "A promise can be sent, and can be cancelled.",
		Holds: implies(is(Reserved), all(spec.Moves(send.At(slot, Send{})), spec.Moves(cancel.At(slot, Cancel{}))))},
}

// Slots that no key leads to any more.
var detaching = []spec.Property{
	spec.Always{Name: "DetachIsNoticed",
		Doc:   "A key can be taken off its slot at any time.",
		Holds: implies(not(bound.At(slot).None()), spec.Moves(detach.At(slot, Detach{})))},
	spec.Step{Name: "ForgottenLeadsNowhere", On: "Forget",
		Doc:   "A key that is forgotten leads nowhere.",
		Holds: after(not(leads))},
	spec.Step{Name: "OnlyTheForgottenGoes", On: "Forget",
		Doc:   "The slots of other keys stay as they are.",
		Holds: implies(changes, leads)},
	spec.Step{Name: "ResetLeavesNoKey", On: "Reset",
		Doc:   "After a reset no key leads anywhere.",
		Holds: after(bound.At(slot2).None())},
	spec.Step{Name: "IdleIsFreed",
		Doc:   "What is detached and used by nobody is free at once.",
		Holds: implies(all(not(is(Free)), after(all(bound.At(slot).None(), idle))), becomes(Free))},
	spec.Always{Name: "DrainingIsUsed",
		Doc:   "A detached slot that is not free has a user, who will free it.",
		Holds: implies(is(Draining), not(idle))},
	spec.Step{Name: "LastUserFrees",
		Doc:   "A detached slot is freed by the end of its last user, once, and becomes nothing else.",
		Holds: implies(is(Draining), anyOf(becomes(Draining), all(becomes(Free), spec.AtMost(usersOf, 1))))},
	spec.LeadsTo{Name: "DrainingEnds",
		Doc:  "If copies end and requests do, no slot is detached for ever.",
		From: is(Draining), To: not(is(Draining))},
}

// The world is what the rules take it for: were it another one, they would say less than they seem to.
var world = []spec.Property{
	spec.Always{Name: "FilledIsTorn",
		Doc:   "While a copy fills a slot its bytes are nobody's.",
		Holds: implies(filled, not(whole.At(slot)))},
	spec.Step{Name: "JoinedComes", On: "Join",
		Doc:   "Who waits waits for the key whose slot it found pending.",
		Holds: all(leads, is(pending))},
	spec.Step{Name: "HitIsItsKey", On: "Hit",
		Doc:   "Who hits hits the slot of its key.",
		Holds: leads},
	spec.Step{Name: "WaitersHit", On: "Arrives",
		Doc:   "Who waited for a block hits it when it lands.",
		Holds: all(after(waiting.At(key).Eq(none)), spec.After(unread.At(slot)).Eq(waiting.At(key)))},
}
