package main

import "math/rand/v2"

// A kind is an event of the lookup lifecycle.
type kind uint8

const (
	ask kind = iota
	flush
	deliver
	probeFailed
	expire
	load
	loaded
	markMiss
	cleanup
	stored
	deleted
	age
	shut
	kinds
)

// requests is how many requests a stream speaks of.
const requests = 4

// An event of one entry, with the arguments that its kind has.
type event struct {
	kind    kind
	request uint32
	gen     uint64
	flag    bool // found, or down
}

// lifecycles is a stream in which every event applies: ask, flush, deliver, cleanup. With a source it sometimes ends
// early and sometimes finds nothing. Walked from an entry that never was, the generations are those that are drawn.
func lifecycles(n int, random *rand.Rand) []event {
	var events []event
	for gen := uint64(1); len(events) < n; gen++ {
		events = append(events, event{kind: ask})
		if random == nil || random.IntN(8) > 0 {
			found := random == nil || random.IntN(2) == 0
			events = append(events, event{kind: flush, gen: gen}, event{kind: deliver, gen: gen, flag: found})
		}
		events = append(events, event{kind: cleanup})
	}
	return events
}

// anything is a stream of arbitrary events. Half of the messages are of the entry's own generation; the tier is seldom
// down and never shut, or nothing else would happen.
func anything(n int, random *rand.Rand) []event {
	events := make([]event, n)
	var w genWorld
	w.reset()
	for i := range events {
		e := event{kind: kind(random.IntN(int(shut))), request: random.Uint32N(requests), flag: random.IntN(2) == 0}
		e.gen = uint64(w.entry.Generation) + random.Uint64N(2)
		if e.kind == ask {
			e.flag = random.IntN(16) == 0
		}
		events[i] = e
		w.apply(w.step(&e), e.request)
	}
	return events
}
