package main

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// serve plays games that are told one a line ("GAME KEYS TIMES") and answers each with its nanoseconds. It also says
// which step it runs, and what that step says.
func serve(in io.Reader, out io.Writer) error {
	p := newPlayer()
	defer p.close()
	for lines := bufio.NewScanner(in); lines.Scan(); {
		answer, err := p.answer(lines.Text())
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) answer(line string) (any, error) {
	switch line {
	case "digest":
		return lookup.Digest, nil
	case "steps":
		return stepHash(), nil
	}
	var g game
	var times int
	if _, err := fmt.Sscan(line, &g.name, &g.keys, &times); err != nil {
		return nil, fmt.Errorf("%q is no game: %w", line, err)
	}
	took, err := p.play(g, times)
	return took.Nanoseconds(), err
}

// stepHash is a digest of what the step says of every event at every entry, but for the cells: a step written by hand has
// none.
func stepHash() string {
	h := fnv.New128a()
	for _, o := range occasions() {
		r := o.world.stepSent(&o.event)
		r.Cell = 0
		fmt.Fprintln(h, r.Next, r.Effects, r.Drew, r.carried)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// A sentResult is a result with what the step sends.
type sentResult struct {
	lookup.Result
	carried any
}

func (w *genWorld) stepSent(e *event) sentResult {
	request, gen := lookup.Request(e.request), lookup.Token(e.gen)
	switch e.kind {
	case ask:
		r := lookup.OnAsk(w.entry, &w.set, request, e.flag, w.fresh)
		return sentResult{r.Result, r.Asked}
	case flush:
		r := lookup.OnFlush(w.entry, gen)
		return sentResult{r.Result, r.Probing}
	case load:
		r := lookup.OnLoad(w.entry, &w.set, request)
		return sentResult{r.Result, r.Loading}
	}
	return sentResult{Result: w.step(e)}
}
