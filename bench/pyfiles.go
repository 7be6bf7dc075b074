package main

import (
	_ "embed"
	"fmt"
)

// The public tier of files, written again in Python from what is known of it.
//
//go:embed peers/files.py
var filesPeer string

// pythonFiles is the way of a tier in Python whose scheduler waits, or computes.
func pythonFiles(busy bool) way {
	return way{"Python", func(m medium, dir string) (mover, error) {
		p, err := startPython(filesPeer, dir, fmt.Sprint(m.blockBytes), fmt.Sprint(m.threads), fmt.Sprint(m.direct))
		return &pythonMover{m, p, busy}, err
	}}
}

type pythonMover struct {
	medium
	*process
	busy bool
}

func (p *pythonMover) store() (float64, error) {
	verb := "store"
	if p.busy {
		verb = "store-busy"
	}
	return p.seconds(verb, p.blocks)
}

func (p *pythonMover) load() (float64, error) { return p.seconds("load", p.blocks) }

func (p *pythonMover) seconds(verb string, n int) (float64, error) {
	ns, err := p.number("%s %d 1", verb, n)
	return ns / 1e9, err
}

func (p *pythonMover) close() error {
	p.process.close()
	return nil
}
