// Package channel declares a bounded channel with one place, whose producers and consumers wait for each other.
//
// Who finds the channel full, or empty, waits; who puts or gets something wakes one of those who wait. It matters whom:
// where producers and consumers wait in one place, as in Java's wait and notify, a wake-up may reach somebody who cannot
// use it, and in the end all of them wait. System has a place for each side. Shared has one, and TLC's well-known
// counterexample: with one producer and two consumers all are asleep after seven steps.
package channel

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

type (
	Producer spec.Sort
	Consumer spec.Sort
)

const (
	Running spec.Phase = "Running"
	Waiting spec.Phase = "Waiting"
)

type (
	Full   struct{}
	Freed  struct{}
	Hunger struct{}
	Fed    struct{}

	// Item is what is put: the name of who put it.
	Item struct{ Producer spec.Value[Producer] }
)

var (
	producer = spec.Var[Producer]("producer")
	consumer = spec.Var[Consumer]("consumer")
	putter   = spec.Var[Producer]("putter") // another producer than the item's
	getter   = spec.Var[Consumer]("getter")

	producers = spec.Each(producer, "producers", Running, Waiting).Doc("Somebody who puts things in.")
	consumers = spec.Each(consumer, "consumers", Running, Waiting).Doc("Somebody who takes things out.")

	full   = spec.On(producers, Full{}).Doc("A producer finds no room.")
	freed  = spec.On(producers, Freed{}).Doc("A producer is woken.")
	hunger = spec.On(consumers, Hunger{}).Doc("A consumer finds nothing.")
	fed    = spec.On(consumers, Fed{}).Doc("A consumer is woken.")

	buffer = spec.Queue(Item{producer}, 1, "buffer", "what was put and not yet taken")
)

var (
	do, fire, vars, all, not = spec.Do, spec.Fire, spec.Vars, spec.All, spec.Not

	empty        = spec.AtMost(buffer.Count(Item{}), 0)
	producerRuns = producers.In(producer, Running)
	consumerRuns = consumers.In(consumer, Running)
	putterWaits  = producers.In(putter, Waiting)
	getterWaits  = consumers.In(getter, Waiting)
	nobodyToFeed = not(spec.Exists(getter, getterWaits))
	nobodyToFree = not(spec.Exists(putter, putterWaits))
	nobodyToWake = all(nobodyToFeed, nobodyToFree)
)

var cells = []spec.Cell{
	{In: Running, On: full, To: Waiting},
	{In: Waiting, On: full, Reject: "asleep"},
	{In: Waiting, On: freed, To: Running},
	{In: Running, On: freed, Reject: "awake"},
	{In: Running, On: hunger, To: Waiting},
	{In: Waiting, On: hunger, Reject: "asleep"},
	{In: Waiting, On: fed, To: Running},
	{In: Running, On: fed, Reject: "awake"},
}

// What both sides do, but for whom they wake where nobody of the other side waits.
var both = []spec.Action{
	{Name: "PutWaking", By: "producer", Doc: "A producer puts an item in and wakes a consumer.", Fair: spec.Weak,
		For: vars(producer, getter), When: all(producerRuns, empty, getterWaits),
		Fire: fire(fed.At(getter, Fed{})), Do: do(buffer.Send(Item{producer}))},
	{Name: "PutBlocks", By: "producer", Doc: "A producer finds no room and waits.",
		For: vars(producer), When: all(producerRuns, not(empty)), Fire: fire(full.At(producer, Full{}))},
	{Name: "GetWaking", By: "consumer", Doc: "A consumer takes an item out and wakes a producer.", Fair: spec.Weak,
		For: vars(consumer, putter), Take: buffer, When: all(consumerRuns, putterWaits),
		Fire: fire(freed.At(putter, Freed{}))},
	{Name: "GetBlocks", By: "consumer", Doc: "A consumer finds nothing and waits.",
		For: vars(consumer), When: all(consumerRuns, empty), Fire: fire(hunger.At(consumer, Hunger{}))},
}

func put(nobody spec.Bool) spec.Action {
	return spec.Action{Name: "Put", By: "producer", Doc: "A producer puts an item in; there is nobody to wake.", Fair: spec.Weak,
		For: vars(producer), When: all(producerRuns, empty, nobody), Do: do(buffer.Send(Item{producer}))}
}

func get(nobody spec.Bool) spec.Action {
	return spec.Action{Name: "Get", By: "consumer", Doc: "A consumer takes an item out; there is nobody to wake.", Fair: spec.Weak,
		For: vars(consumer), Take: buffer, When: all(consumerRuns, nobody)}
}

// What else may be woken where all wait in one place.
var misled = []spec.Action{
	{Name: "PutMisled", By: "producer", Doc: "A producer puts an item in and wakes another producer.",
		For: vars(producer, putter), When: all(producerRuns, empty, putterWaits),
		Fire: fire(freed.At(putter, Freed{})), Do: do(buffer.Send(Item{producer}))},
	{Name: "GetMisled", By: "consumer", Doc: "A consumer takes an item out and wakes another consumer.",
		For: vars(consumer, getter), Take: buffer, When: all(consumerRuns, getterWaits), Fire: fire(fed.At(getter, Fed{}))},
}

var properties = []spec.Property{
	spec.Always{Name: "SomebodyRuns", Doc: "Not everybody waits.",
		Holds: spec.AnyOf(spec.Exists(producer, producerRuns), spec.Exists(consumer, consumerRuns))},
	spec.Sometimes{Name: "Crowded", Doc: "Every consumer waits.", Holds: spec.Forall(getter, getterWaits)},
}

// System is a channel on which each side has a place to wait.
var System = spec.System{
	Name:       "Channel",
	Doc:        "A bounded channel. Left out: what is put in, and closing.",
	Cells:      cells,
	Actions:    slices.Concat(both, []spec.Action{put(nobodyToFeed), get(nobodyToFree)}),
	Properties: properties,
	Instances:  []spec.Instance{sized("p1c1", 1, 1), sized("p1c2", 1, 2), sized("p2c2", 2, 2)},
	KnownBugs: []spec.Edit{
		{Name: "lostWakeup", Doc: "A producer wakes nobody.", Breaks: "SomebodyRuns",
			Found:   []spec.Found{{Instance: "p1c1", Length: 3}},
			Changes: []spec.Change{spec.SetFire("PutWaking")}},
	},
}

// Shared is a channel on which all wait in one place. It is wrong wherever more than two threads meet.
var Shared = spec.System{
	Name:       "SharedChannel",
	Doc:        "A bounded channel with one place to wait. Left out: what is put in, and closing.",
	Cells:      cells,
	Actions:    slices.Concat(both, misled, []spec.Action{put(nobodyToWake), get(nobodyToWake)}),
	Properties: properties,
	Instances:  System.Instances,
}

func sized(name string, producers, consumers int) spec.Instance {
	return spec.Instance{Name: name, Sizes: spec.Sizes(spec.Size[Producer](producers), spec.Size[Consumer](consumers))}
}
