package main

import "math"

// A judge knows what the public manager takes, measured on another day and perhaps another machine, and does not count
// bars beside a peer that is slower than that: anybody wins against a straw man.
type judge struct {
	run
	scale float64 // how much slower this machine is now than that one was then
}

// switchThen is what a switch with a generation guard took where the public manager was measured, in nanoseconds an event
// of one lifecycle over and over. (Events at random would compare how many of them the predictors remember.)
const switchThen = 2.2

// slack is how much slower than the public manager a peer may be.
const slack = 1.3

// newJudge compares the machine of this run with that of the figures.
func newJudge(r run) judge {
	var w guardedWorld
	now := race(r.rounds(), contender{name: "switch", run: over(lifecycles(streamLength, nil), w.walk)})[0]
	j := judge{r, now / switchThen}
	r.note("a hand-written switch takes %.3g ns, %.3g where the public manager was measured: times of it are scaled by %.3g",
		now, switchThen, j.scale)
	return j
}

// time does not count a bar on time whose peer is slower than the public manager.
func (j judge) time(b Bar, public float64) Bar { return j.judge(b, public*j.scale) }

// size is the same for memory, which is the same on any machine.
func (j judge) size(b Bar, public float64) Bar { return j.judge(b, public) }

func (j judge) judge(b Bar, public float64) Bar {
	if b.Peer == nil {
		return b
	}
	verdict := "a fair peer"
	most := slack * public
	if *b.Peer > most || math.IsNaN(*b.Peer) {
		verdict = "a straw man"
		b = b.disregard("the peer is a straw man: %.4g, at most %.4g", *b.Peer, most)
	}
	j.note("%s: the peer takes %.4g, the public one %.4g: %s", b.Name, *b.Peer, public, verdict)
	return b
}
