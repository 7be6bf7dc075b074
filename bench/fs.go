package main

import (
	"fmt"
	"slices"
)

// What is moved at a turn: 256 MiB at most, and none of it stays.
const (
	mebibyte    = 1 << 20
	largeBlocks = 256 // of 1 MiB
	smallBlocks = 512 // of 256 KiB
	moveThreads = 4
)

// fsBars measures files: the storage alone and the whole tier, beside what the device gives to fio, and beside a tier in
// Python.
func fsBars(r run) ([]Bar, error) {
	direct := directWorks(r.dir)
	r.note("fs: %s, O_DIRECT works: %v", filesystem(r.dir), direct)
	large := medium{dir: r.dir, blockBytes: mebibyte, blocks: largeBlocks, threads: moveThreads, direct: direct}
	small := medium{dir: r.dir, blockBytes: mebibyte / 4, blocks: smallBlocks, threads: moveThreads, direct: direct}
	var bars []Bar
	for _, part := range []func() ([]Bar, error){
		func() ([]Bar, error) { return largeBars(r, large) },
		func() ([]Bar, error) { return coldBars(r, small, false) },
		func() ([]Bar, error) { return coldBars(r, small, true) },
		func() ([]Bar, error) { return probeBars(r, direct) },
	} {
		b, err := part()
		if err != nil {
			return nil, err
		}
		bars = append(bars, b...)
	}
	return bars, nil
}

// largeBars are stores and loads of large blocks beside fio; Python's are shown.
func largeBars(r run, m medium) ([]Bar, error) {
	all, err := standings(r, m, true, ourWays(false), peer{fio, "fio", 0.8}, peer{pythonFiles(false), "python3", 0})
	if err != nil {
		return nil, err
	}
	var bars []Bar
	for _, s := range all {
		bars = append(bars, s.bar(r, m, "store of 1 MiB", moved.stored), s.bar(r, m, "load of 1 MiB", moved.loaded))
	}
	return bars, nil
}

// coldBars are stores of small blocks into a directory that has none, beside Python's.
func coldBars(r run, m medium, busy bool) ([]Bar, error) {
	what := "cold store of 256 KiB"
	if busy {
		what += ", scheduler busy"
	}
	all, err := standings(r, m, false, ourWays(busy), peer{pythonFiles(busy), "python3", 1.5})
	if err != nil {
		return nil, err
	}
	var bars []Bar
	for _, s := range all {
		bars = append(bars, s.bar(r, m, what, moved.stored))
	}
	return bars, nil
}

// ourWays are the storage alone and the whole tier, with a scheduler that waits, or computes.
func ourWays(busy bool) []way { return []way{ourFiles(busy), ourTier(busy)} }

// A peer is a way that ours stand beside.
type peer struct {
	way
	needs string  // the program
	least float64 // how many times its rate ours are to have; 0: it is only shown
}

// A standing is one of our ways and a peer that took turns with it.
type standing struct {
	way
	peer    peer
	missing error // why the peer took no turn
	ours    moved
	theirs  moved
}

// standings lets all that can run on this machine take turns.
func standings(r run, m medium, loads bool, ours []way, peers ...peer) ([]standing, error) {
	ways, missing := slices.Clone(ours), make([]error, len(peers))
	for i, p := range peers {
		if _, missing[i] = find(p.needs); missing[i] == nil {
			ways = append(ways, p.way)
		}
	}
	all, err := alternate(r.fileTurns(), m, loads, ways...)
	if err != nil {
		return nil, err
	}
	theirs := all[len(ours):]
	var list []standing
	for i, p := range peers {
		var of moved
		if missing[i] == nil {
			of, theirs = theirs[0], theirs[1:]
		}
		for j, w := range ours {
			list = append(list, standing{w, p, missing[i], all[j], of})
		}
	}
	return list, nil
}

// bar compares the best turns; a note compares those in the middle.
func (s standing) bar(r run, m medium, what string, of func(moved) []float64) Bar {
	name := fmt.Sprintf("fs: %s, %s, beside %s (MiB/s)", what, s.name, s.peer.name)
	best, median := m.rate(of(s.ours))
	if s.missing != nil {
		return skipped(name, best, s.missing)
	}
	peerBest, peerMedian := m.rate(of(s.theirs))
	r.note("%s: %v: medians %.4g and %.4g, ratio %.3g", name, m, median, peerMedian, median/peerMedian)
	if s.peer.least == 0 {
		return figureOnly(name, best).beside(peerBest)
	}
	return times(name, best, peerBest, s.peer.least)
}
