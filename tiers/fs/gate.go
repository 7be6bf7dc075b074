package fs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/genlock-go/genlock/tiers"
)

// A gate counts the calls that run, so that what they use is given up when the last has left, and not before.
type gate struct {
	closing atomic.Bool // calls that run should end
	mu      sync.Mutex
	running map[uint64]string // what each call does, by its number
	next    uint64
	idle    chan struct{} // closed once it is closed and nothing runs
	atEnd   func()        // gives up what the calls use
}

func newGate(atEnd func()) *gate {
	return &gate{running: map[uint64]string{}, idle: make(chan struct{}), atEnd: atEnd}
}

// enter begins a call, unless the gate is closed.
func (g *gate) enter(what string) (call uint64, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closing.Load() {
		return 0, tiers.ErrClosed
	}
	g.next++
	g.running[g.next] = what
	return g.next, nil
}

// leave ends a call.
func (g *gate) leave(call uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.running, call)
	g.endIfIdle()
}

// endIfIdle gives up what the calls use, beside whoever ends the last one: that may take as long as they did.
func (g *gate) endIfIdle() {
	if !g.closing.Load() || len(g.running) > 0 {
		return
	}
	go func() {
		g.atEnd()
		close(g.idle)
	}()
}

// close lets no call in any more and waits until none runs or ctx ends: that is an ErrStuck which names those that run.
func (g *gate) close(ctx context.Context) error {
	g.mu.Lock()
	if !g.closing.Swap(true) {
		g.endIfIdle()
	}
	g.mu.Unlock()
	select {
	case <-g.idle:
		return nil
	case <-ctx.Done():
	}
	select {
	case <-g.idle:
		return nil
	default:
		return fmt.Errorf("%w: %v: %w", tiers.ErrStuck, g.what(), ctx.Err())
	}
}

// mostNamed is how many stuck calls an error names.
const mostNamed = 8

func (g *gate) what() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := slices.Sorted(maps.Values(g.running))
	if len(all) > mostNamed {
		all = append(all[:mostNamed], fmt.Sprintf("%d more", len(all)-mostNamed))
	}
	return all
}
