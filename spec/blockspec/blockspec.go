// Package blockspec declares the life of a slot of the primary tier, room for one block in memory, and the world that uses
// it.
//
// A slot is promised to a key (Reserved), a load is sent that fills it (Loading), or a copy from the device does (Writing),
// and then its block may be read (Ready) until room is wanted for another. Four rules carry everything else:
//
// A slot under a copy belongs to that copy. It is never free, never evicted and never promised again, whatever becomes of
// the request that wanted it, of its key, or of all memory: it is detached then (Draining), which no key leads to, and is
// freed by the end of its last user and by nothing else.
//
// Only a copy that arrived makes a block readable, and only while its key still leads to the slot. No error does, and no
// late success.
//
// Every user of a readable block holds a pin: a hit not yet read, a read that runs, a copy to another tier that runs. Pins
// are placed in the step in which the block lands, so that no gap lets eviction in.
//
// Evictable is ready without pins. A slot without pins that is not ready is not: that nobody pins it says nothing of it.
//
// A detached slot needs no field that says who drains it: a copy that fills a slot and readers of it exclude each other, so
// one without pins waits for its copy, and one with pins for the last of them.
package blockspec

import "github.com/genlock-go/genlock/spec"

type (
	Key    spec.Sort // of a block
	Slot   spec.Sort // room for one block
	Answer spec.Enum // to a request that asks for a key which a slot is bound to
)

var (
	wait = spec.Word[Answer]("wait") // its bytes are not all there yet
	hit  = spec.Word[Answer]("hit")  // readable, and pinned for the request
)

// The phases of a slot.
const (
	Free     spec.Phase = "Free"
	Reserved spec.Phase = "Reserved"
	Loading  spec.Phase = "Loading"
	Writing  spec.Phase = "Writing"
	Ready    spec.Phase = "Ready"
	Draining spec.Phase = "Draining"
)

var (
	filling = spec.Named("Filling", Loading, Writing)
	pending = spec.Named("Pending", Reserved, filling)
	keyed   = spec.Named("Keyed", pending, Ready)
	taken   = spec.Named("Taken", keyed, Draining)
)

// Events, each with its arguments.
type (
	Reserve struct{ Key spec.Value[Key] }
	Write   struct{ Key spec.Value[Key] }
	Send    struct{}
	Cancel  struct{}
	Land    struct {
		Arrived spec.Value[bool]
		Users   spec.Value[spec.Nat]
	}
	Pin    struct{}
	Unpin  struct{}
	Evict  struct{}
	Detach struct{}
)

// Variables: one handle, one thing, wherever it travels.
var (
	key     = spec.Var[Key]("key")
	slot    = spec.Var[Slot]("slot")
	arrived = spec.Var[bool]("arrived")         // all bytes of the block are in the slot
	users   = spec.UpTo("users", mostPins)      // who use the block from the moment when it lands
	tiers   = spec.UpTo("tiers", mostCascading) // secondary tiers that a block from the device is copied to
)

// How far the model counts. A slot sees no more of its users than their number.
const (
	mostWaiting   = 2
	mostCascading = 1
	mostPins      = mostWaiting + mostCascading
)

// The machine: one entry a slot.
var (
	slots = spec.Each(slot, "slots", Free, Reserved, Loading, Writing, Ready, Draining).
		Doc("A slot of primary memory, room for one block.").
		Means(Free, "holds nothing and is used by nobody").
		Means(Reserved, "promised to a key, its load not yet sent").
		Means(Loading, "a load fills it").
		Means(Writing, "a copy from the device fills it").
		Means(Ready, "holds its key's block; evictable without pins").
		Means(Draining, "detached from its key; waits for its copy, or with pins for the last of them")
	bound = spec.OptionOf[Key](slots, "bound", "the key whose block it holds or awaits")
	pins  = spec.CountTo(slots, "pins", "its users: hits not yet read, and copies from it", mostPins)
)

var (
	reserve = spec.On(slots, Reserve{key}).Doc("It is promised to a key.")
	write   = spec.On(slots, Write{key}).Doc("A copy from the device to it begins.")
	send    = spec.On(slots, Send{}).Doc("The load that was promised is sent.")
	cancel  = spec.On(slots, Cancel{}).Doc("Nobody wants the promise any more.")
	land    = spec.On(slots, Land{arrived, users}).
		Doc("The copy that fills it has ended; the block, if it arrived, has these users at once.")
	pin    = spec.On(slots, Pin{}).Doc("A request asks for its key.")
	unpin  = spec.On(slots, Unpin{}).Doc("A user lets go.")
	evict  = spec.On(slots, Evict{}).Doc("Room is wanted.")
	detach = spec.On(slots, Detach{}).Doc("Its key is deleted or has expired, or memory is reset.")
)

var (
	do, fire, vars           = spec.Do, spec.Fire, spec.Vars
	all, not, anyOf, implies = spec.All, spec.Not, spec.AnyOf, spec.Implies
)

// Conditions that cells look at.
var (
	unpinned = spec.Define("unpinned", pins.Eq(spec.N(0)))
	last     = spec.Define("last", pins.Eq(spec.N(1)))
)

var cells = []spec.Cell{
	{In: Free, On: reserve, Do: do(bound.Becomes(key)), To: Reserved},
	{In: taken, On: reserve, Reject: "only a free slot is promised"},

	{In: Free, On: write, Do: do(bound.Becomes(key)), To: Writing},
	{In: taken, On: write, Reject: "only a free slot is written to"},

	{In: Reserved, On: send, To: Loading},
	{In: spec.In(Free, filling, Ready, Draining), On: send, Reject: "only a promise is sent"},

	{In: Reserved, On: cancel, To: Free},
	{In: spec.In(filling, Ready, Draining), On: cancel, Ignore: "only the end of its users frees it"},
	{In: Free, On: cancel, Reject: "nothing was promised"},

	{In: filling, On: land, When: arrived, Do: do(pins.Becomes(users)), To: Ready},
	{In: filling, On: land, When: not(arrived), To: Free},
	{In: Draining, On: land, When: unpinned, To: Free}, // it takes nothing from the result
	{In: Draining, On: land, When: not(unpinned), Reject: "no copy fills it"},
	{In: spec.In(Free, Reserved, Ready), On: land, Reject: "no copy fills it"},

	{In: pending, On: pin, Reply: wait}, // it joins whoever waits
	{In: Ready, On: pin, Do: do(pins.Inc()), Reply: hit},
	{In: spec.In(Free, Draining), On: pin, Reject: "no key leads to it"},

	{In: Ready, On: unpin, When: not(unpinned), Do: do(pins.Dec())},
	{In: Draining, On: unpin, When: all(not(unpinned), not(last)), Do: do(pins.Dec())},
	{In: Draining, On: unpin, When: last, To: Free},
	{In: spec.In(Ready, Draining), On: unpin, When: unpinned, Reject: "nobody pins it"},
	{In: spec.In(Free, pending), On: unpin, Reject: "nobody pins it"},

	{In: Ready, On: evict, When: unpinned, To: Free},
	{In: Ready, On: evict, When: not(unpinned), Ignore: "it is used"},
	{In: spec.In(Free, pending, Draining), On: evict, Ignore: "not ready"},

	{In: Reserved, On: detach, To: Free},
	{In: filling, On: detach, Do: do(bound.Clear()), To: Draining},
	{In: Ready, On: detach, When: unpinned, To: Free},
	{In: Ready, On: detach, When: not(unpinned), Do: do(bound.Clear()), To: Draining},
	{In: spec.In(Free, Draining), On: detach, Ignore: "no key leads to it"},
}

// System is the slots of primary memory in their world.
var System = spec.System{
	Name: "Block",
	Doc: "The slots of the primary tier. Modelled: promises, loads and copies from the device that arrive or fail, " +
		"requests that wait, hit, read and end at any moment, copies to other tiers, deletions, eviction and reset. Left " +
		"out: which slot is evicted first, several blocks a copy (each key's part is one copy here), the queue of a copy " +
		"(its end is its poll), and clocks.",
	Cells:      cells,
	Actions:    actions,
	Properties: properties,
	Instances:  instances,
	KnownBugs:  knownBugs,
}
