package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// busyProbes is how many slow probes one worker makes.
const busyProbes = 256

// probeTime is how long each blocks its thread.
const probeTime = 200 * time.Microsecond

// busyBars are slow probes while the scheduler waits and while it computes: a runtime whose threads get in each other's
// way makes the probes wait for the scheduler.
func busyBars(r run) ([]Bar, error) {
	const name = "manager: 256 probes of 200 us, scheduler busy beside idle"
	if runtime.GOMAXPROCS(0) < 2 {
		return []Bar{skipped(name+" (ms)", 0, fmt.Errorf("%w second processor", errMissing))}, nil
	}
	ours, err := quickest(r.turns(), slowProbes)
	if err != nil {
		return nil, err
	}
	bars := []Bar{slower(name+" (ms)", ours.busy, ours.idle, 1.2)}
	peer, err := startPython(lookupPeer)
	if errors.Is(err, errMissing) {
		return append(bars, skipped(name+", in Python (ms)", 0, err)), nil
	}
	if err != nil {
		return nil, err
	}
	defer peer.close()
	theirs, err := quickest(r.turns()/2, func(busy bool) (float64, error) {
		ns, err := peer.number("%s %d 1", map[bool]string{true: "busy", false: "idle"}[busy], busyProbes)
		return ns / 1e6, err
	})
	return append(bars, figureOnly(name+", in Python (ms)", theirs.busy).beside(theirs.idle)), err
}

// idleBusy are the milliseconds of the same work beside a scheduler that waits, and beside one that computes.
type idleBusy struct{ idle, busy float64 }

// quickest takes turns and keeps the fastest of each.
func quickest(turns int, work func(busy bool) (float64, error)) (best idleBusy, err error) {
	for turn := range turns {
		idle, err := work(false)
		if err != nil {
			return best, err
		}
		busy, err := work(true)
		if err != nil {
			return best, err
		}
		if turn == 0 {
			best = idleBusy{idle, busy}
		}
		best = idleBusy{min(best.idle, idle), min(best.busy, busy)}
	}
	return best, nil
}

// slowProbes is the milliseconds until one worker has made its probes.
func slowProbes(busy bool) (float64, error) {
	now := time.Now()
	prober := lookup.ProberFunc[blockKey](func(_ context.Context, keys []blockKey, answer lookup.Answer) error {
		for i := range keys {
			block(probeTime)
			answer.Post(i, lookup.VerdictHit)
		}
		return nil
	})
	m, err := lookup.New(prober, now, lookup.Config[blockKey, uint64]{Workers: 1, Batch: busyProbes})
	if err != nil {
		return 0, err
	}
	defer m.Close(context.Background())
	s := scheduler{manager: m, keys: blockKeys(busyProbes), now: now}
	h := s.begin()
	s.ask(h, s.keys, lookup.VerdictRetry)
	start := time.Now()
	m.Flush(now, busyProbes)
	for heard := 0; heard < busyProbes; heard += m.Drain(busyProbes) {
		if busy {
			compute()
			continue
		}
		<-m.Wake()
	}
	took := time.Since(start)
	s.ask(h, s.keys, lookup.VerdictHit)
	return took.Seconds() * 1e3, nil
}

var computed uint64

// compute keeps a processor busy for about a microsecond.
func compute() {
	for i := range uint64(1000) {
		computed = computed*31 + i
	}
}
