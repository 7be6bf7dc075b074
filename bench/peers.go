package main

import (
	"context"
	"errors"

	"github.com/looplab/fsm"
	"github.com/qmuntal/stateless"
)

// The peers run the lookup's common path, as their documentation says to write it: a machine of one entry whose
// deliveries are guarded by the generation. Holders, marks and sends are left out, in the peers' favour.

// errStale cancels an event of an older generation.
var errStale = errors.New("stale")

// newLooplab is the path as a looplab/fsm machine; before_deliver is its place for a guard.
func newLooplab() *fsm.FSM {
	generation := 0
	return fsm.NewFSM("absent", fsm.Events{
		{Name: "ask", Src: []string{"absent"}, Dst: "pending"},
		{Name: "flush", Src: []string{"pending"}, Dst: "inFlight"},
		{Name: "deliver", Src: []string{"inFlight"}, Dst: "hit"},
		{Name: "miss", Src: []string{"inFlight"}, Dst: "miss"},
		{Name: "cleanup", Src: []string{"pending", "hit", "miss"}, Dst: "absent"},
	}, fsm.Callbacks{
		"before_deliver": func(_ context.Context, e *fsm.Event) {
			if e.Args[0].(int) != generation {
				e.Cancel(errStale)
			}
		},
	})
}

// newStateless is the path as a qmuntal/stateless machine in its faster mode.
func newStateless() *stateless.StateMachine {
	generation := 0
	current := func(_ context.Context, args ...any) bool { return args[0].(int) == generation }
	m := stateless.NewStateMachineWithMode("absent", stateless.FiringImmediate)
	m.Configure("absent").Permit("ask", "pending")
	m.Configure("pending").Permit("flush", "inFlight").Permit("cleanup", "absent")
	m.Configure("inFlight").Permit("deliver", "hit", current).Permit("miss", "miss")
	m.Configure("hit").Permit("cleanup", "absent")
	m.Configure("miss").Permit("cleanup", "absent")
	return m
}

// A peerEvent is an event by its name, with the generation where it is guarded.
type peerEvent struct {
	name string
	args []any
}

// peerEvents is a stream of lifecycles in the peers' words.
func peerEvents(stream []event) []peerEvent {
	names := map[kind]string{ask: "ask", flush: "flush", cleanup: "cleanup"}
	events := make([]peerEvent, len(stream))
	for i, e := range stream {
		switch {
		case e.kind != deliver:
			events[i] = peerEvent{name: names[e.kind]}
		case e.flag:
			events[i] = peerEvent{name: "deliver", args: []any{0}}
		default:
			events[i] = peerEvent{name: "miss"}
		}
	}
	return events
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
