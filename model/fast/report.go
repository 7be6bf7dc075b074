package fast

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/packed"
)

// report is what the search has come to. A fault is confirmed by the interpreter, which writes the trace; where there is
// none, it judges the long run.
func (e *exploration) report(ctx context.Context) (*model.Report, error) {
	r := &model.Report{Result: model.Holds}
	var err error
	switch {
	case e.broke:
		r, err = model.Confirm(e.sys, e.interpreted(e.opt.Only), e.traced())
	case e.why != "":
		r.Result, r.Reason = model.Incomplete, e.why
	case len(e.endless) > 0:
		r, err = e.longRun(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("fast: spec %s, instance %s: %w", e.sys.Name, e.instance.Name, err)
	}
	r.Spec, r.Instance, r.Engine = e.sys.Name, e.instance.Name, "fast"
	r.Distinct, r.Generated, r.Depth = int64(e.n), e.generated, e.depth
	if e.opt.Fingerprints {
		r.Reason = strings.TrimPrefix(r.Reason+fmt.Sprintf("; a state was missed with a probability of %.1g", e.missed()), "; ")
	}
	r.BytesPerState = float64(e.bytes()) / float64(e.n)
	r.Reached = e.reached()
	return r, nil
}

// missed is how probable it is that two of the states found, or one found and one missed, have the same 64 bits: the number
// of pairs among the distinct states over that of fingerprints, as if those were drawn at random.
func (e *exploration) missed() float64 {
	n := float64(e.n)
	return n * (n - 1) / 2 / math.Pow(2, 64)
}

func (e *exploration) interpreted(only []string) model.Options {
	return model.Options{Instance: e.instance.Name, Only: only}
}

// longRun lets the interpreter judge what must hold in the long run. It explores the same states; if it counts others,
// neither is to be believed.
func (e *exploration) longRun(ctx context.Context) (*model.Report, error) {
	opt := e.interpreted(e.endless)
	opt.MaxBytes, opt.Progress = e.opt.MaxBytes, e.opt.Progress
	r, err := model.Explore(ctx, e.sys, opt)
	if err != nil {
		return nil, err
	}
	if r.Result != model.Incomplete && (r.Distinct != int64(e.n) || r.Generated != e.generated || r.Depth != e.depth) {
		return nil, fmt.Errorf("the engines disagree: %d/%d/%d, the interpreter %d/%d/%d", e.n, e.generated, e.depth, r.Distinct, r.Generated, r.Depth)
	}
	if r.Reason == "" {
		r.Reason = "the long run judged by the interpreter"
	}
	return r, nil
}

// traced are the states of the behaviour that ends where something is wrong, as text.
func (e *exploration) traced() []string {
	if e.culprit < 0 {
		return nil
	}
	var texts []string
	state := e.model.Init()
	for i, number := range e.path(uint32(e.culprit)) {
		if i > 0 {
			state = e.successor(&state, number)
		}
		texts = append(texts, e.model.Layout().Text(&state))
	}
	return texts
}

// successor is the successor of a state that has that number. The store may know no more of it than its hash.
func (e *exploration) successor(of *packed.State, number uint32) (next packed.State) {
	steps := packed.NewSteps(e.words)
	e.model.Walker(packed.Judged{Actions: e.judged.Actions, Properties: make([]bool, len(e.judged.Properties)), Spent: e.judged.Spent}).Expand(of, steps)
	for i, hash := range steps.Hashes {
		words := steps.States[i*e.words : (i+1)*e.words]
		if e.same(number, words, hash) {
			copy(next[:], words)
			return next
		}
	}
	panic("fast: no step leads from a state to one that was found from it")
}

// reached is what the walkers have come by.
func (e *exploration) reached() model.Reached {
	r := model.Reached{
		Cells: make([]bool, len(e.sys.Cells)), Happened: map[string]bool{}, Changed: map[string]bool{}, Sometimes: map[string]bool{},
	}
	for _, w := range e.walkers {
		by := w.Reached()
		for i, is := range by.Cells {
			r.Cells[i] = r.Cells[i] || is
		}
		for i, a := range e.sys.Actions {
			if by.Happened[i] {
				r.Happened[a.Name] = true
			}
			if by.Changed[i] {
				r.Changed[a.Name] = true
			}
		}
		for i, p := range e.sys.Properties {
			if p.Kind == ast.Sometimes && by.Seen[i] {
				r.Sometimes[p.Name] = true
			}
		}
	}
	return r
}
