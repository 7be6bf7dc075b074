package primary

import (
	"context"

	"github.com/genlock-go/genlock/statemachine/block"
)

// Close takes all keys off their slots and gives the memory back once no slot is in use. While some are it calls wait, which
// waits until copies have ended and tells Land and Unpin so; it returns an error if there is nothing left to wait for. A nil
// wait waits for nothing. When ctx has ended, or wait returned an error, the memory stays mapped for the copies that still run
// on it, and the error is an *InUseError that names their slots. Close may be called again.
func (p *Pool[K]) Close(ctx context.Context, wait func(context.Context) error) error {
	if !p.closed {
		p.closed = true
		p.Reset()
	}
	var cause error
	for p.stats.Draining > 0 && wait != nil && cause == nil {
		if cause = ctx.Err(); cause == nil {
			cause = wait(ctx)
		}
	}
	if p.stats.Draining > 0 {
		return &InUseError{p.inUse(), cause}
	}
	if m := p.memory.Swap(nil); m != nil {
		return m.unmap()
	}
	return nil
}

func (p *Pool[K]) inUse() (slots []int) {
	for slot := range p.records {
		if p.records[slot].Phase == block.Draining {
			slots = append(slots, slot)
		}
	}
	return slots
}
