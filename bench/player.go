package main

import (
	"context"
	"fmt"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A game is a part of a scheduler's life, with so many keys. Managers of several kinds play the same games, some of them
// in processes of their own, and say how many nanoseconds all times took together.
type game struct {
	name string
	keys int
}

func (g game) String() string { return fmt.Sprintf("%s of %d keys", g.name, g.keys) }

// A player plays in this process, with one scheduler for each game, which stays as the game left it.
type player struct{ schedulers map[game]*scheduler }

func newPlayer() *player { return &player{map[game]*scheduler{}} }

// play plays a game so many times.
func (p *player) play(g game, times int) (time.Duration, error) {
	s, err := p.scheduler(g)
	if err != nil {
		return 0, err
	}
	switch g.name {
	case "lookup":
		return s.lookups(times), nil
	case "cycle":
		return s.cycles(times), nil
	case "cleanup":
		return s.cleanups(times), nil
	case "mark":
		return s.marks(times), nil
	}
	return 0, fmt.Errorf("no game is called %q", g.name)
}

func (p *player) scheduler(g game) (*scheduler, error) {
	if s := p.schedulers[g]; s != nil {
		return s, nil
	}
	s, err := newScheduler(g.keys)
	if err == nil {
		p.schedulers[g] = s
	}
	return s, err
}

// contender is the player at one game. A game that cannot be played is a mistake of ours.
func (p *player) contender(g game) contender {
	return contender{name: "manager", took: func(n int) time.Duration {
		took, err := p.play(g, n)
		if err != nil {
			panic(err)
		}
		return took
	}}
}

func (p *player) close() {
	for _, s := range p.schedulers {
		s.close()
	}
}

// lookups are lookups of hits by one request, in order, as schedulers ask.
func (s *scheduler) lookups(times int) time.Duration {
	if s.held == (lookup.Handle{}) {
		s.held = s.resolve()
	}
	start := time.Now()
	for times > 0 {
		part := s.keys[s.at:min(s.at+times, len(s.keys))]
		s.ask(s.held, part, lookup.VerdictHit)
		times -= len(part)
		if s.at += len(part); s.at == len(s.keys) {
			s.at = 0
		}
	}
	return time.Since(start)
}

// cycles are whole lives: a request begins, asks for all keys, its probes go out and come back, it hears of all of them
// and ends.
func (s *scheduler) cycles(times int) time.Duration {
	start := time.Now()
	for range times {
		s.end(s.resolve())
	}
	return time.Since(start)
}

// cleanups are the ends of such lives alone.
func (s *scheduler) cleanups(times int) (took time.Duration) {
	for range times {
		h := s.resolve()
		start := time.Now()
		s.end(h)
		took += time.Since(start)
	}
	return took
}

// marks are the failures of a load of each key, which turn hits into misses.
func (s *scheduler) marks(times int) (took time.Duration) {
	for range times {
		h := s.resolve()
		s.load(h)
		start := time.Now()
		for i, key := range s.keys {
			if _, err := s.manager.MarkMiss(key, s.loads[i]); err != nil {
				panic(err)
			}
		}
		took += time.Since(start)
		s.ask(h, s.keys, lookup.VerdictMiss)
		s.end(h)
	}
	return took
}

// load starts the load of every key.
func (s *scheduler) load(h lookup.Handle) {
	s.loads = s.loads[:0]
	for _, key := range s.keys {
		g, started, err := s.manager.Load(h, key)
		if err != nil || !started {
			panic(fmt.Sprint("load: ", started, err))
		}
		s.loads = append(s.loads, g)
	}
}

// close ends what the scheduler began.
func (s *scheduler) close() {
	if err := s.manager.Close(context.Background()); err != nil {
		panic(err)
	}
}
