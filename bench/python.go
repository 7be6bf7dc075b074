package main

import (
	_ "embed"
	"errors"
)

// The public lookup manager, written again in Python from what is known of it.
//
//go:embed peers/lookup.py
var lookupPeer string

// startPython runs a program text under Python. Without Python it is an errMissing.
func startPython(text string, args ...string) (*process, error) {
	python, err := find("python3")
	if err != nil {
		return nil, err
	}
	return start("the Python peer", python, append([]string{"-c", text}, args...)...)
}

// A pythonGame is one that both play, and what the public manager was measured to take.
type pythonGame struct {
	game
	title  string  // with the unit
	each   float64 // nanoseconds of one play in a unit
	figure float64 // of the public manager, in units
	bar    float64 // how many times ours it is to take; 0: no bar
	rare   bool    // most of a play is not timed, so it is played less often
}

var pythonGames = []pythonGame{
	{game{"lookup", 64}, "resolved lookup, 64 keys, beside Python (ns)", 1, 118, 6, false},
	{game{"lookup", 4096}, "resolved lookup, 4096 keys, beside Python (ns)", 1, 128, 6, false},
	{game{"lookup", 65536}, "resolved lookup, 65536 keys, beside Python (ns)", 1, 173, 6, false},
	{game{"cycle", 64}, "cycle of 64 keys, beside Python (us)", 1e3, 92, 0, false},
	{game{"cycle", 4096}, "cycle of 4096 keys, beside Python (us)", 1e3, 6600, 15, false},
	{game{"cleanup", 4096}, "cleanup of 4096 keys, beside Python (us)", 1e3, 799, 8, true},
	{game{"mark", 4096}, "mark miss, one of 4096 keys, beside Python (ns)", 4096, 84, 0, true}, // which names no generation
}

// pythonBars are the games beside Python, and what a key costs in memory.
func pythonBars(r run) ([]Bar, error) {
	peer, missing := startPython(lookupPeer)
	if missing != nil && !errors.Is(missing, errMissing) {
		return nil, missing
	}
	if peer != nil {
		defer peer.close()
	}
	ours := newPlayer()
	defer ours.close()
	fair := newJudge(r)
	var bars []Bar
	for _, g := range pythonGames {
		b, err := g.measure(r, ours, peer, missing)
		if err != nil {
			return nil, err
		}
		bars = append(bars, fair.time(b, g.figure))
	}
	b, err := sizeBar(peer, missing)
	return append(bars, fair.size(b, publicSize)), err
}

// measure lets both play the game in turn.
func (g pythonGame) measure(r run, ours *player, peer *process, missing error) (Bar, error) {
	rounds, name := r.rounds(), "manager: "+g.title
	if g.rare {
		rounds /= 5
	}
	if peer == nil {
		return skipped(name, race(rounds, ours.contender(g.game))[0]/g.each, missing), nil
	}
	ns := race(rounds, ours.contender(g.game), peer.contender(g.game))
	if peer.err != nil {
		return Bar{}, peer.err
	}
	if g.bar == 0 {
		return figureOnly(name, ns[0]/g.each).beside(ns[1] / g.each), nil
	}
	return faster(name, ns[0]/g.each, ns[1]/g.each, g.bar), nil
}
