package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// managerBars measures a manager whose prober answers at once: what is left is the manager and the way to its workers
// and back.
func managerBars(r run) ([]Bar, error) {
	var bars []Bar
	for _, n := range []int{64, 4096, 65536} {
		b, err := lookupBars(r, n)
		if err != nil {
			return nil, err
		}
		bars = append(bars, b...)
	}
	for _, n := range []int{1, 64, 4096} {
		b, err := cycleBars(r, n)
		if err != nil {
			return nil, err
		}
		bars = append(bars, b...)
	}
	return bars, nil
}

// lookupBars is one lookup of a hit by a request that holds n keys and asks for them in order, as schedulers do.
func lookupBars(r run, n int) ([]Bar, error) {
	s, err := newScheduler(n)
	if err != nil {
		return nil, err
	}
	defer s.close()
	h := s.resolve()
	next := 0
	ask := func() {
		if v, _, err := s.manager.Lookup(h, s.keys[next]); err != nil || v != lookup.VerdictHit {
			panic(fmt.Sprintf("lookup: %v, %v", v, err))
		}
		if next++; next == n {
			next = 0
		}
	}
	ns := race(r.rounds(), contender{"lookup", func(ops int) {
		for range ops {
			ask()
		}
	}})
	name := fmt.Sprintf("manager: resolved lookup, %d keys", n)
	return []Bar{figureOnly(name+" (ns)", ns[0]), atMost(name+", allocations", allocs(ask), 0)}, nil
}

// cycleBars is a whole life: a request begins, asks for n keys, its probes go out and come back, it hears of all of them
// and ends.
func cycleBars(r run, n int) ([]Bar, error) {
	s, err := newScheduler(n)
	if err != nil {
		return nil, err
	}
	defer s.close()
	cleanup := math.Inf(1)
	cycle := func() {
		h := s.resolve()
		start := time.Now()
		s.end(h)
		cleanup = min(cleanup, time.Since(start).Seconds())
	}
	ns := race(r.rounds(), contender{"cycle", func(ops int) {
		for range ops {
			cycle()
		}
	}})
	name := fmt.Sprintf("manager: cycle of %d keys", n)
	bars := []Bar{figureOnly(name+" (us)", ns[0]/1e3), atMost(name+", allocations", allocs(cycle), 0)}
	if n == 4096 {
		bars = append(bars, figureOnly("manager: cleanup of 4096 keys (us)", cleanup*1e6))
	}
	return bars, nil
}

// A block is named by a hash.
type blockKey [16]byte

// A scheduler is what a manager works for. What fails in it is a mistake of ours, and panics.
type scheduler struct {
	manager *lookup.Manager[blockKey, uint64]
	keys    []blockKey
	now     time.Time
	begun   uint64
}

func newScheduler(n int) (*scheduler, error) {
	s := &scheduler{keys: make([]blockKey, n), now: time.Now()}
	for i := range s.keys {
		binary.LittleEndian.PutUint64(s.keys[i][:], uint64(i)*0x9e3779b97f4a7c15)
	}
	found := lookup.ProberFunc[blockKey](func(_ context.Context, keys []blockKey, answer lookup.Answer) error {
		for i := range keys {
			answer.Post(i, lookup.VerdictHit)
		}
		return nil
	})
	var err error
	s.manager, err = lookup.New(found, s.now, lookup.Config[blockKey, uint64]{UnderWay: 1 << 17, Workers: 2})
	return s, err
}

// resolve begins a request and asks until it has heard that all keys are there.
func (s *scheduler) resolve() lookup.Handle {
	s.begun++
	h, err := s.manager.Begin(s.begun)
	if err != nil {
		panic(err)
	}
	s.expect(h, lookup.VerdictRetry)
	for asked, heard := 0, 0; heard < len(s.keys); {
		asked += s.manager.Flush(s.now, len(s.keys))
		if heard < asked {
			<-s.manager.Wake()
		}
		heard += s.manager.Drain(len(s.keys))
	}
	s.expect(h, lookup.VerdictHit)
	return h
}

func (s *scheduler) expect(h lookup.Handle, want lookup.Verdict) {
	for _, key := range s.keys {
		if v, _, err := s.manager.Lookup(h, key); err != nil || v != want {
			panic(fmt.Sprintf("lookup: %v, %v; want %v", v, err, want))
		}
	}
}

func (s *scheduler) end(h lookup.Handle) {
	if err := s.manager.Cleanup(h); err != nil {
		panic(err)
	}
}

func (s *scheduler) close() {
	if err := s.manager.Close(context.Background()); err != nil {
		panic(err)
	}
}
