package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A tier is our storage behind the machines that a scheduler talks to: lookups, jobs, and the watch over stuck calls.
type tier struct {
	*files
	scheduled *tiers.Secondary[blockKey, uint64]
	request   lookup.Handle // that asked for the blocks that are loaded
}

// ourTier is the way of the whole tier.
func ourTier(busy bool) way {
	return way{"tier", func(m medium, dir string) (mover, error) { return openTier(m, dir, busy) }}
}

func openTier(m medium, dir string, busy bool) (*tier, error) {
	f, err := openFiles(m, dir, busy)
	if err != nil {
		return nil, err
	}
	s, err := tiers.New(f.blocks, f.memory, time.Now(), tiers.Config[blockKey, uint64]{
		Jobs:    job.Config{Workers: m.threads},
		Lookups: lookup.Config[blockKey, uint64]{Workers: m.threads, Deadline: answerTime},
	})
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return &tier{files: f, scheduled: s}, nil
}

// A job moves some blocks, and so many jobs share the slots.
const (
	jobBlocks  = 16
	jobsAtOnce = slotsFor / jobBlocks
)

// stepBudget is how many answers, probes and changes a step takes at a time.
const stepBudget = 1024

func (t *tier) store() (float64, error) { return t.move(t.scheduled.SubmitStore) }

// load also looks the blocks up, before the time begins: only what is a hit of a request may be loaded.
func (t *tier) load() (float64, error) {
	if _, err := t.probe(t.keys); err != nil {
		return 0, err
	}
	return t.move(func(blocks []tiers.Block[blockKey]) (tiers.JobID, error) {
		return t.scheduled.SubmitLoad(t.request, blocks)
	})
}

// move submits jobs as slots come free, until all blocks have arrived.
func (t *tier) move(submit func([]tiers.Block[blockKey]) (tiers.JobID, error)) (float64, error) {
	start := time.Now()
	free := []int{0, 1, 2, 3}[:jobsAtOnce] // which part of the slots
	var results []tiers.Result[blockKey]
	for next, arrived := 0, 0; arrived < len(t.keys); {
		for ; len(free) > 0 && next < len(t.keys); free = free[1:] {
			blocks := t.job(next, free[0])
			if _, err := submit(blocks); err != nil {
				return 0, err
			}
			next += len(blocks)
		}
		if err := t.step(); err != nil {
			return 0, err
		}
		results = t.scheduled.Poll(results[:0])
		for _, r := range results {
			if r.Err != nil {
				return 0, r.Err
			}
			arrived += len(r.Blocks)
			free = append(free, r.Blocks[0].Slot/jobBlocks)
		}
	}
	return time.Since(start).Seconds(), nil
}

// job is the next blocks, in one part of the slots.
func (t *tier) job(next, part int) []tiers.Block[blockKey] {
	var blocks []tiers.Block[blockKey]
	for i, key := range t.keys[next:min(next+jobBlocks, len(t.keys))] {
		blocks = append(blocks, tiers.Block[blockKey]{Key: key, Slot: part*jobBlocks + i})
	}
	return blocks
}

// step ends a step and begins the next one, when something has happened; a busy scheduler computes meanwhile.
func (t *tier) step() error {
	for t.scheduled.EndStep(time.Now(), stepBudget) {
	}
	late := time.NewTimer(answerTime)
	defer late.Stop()
	for waiting := true; waiting; {
		if t.busy {
			compute()
			select {
			case <-t.scheduled.Wake():
				waiting = false
			case <-late.C:
				return fmt.Errorf("the tier did not wake in %v", answerTime)
			default:
			}
			continue
		}
		select {
		case <-t.scheduled.Wake():
			waiting = false
		case <-late.C:
			return fmt.Errorf("the tier did not wake in %v", answerTime)
		}
	}
	for t.scheduled.BeginStep(time.Now(), stepBudget) {
	}
	return nil
}

// probe lets a request ask for keys until it has heard of each whether it is there. The seconds that took.
func (t *tier) probe(keys []blockKey) (seconds float64, err error) {
	if t.request, err = t.scheduled.Begin(1); err != nil {
		return 0, err
	}
	start := time.Now()
	for {
		known := 0
		for _, key := range keys {
			v, err := t.scheduled.Lookup(t.request, key)
			if err != nil {
				return 0, err
			}
			if v != lookup.VerdictRetry {
				known++
			}
		}
		if known == len(keys) {
			return time.Since(start).Seconds(), nil
		}
		if err := t.step(); err != nil {
			return 0, err
		}
	}
}

func (t *tier) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	return errors.Join(t.scheduled.Shutdown(ctx), t.memory.Close(ctx, nil))
}
