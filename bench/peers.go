package main

import (
	"context"
	"errors"

	"github.com/looplab/fsm"
	"github.com/qmuntal/stateless"
)

// The libraries run lifecycles as their documentation says to write them: a machine of one entry, in which a message
// counts only under the entry's own generation, and which keeps its one holder. Marks, sends and what an ask is answered
// are left out, in their favour.

// errStale cancels an event of an older generation.
var errStale = errors.New("stale")

// generation is the entry's own, all the time: the libraries need not draw one.
const generation = 0

// newLooplab is a looplab/fsm machine; a callback before an event is its place for a guard.
func newLooplab() *fsm.FSM {
	held := 0
	same := func(_ context.Context, e *fsm.Event) {
		if e.Args[0].(int) != generation {
			e.Cancel(errStale)
		}
	}
	return fsm.NewFSM("absent", fsm.Events{
		{Name: "ask", Src: []string{"absent"}, Dst: "pending"},
		{Name: "flush", Src: []string{"pending"}, Dst: "inFlight"},
		{Name: "deliver", Src: []string{"inFlight"}, Dst: "hit"},
		{Name: "miss", Src: []string{"inFlight"}, Dst: "miss"},
		{Name: "cleanup", Src: []string{"pending", "hit", "miss"}, Dst: "absent"},
	}, fsm.Callbacks{
		"before_flush": same, "before_deliver": same, "before_miss": same,
		"after_ask":     func(context.Context, *fsm.Event) { held |= 1 },
		"after_cleanup": func(context.Context, *fsm.Event) { held = 0 },
	})
}

// newStateless is a qmuntal/stateless machine in its faster mode.
func newStateless() *stateless.StateMachine {
	held := 0
	join := func(context.Context, ...any) error { held |= 1; return nil }
	leave := func(context.Context, ...any) error { held = 0; return nil }
	same := func(_ context.Context, args ...any) bool { return args[0].(int) == generation }
	m := stateless.NewStateMachineWithMode("absent", stateless.FiringImmediate)
	m.Configure("absent").OnEntry(leave).Permit("ask", "pending")
	m.Configure("pending").OnEntry(join).Permit("flush", "inFlight", same).Permit("cleanup", "absent")
	m.Configure("inFlight").Permit("deliver", "hit", same).Permit("miss", "miss", same)
	m.Configure("hit").Permit("cleanup", "absent")
	m.Configure("miss").Permit("cleanup", "absent")
	return m
}

// A peerEvent is an event by its name, with the generation where it is guarded.
type peerEvent struct {
	name string
	args []any
}

// peerEvents is a stream of lifecycles in the libraries' words.
func peerEvents(stream []event) []peerEvent {
	events := make([]peerEvent, len(stream))
	for i, e := range stream {
		events[i] = peerEventOf(e)
	}
	return events
}

func peerEventOf(e event) peerEvent {
	gen := []any{generation}
	switch {
	case e.kind == ask:
		return peerEvent{name: "ask"}
	case e.kind == cleanup:
		return peerEvent{name: "cleanup"}
	case e.kind == flush:
		return peerEvent{"flush", gen}
	case e.flag:
		return peerEvent{"deliver", gen}
	default:
		return peerEvent{"miss", gen}
	}
}

func looplabRun(path []peerEvent) func(n int) {
	m, ctx := newLooplab(), context.Background()
	return walking(path, func(e peerEvent) error { return m.Event(ctx, e.name, e.args...) })
}

func statelessRun(path []peerEvent) func(n int) {
	m := newStateless()
	return walking(path, func(e peerEvent) error { return m.Fire(e.name, e.args...) })
}

// walking fires n events, starting over at the end of the path. One that does not apply is a mistake of ours.
func walking(path []peerEvent, fire func(peerEvent) error) func(n int) {
	at := 0
	return func(n int) {
		for range n {
			if err := fire(path[at]); err != nil {
				panic(err)
			}
			if at++; at == len(path) {
				at = 0
			}
		}
	}
}
