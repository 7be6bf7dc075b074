package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A scheduler is what a manager works for. What fails in it is a mistake of ours, and panics.
type scheduler struct {
	manager *lookup.Manager[blockKey, uint64]
	keys    []blockKey
	now     time.Time
	begun   uint64
	held    lookup.Handle // of the request whose hits are looked up
	at      int           // the key that it asks for next
	loads   []lookup.Generation
}

func newScheduler(n int) (*scheduler, error) {
	s := &scheduler{keys: blockKeys(n), now: time.Now()}
	found := lookup.ProberFunc[blockKey](func(_ context.Context, keys []blockKey, answer lookup.Answer) error {
		answer.PostAll(allHits[:len(keys)])
		return nil
	})
	var err error
	s.manager, err = lookup.New(found, s.now, lookup.Config[blockKey, uint64]{UnderWay: 1 << 17, Workers: 2})
	return s, err
}

// allHits is what the prober finds. Like that of the manager in Python it answers a batch at once.
var allHits = slices.Repeat([]lookup.Verdict{lookup.VerdictHit}, lookup.DefaultBatch)

// resolve begins a request and asks until it has heard that all keys are there.
func (s *scheduler) resolve() lookup.Handle {
	h := s.begin()
	s.find(h, s.keys)
	return h
}

func (s *scheduler) begin() lookup.Handle {
	s.begun++
	h, err := s.manager.Begin(s.begun)
	if err != nil {
		panic(err)
	}
	return h
}

// find asks for keys that nobody has asked for, until they are hits.
func (s *scheduler) find(h lookup.Handle, keys []blockKey) {
	s.ask(h, keys, lookup.VerdictRetry)
	for asked, heard := 0, 0; heard < len(keys); {
		asked += s.manager.Flush(s.now, len(keys))
		if heard < asked {
			<-s.manager.Wake()
		}
		heard += s.manager.Drain(len(keys))
	}
	s.ask(h, keys, lookup.VerdictHit)
}

// ask asks for each key and insists on a verdict.
func (s *scheduler) ask(h lookup.Handle, keys []blockKey, want lookup.Verdict) {
	for _, key := range keys {
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

// A naiveScheduler is the same for a naive manager.
type naiveScheduler struct {
	manager *naive
	keys    []blockKey
	begun   uint64
}

func newNaiveScheduler(keys []blockKey) *naiveScheduler {
	return &naiveScheduler{manager: newNaive(), keys: keys}
}

func (s *naiveScheduler) resolve() {
	s.begun++
	for _, key := range s.keys {
		s.lookup(key, handRetry)
	}
	for sent, heard := s.manager.flush(), 0; heard < sent; {
		<-s.manager.wake
		heard += s.manager.drain()
	}
	for _, key := range s.keys {
		s.lookup(key, handYes)
	}
}

func (s *naiveScheduler) lookup(key blockKey, want handReply) {
	if v := s.manager.lookup(s.begun, key); v != want {
		panic(fmt.Sprintf("naive lookup: %v; want %v", v, want))
	}
}
