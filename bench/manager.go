package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

// managerBars measures a manager whose prober answers at once: what is left is the manager, and the way to its workers
// and back. Beside it stand a naive manager of maps, the public one as written in Python, and the same manager on a
// hand-written step.
func managerBars(r run) ([]Bar, error) {
	var bars []Bar
	for _, part := range []func(run) ([]Bar, error){naiveBars, pythonBars, overlayBars, busyBars} {
		b, err := part(r)
		if err != nil {
			return nil, err
		}
		bars = append(bars, b...)
	}
	return bars, nil
}

// naiveBars are the games beside the naive manager, and what they allocate.
func naiveBars(r run) ([]Bar, error) {
	var bars []Bar
	for _, n := range []int{64, 4096, 65536} {
		b, err := lookupBars(r, n)
		if err != nil {
			return nil, err
		}
		bars = append(bars, b...)
	}
	for _, n := range []int{1, 64, 4096} {
		b, err := cycleBars(r, n)
		if err != nil {
			return nil, err
		}
		bars = append(bars, b...)
	}
	return bars, nil
}

// lookupBars is one lookup of a hit by a request that holds n keys.
func lookupBars(r run, n int) ([]Bar, error) {
	s, err := newScheduler(n)
	if err != nil {
		return nil, err
	}
	defer s.close()
	peer := newNaiveScheduler(s.keys)
	defer peer.manager.close()
	peer.resolve()
	theirs := inTurn(s.keys, func(key blockKey) { peer.lookup(key, handYes) })

	ns := race(r.rounds(), contender{name: "manager", took: s.lookups}, repeat("naive", theirs))
	name := fmt.Sprintf("manager: resolved lookup, %d keys", n)
	return []Bar{
		figureOnly(name+", beside naive (ns)", ns[0]).beside(ns[1]),
		atMost(name+", allocations", allocs(func() { s.lookups(1) }), 0),
	}, nil
}

// cycleBars is the whole life of a request that asks for n keys.
func cycleBars(r run, n int) ([]Bar, error) {
	s, err := newScheduler(n)
	if err != nil {
		return nil, err
	}
	defer s.close()
	peer := newNaiveScheduler(s.keys)
	defer peer.manager.close()
	naiveEnd := stopwatch{best: math.Inf(1)}
	naive := func() {
		peer.resolve()
		naiveEnd.time(func() { peer.manager.cleanup(peer.begun) })
	}

	ns := race(r.rounds(), contender{name: "manager", took: s.cycles}, repeat("naive", naive))
	name := fmt.Sprintf("manager: cycle of %d keys", n)
	bars := []Bar{
		figureOnly(name+", beside naive (us)", ns[0]/1e3).beside(ns[1] / 1e3),
		atMost(name+", allocations", allocs(func() { s.cycles(1) }), 0),
	}
	if n == 4096 {
		ours := race(r.rounds()/4, contender{name: "manager", took: s.cleanups})[0]
		bars = append(bars, figureOnly("manager: cleanup of 4096 keys, beside naive (us)", ours/1e3).beside(naiveEnd.best*1e6))
	}
	return bars, nil
}

// A stopwatch keeps the seconds of the fastest run.
type stopwatch struct{ best float64 }

func (w *stopwatch) time(f func()) {
	start := time.Now()
	f()
	w.best = min(w.best, time.Since(start).Seconds())
}

// inTurn does something with one key after the other, one each time it is called.
func inTurn(keys []blockKey, do func(blockKey)) func() {
	next := 0
	return func() {
		do(keys[next])
		if next++; next == len(keys) {
			next = 0
		}
	}
}

// A blockKey is a hash, as blocks are named.
type blockKey [16]byte

func blockKeys(n int) []blockKey {
	keys := make([]blockKey, n)
	for i := range keys {
		binary.LittleEndian.PutUint64(keys[i][:], uint64(i)*0x9e3779b97f4a7c15)
	}
	return keys
}
