package tiers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// What workers do: everything here runs on their goroutines, several at a time, and touches nothing of the owner's.

// prober names the tier in the errors of probes.
type prober[K comparable] struct {
	tier    string
	backend Backend[K]
}

func (p prober[K]) Probe(ctx context.Context, keys []K, answer lookup.Answer) error {
	if err := p.backend.Probe(ctx, keys, answer); err != nil {
		return named(p.tier, "probe", "", err)
	}
	return nil
}

// test asks the storage for a sign of life.
func (s *Secondary[K, R]) test(ctx context.Context) error {
	if err := s.backend.Test(ctx); err != nil {
		return named(s.config.Name, "test", "", err)
	}
	return nil
}

// work is one load or store: what its workers need, and under what its end must be told.
type work[K, R comparable] struct {
	tier      *Secondary[K, R]
	direction Direction
	blocks    []Block[K]

	// The owner's.
	id          JobID
	request     lookup.Handle       // of a load
	generations []lookup.Generation // under which the load of each block was started
	outcomes    []Outcome
	err         error
	held        bool
}

// Move implements job.Mover.
func (w *work[K, R]) Move(ctx context.Context, _ job.ID, block int) (err error) {
	b := w.blocks[block]
	began := time.Now()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
		w.tier.busy[w.direction].Add(int64(time.Since(began)))
		if err != nil {
			err = named(w.tier.config.Name, w.direction.String(), PrintKey(b.Key), err)
		}
	}()
	slot := w.tier.memory.Slot(b.Slot)
	if w.direction == Load {
		return w.tier.backend.Load(ctx, b.Key, slot)
	}
	return w.tier.backend.Store(ctx, b.Key, slot)
}

// named is an error of an operation, in which what the storage could not know is filled in.
func named(tier, op, key string, err error) error {
	if known, bare := err.(*OpError); bare && known.Tier == "" {
		return &OpError{Tier: tier, Op: known.Op, Key: known.Key, Err: known.Err}
	}
	var known *OpError
	if errors.As(err, &known) && known.Tier == tier {
		return err
	}
	return &OpError{Tier: tier, Op: op, Key: key, Err: err}
}
