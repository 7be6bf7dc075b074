package main

import (
	"math/rand/v2"
	"testing"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// If the two worlds went different ways, their times could not be compared.
func TestHandWrittenStepIsTheGeneratedOne(t *testing.T) {
	cells := statemachine.NewCoverage(&lookup.Table)
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		walkBoth(t, anything(3000, random), cells)
		walkBoth(t, append(anything(20, random), closing()...), cells)
		walkBoth(t, lifecycles(100, random), cells)
	}
	for _, c := range cells.Missing() {
		t.Errorf("no stream met the cell %v", lookup.Cell(c))
	}
}

// closing is a shutdown, and every event after it.
func closing() []event {
	events := []event{{kind: shut}}
	for k := range kinds {
		events = append(events, event{kind: k})
	}
	return events
}

func walkBoth(t *testing.T, stream []event, cells *statemachine.Coverage) {
	t.Helper()
	var g genWorld
	var h handWorld
	g.reset()
	h.reset()
	for i := range stream {
		e := &stream[i]
		r := g.step(e)
		cells.Add(int(r.Cell))
		g.apply(r, e.request)
		h.apply(h.step(e), e.request)
		if g.sum != h.sum || uint64(g.entry.Generation) != h.entry.gen || g.set.holders != h.set.holders {
			t.Fatalf("after event %d, %+v (%v):\ngenerated    %+v\nhand-written %+v", i, *e, r, g, h)
		}
	}
}

// A lifecycle in which an event is ignored would measure something else, and would stop the libraries.
func TestEveryEventOfALifecycleApplies(t *testing.T) {
	stream := lifecycles(1000, rand.New(rand.NewPCG(1, 2)))
	var g genWorld
	g.reset()
	for i := range stream {
		r := g.step(&stream[i])
		if r.Outcome() != statemachine.Apply {
			t.Fatalf("event %d, %+v: %v", i, stream[i], r)
		}
		g.apply(r, stream[i].request)
	}
	var h inPlace
	h.walk(stream)
	if h.sum != g.sum {
		t.Error("the step in place went another way")
	}
	looplabRun(peerEvents(stream))(2 * len(stream))
	statelessRun(peerEvents(stream))(2 * len(stream))
}
