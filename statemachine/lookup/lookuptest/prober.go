package lookuptest

import (
	"context"
	"slices"
	"sync"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A prober answers nothing by itself: each call waits until it is told to return.
type prober struct {
	mu    sync.Mutex
	calls []*call
	over  bool // calls return at once
}

type call struct {
	keys    []string // a copy: the call's own may be touched no longer once it has returned
	answer  lookup.Answer
	returns chan struct{}
	over    bool
}

func (p *prober) Probe(_ context.Context, keys []string, answer lookup.Answer) error {
	c := &call{keys: slices.Clone(keys), answer: answer, returns: make(chan struct{})}
	p.mu.Lock()
	p.calls = append(p.calls, c)
	over := p.over
	p.mu.Unlock()
	if !over {
		<-c.returns
	}
	return nil
}

// begun are the calls from the nth on.
func (p *prober) begun(n int) []*call {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.calls[n:])
}

// let lets a call return.
func (p *prober) let(c *call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !c.over {
		c.over = true
		close(c.returns)
	}
}

// finish lets every call return, those that begin later, too.
func (p *prober) finish() {
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
	for _, c := range p.begun(0) {
		p.let(c)
	}
}
