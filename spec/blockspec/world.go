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
	left    = spec.Fact[bool](key, "left", "no request will hit the key any more")
)

// What actions look at. Variables that a condition binds itself are named in its comment; the others are the action's.
var (
	slot2 = spec.Var[Slot]("slot2")

	none      = spec.N(0)
	asking    = pin.At(slot, Pin{})
	leads     = spec.Define("leads", bound.At(slot).Is(key))                            // the key leads to the slot
	absent    = spec.Define("absent", not(spec.Exists(slot2, bound.At(slot2).Is(key)))) // binds slot2
	filled    = spec.Define("filled", copying.Has(Copy{Slot: slot}))                    // a copy fills the slot
	hitUnread = not(unread.At(slot).Eq(none))
	readersOf = spec.Sum(unread.At(slot), reading.At(slot))
)

// scheduler is what one goroutine does, request by request.
var scheduler = []spec.Action{
	{Name: "Promise", By: "scheduler", Doc: "A request asks for a key that no slot is bound to: a free one is promised.",
		For: vars(key, slot), When: all(absent, slots.In(slot, Free)),
		Fire: fire(reserve.At(slot, Reserve{key}))},
	{Name: "Join", By: "scheduler", Doc: "A request asks for a key whose block is on its way, and waits for it.",
		For: vars(key, slot), When: all(leads, spec.AtMost(waiting.At(key), mostWaiting-1), spec.Replies(asking, wait)),
		Fire: fire(asking), Do: do(waiting.At(key).Inc())},
	{Name: "Hit", By: "scheduler", Doc: "A request asks for a key whose block is there.",
		For: vars(key, slot), When: all(leads, not(left.At(key)), spec.AtMost(readersOf, mostPins-1), spec.Replies(asking, hit)),
		Fire: fire(asking), Do: do(unread.At(slot).Inc())},
	{Name: "SendLoad", By: "scheduler", Doc: "At the end of a step a promise becomes a load.",
		Fair: spec.Weak, For: vars(key, slot), When: all(leads, slots.In(slot, Reserved)),
		Fire: fire(send.At(slot, Send{})),
		Do:   do(whole.At(slot).Becomes(spec.False), copying.Send(Copy{slot, key}))},
	{Name: "Abandon", By: "scheduler", Doc: "The request has ended to which the slot was promised once.",
		For: vars(slot), When: slots.In(slot, taken), Fire: fire(cancel.At(slot, Cancel{}))},
	{Name: "Store", By: "scheduler", Doc: "The device has a block that no slot is bound to: it is copied to a free one.",
		For: vars(key, slot), When: all(absent, slots.In(slot, Free)),
		Fire: fire(write.At(slot, Write{key})),
		Do:   do(whole.At(slot).Becomes(spec.False), copying.Send(Copy{slot, key}))},
	{Name: "MakeRoom", By: "scheduler", Doc: "Room is wanted.", For: vars(slot), Fire: fire(evict.At(slot, Evict{}))},
	{Name: "Forget", By: "scheduler", Doc: "The block of a key is no longer worth anything.",
		For: vars(key), Fire: fire(detach.At(slot, Detach{}).ForEach(slot).Where(leads))},
	{Name: "Reset", By: "scheduler", Doc: "All of primary memory is given up. It waits for nothing.", Optional: true,
		Fire: fire(detach.At(slot, Detach{}).ForEach(slot))},
}

// copies are the ends of what fills slots, as they are polled.
var copies = []spec.Action{
	{Name: "Arrives", By: "worker",
		Doc:  "A copy has filled its slot. Who waits for the block uses it at once, and each tier that it is copied to.",
		Take: copying, For: vars(tiers), When: leads,
		Fire: fire(land.At(slot, Land{spec.True, spec.Sum(waiting.At(key), tiers)})),
		Do: do(whole.At(slot).Becomes(spec.True), unread.At(slot).Becomes(waiting.At(key)),
			reading.At(slot).Becomes(tiers), waiting.At(key).Becomes(none))},
	{Name: "ArrivesLate", By: "worker", Doc: "A copy has filled a slot that its key leads to no longer.",
		Take: copying, When: not(leads), Fire: fire(land.At(slot, Land{spec.True, none}))},
	{Name: "Fails", By: "worker", Doc: "A copy has failed, and left whatever bytes.",
		Fair: spec.Weak, Take: copying, Fire: fire(land.At(slot, Land{spec.False, none}))},
}

// readers are requests, and what reads for them.
var readers = []spec.Action{
	{Name: "StopWaiting", By: "request", Doc: "A request that waits ends, or its deadline passes.",
		For: vars(key), When: not(waiting.At(key).Eq(none)), Do: do(waiting.At(key).Dec())},
	{Name: "Read", By: "request", Doc: "A request begins to read what it hit: its pin goes over to the copy.",
		For: vars(slot), When: hitUnread, Do: do(unread.At(slot).Dec(), reading.At(slot).Inc())},
	{Name: "Leave", By: "request", Doc: "A request ends before it has read what it hit, or is told miss after a reset.",
		Fair: spec.Weak, For: vars(slot), When: hitUnread,
		Fire: fire(unpin.At(slot, Unpin{})), Do: do(unread.At(slot).Dec())},
	{Name: "ReadEnds", By: "worker", Doc: "A copy from the slot has ended, well or badly.",
		Fair: spec.Weak, For: vars(slot), When: not(reading.At(slot).Eq(none)),
		Fire: fire(unpin.At(slot, Unpin{})), Do: do(reading.At(slot).Dec())},
	{Name: "HitNoMore", By: "request", Doc: "The last request has hit the key.", Optional: true,
		For: vars(key), When: not(left.At(key)), Do: do(left.At(key).Becomes(spec.True))},
}
