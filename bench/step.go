package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// streamLength fits a stream into the second-level cache and is long enough that no predictor learns a random one.
const streamLength = 1 << 14

// aloneLength keeps the occasions of a stream, which are larger than its events, in the first-level cache.
const aloneLength = 512

// stepBars measures one event of one entry: the generated step beside a hand-written switch and two libraries.
func stepBars(r run) ([]Bar, error) {
	fixed := lifecycles(streamLength, nil)
	random := lifecycles(streamLength, rand.New(rand.NewPCG(1, 2)))
	any := anything(streamLength, rand.New(rand.NewPCG(3, 4)))

	var bars []Bar
	for _, s := range []struct {
		name   string
		stream []event
	}{{"one lifecycle", fixed}, {"random lifecycles", random}, {"random events", any}} {
		alone := race(r.rounds(), stepsAlone(s.stream[:aloneLength])...)
		ns := race(r.rounds(), walkers(s.stream)...)
		bars = append(bars,
			slower("step: "+s.name+", step alone, beside hand-written (ns)", alone[0], alone[1], 1.15),
			slower("step: "+s.name+", carried out, beside hand-written (ns)", ns[0], ns[1], 1.15))
		if s.name != "random events" { // the libraries' machines know lifecycles only
			bars = append(bars, libraryBars(r, s.name, peerEvents(s.stream), ns[0])...)
		}
	}
	var w inPlace
	r.note("a lifecycle that changes its entry in place: %.3g ns an event (no bar)",
		race(r.rounds(), contender{name: "in place", run: over(fixed, w.walk)})[0])
	allocs, err := outcomeBars()
	return append(bars, allocs...), err
}

// walkers are the generated and the hand-written step on the same stream. An operation is one event.
func walkers(stream []event) []contender {
	var g genWorld
	var h handWorld
	return []contender{
		{name: "generated", run: over(stream, g.walk)},
		{name: "hand-written", run: over(stream, h.walk)},
	}
}

// over walks n events of a stream, starting over at its end.
func over(stream []event, walk func([]event)) func(n int) {
	return func(n int) {
		for ; n > 0; n -= len(stream) {
			walk(stream[:min(n, len(stream))])
		}
	}
}

func libraryBars(r run, name string, path []peerEvent, ours float64) []Bar {
	ns := race(r.rounds()/3, contender{name: "looplab/fsm", run: looplabRun(path)}, contender{name: "qmuntal/stateless", run: statelessRun(path)})
	return []Bar{
		faster("step: "+name+", carried out, beside looplab/fsm (ns)", ours, ns[0], 40),
		faster("step: "+name+", carried out, beside qmuntal/stateless (ns)", ours, ns[1], 20),
	}
}

// outcomeBars counts what events of each outcome allocate. Reject cells are met on purpose: no stream leads there.
func outcomeBars() ([]Bar, error) {
	events := map[statemachine.Outcome][]occasion{}
	for _, o := range occasions() {
		outcome := o.world.step(&o.event).Outcome()
		events[outcome] = append(events[outcome], o)
	}
	var bars []Bar
	for _, outcome := range []statemachine.Outcome{statemachine.Apply, statemachine.Ignore, statemachine.Reject} {
		if len(events[outcome]) == 0 {
			return nil, fmt.Errorf("no event met a cell of outcome %v", outcome)
		}
		var w genWorld
		n := allocs(func() {
			for i := range events[outcome] {
				o := &events[outcome][i]
				w = o.world
				w.apply(w.step(&o.event), o.event.request)
			}
		})
		bars = append(bars, atMost(fmt.Sprintf("step: allocations, %v (%d events)", outcome, len(events[outcome])), n, 0))
	}
	return bars, nil
}

// occasions are all events at an entry in each phase, with and without holders, of its own generation and of another.
func occasions() []occasion {
	var all []occasion
	for phase := lookup.Absent; phase <= lookup.Closed; phase++ {
		for _, held := range []holders{{}, {held: 1}, {held: 2}, {held: 3, refused: 1}, {held: 3, loading: 1}} {
			w := genWorld{entry: lookup.Entry{Phase: phase, Generation: 1}, set: genSet{held}, fresh: 2}
			for k := range kinds {
				for bits := range uint64(4) {
					all = append(all, occasion{w, event{kind: k, gen: 1 + bits&1, flag: bits&2 != 0}})
				}
			}
		}
	}
	return all
}
