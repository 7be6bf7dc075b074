package demo

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A storage is one whose calls hang where it is told to. What hangs looks at no context, as a system call does not.
type storage struct {
	tiers.Backend[key]

	outage gate // of all calls
	slow   gate // of looks at slowKey
	late   gate // of the one load that finds delayed set
	// delayed says that the next load is to be late.
	delayed atomic.Bool
}

var slowKey = keyOf(0)

// Probe looks at files.
func (s *storage) Probe(ctx context.Context, keys []key, answer lookup.Answer) error {
	s.outage.pass()
	if slices.Contains(keys, slowKey) {
		s.slow.pass()
	}
	return s.Backend.Probe(ctx, keys, answer)
}

// Load reads a file.
func (s *storage) Load(ctx context.Context, k key, into []byte) error {
	s.outage.pass()
	if s.delayed.CompareAndSwap(true, false) {
		s.late.pass()
	}
	return s.Backend.Load(ctx, k, into)
}

// Store writes a file.
func (s *storage) Store(ctx context.Context, k key, from []byte) error {
	s.outage.pass()
	return s.Backend.Store(ctx, k, from)
}

// Test asks for a sign of life.
func (s *storage) Test(ctx context.Context) error {
	s.outage.pass()
	return s.Backend.Test(ctx)
}

// letGo lets all calls through.
func (s *storage) letGo() {
	s.delayed.Store(false)
	for _, g := range []*gate{&s.outage, &s.slow, &s.late} {
		g.open()
	}
}

// A gate holds up calls while it is shut. The zero gate is open.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // nil: it is open
}

func (g *gate) pass() {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
}

// close is for a gate that is open.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = make(chan struct{})
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
	}
}

func (g *gate) isShut() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shut != nil
}
