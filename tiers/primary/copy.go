package primary

import (
	"fmt"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
)

// Send says that the load of a promised slot is sent: from now on a copy may run on it.
func (p *Pool[K]) Send(ref Ref) error {
	slot, err := p.slot(ref, "send")
	if err != nil {
		return err
	}
	return p.meet(slot, block.OnSend(p.records[slot].Entry))
}

// Cancel takes back a promise that was not sent. It reports whether it did: what was sent is freed by the end of its copy,
// and a promise that a reset took back is there no more.
func (p *Pool[K]) Cancel(ref Ref) bool {
	e, used := p.Entry(ref)
	if !used {
		return false
	}
	r := block.OnCancel(e)
	p.settle(ref.slot, r)
	return r.Outcome() == statemachine.Apply
}

// Land says that the copy which filled the slot has really ended. If all bytes arrived, and the key was not taken off the
// slot meanwhile, the block is readable and has this many pins at once: one for each request that waits for it, one for
// each tier that it is copied to. Else nobody has a pin. It reports which.
func (p *Pool[K]) Land(ref Ref, arrived bool, users int) (readable bool, err error) {
	slot, err := p.slot(ref, "landing")
	if err != nil {
		return false, err
	}
	if users < 0 || users > MaxUsers {
		return false, fmt.Errorf("%w: %d of %v are not within 0 and %d", ErrUsers, users, ref, MaxUsers)
	}
	r := block.OnLand(p.records[slot].Entry, arrived, int32(users))
	if err := p.meet(slot, r); err != nil {
		return false, err
	}
	return r.Next.Phase == block.Ready, nil
}

// Unpin lets a pin go: a hit that is not read any more, or a copy from the slot that has really ended.
func (p *Pool[K]) Unpin(ref Ref) error {
	slot, err := p.slot(ref, "unpin")
	if err != nil {
		return err
	}
	return p.meet(slot, block.OnUnpin(p.records[slot].Entry))
}
