package blockspec

import "github.com/genlock-go/genlock/spec"

// A Copy is one that fills a slot with the block of a key: a load, or a copy from the device.
type Copy struct {
	Slot spec.Value[Slot]
	Key  spec.Value[Key]
}

// The world. Requests have no names here: a slot sees how many use it, and not who.
var (
	copying = spec.Bag(Copy{slot, key}, "copying", "copies under way that fill slots")
	waiting = spec.FactUpTo(key, "waiting", "requests that wait for the key", mostWaiting)
	unread  = spec.FactUpTo(slot, "unread", "requests that hit the slot's block and have not read it yet", mostPins)
	reading = spec.FactUpTo(slot, "reading", "copies from the slot under way: to the device, and to other tiers", mostPins)
	whole   = spec.Fact[bool](slot, "whole", "the slot holds all bytes of the key that it was last bound to")
	left    = spec.Fact[bool](key, "left", "no request will ask for the key any more, and the device copies it no more")
)

// What actions look at. Variables that a condition binds itself are named in its comment; the others are the action's.
var (
	slot2 = spec.Var[Slot]("slot2")

	leads  = spec.Define("leads", bound.At(slot).Is(key))                            // the key leads to the slot
	absent = spec.Define("absent", not(spec.Exists(slot2, bound.At(slot2).Is(key)))) // binds slot2
	comes  = all(not(left.At(key)), spec.AtMost(waiting.At(key), mostWaiting-1))     // one more request may wait for the key
	asking = pin.At(slot, Pin{})
	wanted = not(waiting.At(key).Eq(spec.N(0)))
	unused = spec.Define("unused", spec.AtMost(spec.Sum(unread.At(slot), reading.At(slot)), 0))
	room   = spec.Define("room", spec.AtMost(spec.Sum(unread.At(slot), reading.At(slot)), mostPins-1))
	filled = copying.Has(Copy{Slot: slot}) // a copy fills the slot
	none   = spec.N(0)
)

// scheduler is what one goroutine does, request by request.
var scheduler = []spec.Action{
	{Name: "Promise", By: "scheduler", Doc: "A request waits for a key that no slot is bound to: a free one is promised.",
		For: vars(key, slot), When: all(wanted, absent, slots.In(slot, Free)),
		Fire: fire(reserve.At(slot, Reserve{key})), Do: do(whole.At(slot).Becomes(spec.False))},
	{Name: "Join", By: "scheduler", Doc: "A request asks for a key whose block is on its way, and waits with the others.",
		For: vars(key, slot), When: all(comes, leads, spec.Replies(asking, wait)),
		Fire: fire(asking), Do: do(waiting.At(key).Inc())},
	{Name: "Hit", By: "scheduler", Doc: "A request asks for a key whose block is there.",
		For: vars(key, slot), When: all(not(left.At(key)), leads, room, spec.Replies(asking, hit)),
		Fire: fire(asking), Do: do(unread.At(slot).Inc())},
	{Name: "SendLoad", By: "scheduler", Doc: "At the end of a step a promise becomes a load.",
		Fair: spec.Weak, For: vars(key, slot), When: all(leads, is(Reserved)),
		Fire: fire(send.At(slot, Send{})), Do: do(copying.Send(Copy{slot, key}))},
	{Name: "Abandon", By: "scheduler", Doc: "The request has ended to which the slot was promised once.",
		For: vars(slot), When: slots.In(slot, taken), Fire: fire(cancel.At(slot, Cancel{}))},
	{Name: "Store", By: "scheduler", Doc: "The device has a block that no slot is bound to: it is copied to a free one.",
		For: vars(key, slot), When: all(absent, slots.In(slot, Free), not(left.At(key))),
		Fire: fire(write.At(slot, Write{key})),
		Do:   do(whole.At(slot).Becomes(spec.False), copying.Send(Copy{slot, key}))},
	{Name: "MakeRoom", By: "scheduler", Doc: "Room is wanted.", For: vars(slot), Fire: fire(evict.At(slot, Evict{}))},
	{Name: "Forget", By: "scheduler", Doc: "The block of a key is no longer worth anything.",
		For: vars(key, slot), When: leads, Fire: fire(detach.At(slot, Detach{}))},
	{Name: "Reset", By: "scheduler", Doc: "All of primary memory is given up. It waits for nothing.",
		Fire: fire(detach.At(slot, Detach{}).ForEach(slot))},
}

// copies are the ends of what fills slots, as they are polled.
var copies = []spec.Action{
	{Name: "Arrives", By: "worker", Doc: "A copy has filled its slot: who waits for the block, and each tier it is to be copied to, uses it at once.",
		Take: copying, For: vars(tiers), When: all(leads, implies(not(slots.In(slot, Writing)), tiers.Eq(none))),
		Fire: fire(land.At(slot, Land{spec.True, spec.Sum(waiting.At(key), tiers)})),
		Do: do(whole.At(slot).Becomes(spec.True), unread.At(slot).Becomes(waiting.At(key)),
			reading.At(slot).Becomes(tiers), waiting.At(key).Becomes(none))},
	{Name: "ArrivesLate", By: "worker", Doc: "A copy has filled a slot that its key leads to no longer.",
		Take: copying, When: not(leads),
		Fire: fire(land.At(slot, Land{spec.True, none})), Do: do(whole.At(slot).Becomes(spec.False))},
	{Name: "Fails", By: "worker", Doc: "A copy has failed, and left whatever bytes.",
		Fair: spec.Weak, Take: copying,
		Fire: fire(land.At(slot, Land{spec.False, none})), Do: do(whole.At(slot).Becomes(spec.False))},
}

// readers are requests, and what reads for them.
var readers = []spec.Action{
	{Name: "Ask", By: "request", Doc: "A request asks for a key that no slot is bound to.",
		For: vars(key), When: all(comes, absent),
		Do: do(waiting.At(key).Inc())},
	{Name: "StopWaiting", By: "request", Doc: "A request that waits ends, or its deadline passes.",
		For: vars(key), When: wanted, Do: do(waiting.At(key).Dec())},
	{Name: "Read", By: "request", Doc: "A request begins to read what it hit: its pin goes over to the copy.",
		For: vars(slot), When: not(unread.At(slot).Eq(none)), Do: do(unread.At(slot).Dec(), reading.At(slot).Inc())},
	{Name: "Leave", By: "request", Doc: "A request ends before it has read what it hit, or is told miss after a reset.",
		Fair: spec.Weak, For: vars(slot), When: not(unread.At(slot).Eq(none)),
		Fire: fire(unpin.At(slot, Unpin{})), Do: do(unread.At(slot).Dec())},
	{Name: "ReadEnds", By: "worker", Doc: "A copy from the slot has ended, well or badly.",
		Fair: spec.Weak, For: vars(slot), When: not(reading.At(slot).Eq(none)),
		Fire: fire(unpin.At(slot, Unpin{})), Do: do(reading.At(slot).Dec())},
	{Name: "AskNoMore", By: "request", Doc: "The last request has asked for the key.", Optional: true,
		For: vars(key), When: not(left.At(key)), Do: do(left.At(key).Becomes(spec.True))},
}
