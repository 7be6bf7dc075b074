package lookuptest

import (
	"context"
	"maps"
	"testing/synctest"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
)

// Ask has a request, which begins if it has not, ask for a key, and hear the verdict.
func (s *Stage) Ask(request, key string, hears lookup.Verdict) {
	s.t.Helper()
	if a := (ask{request, key}); s.since[a].IsZero() {
		s.pass(Moment)
		s.since[a] = s.now
	}
	s.arranged()
	v, _, err := s.m.Lookup(s.handle(request), key)
	if err != nil {
		s.t.Fatal(err)
	}
	check(s, v, hears, "%s asks for %s", request, key)
}

// Flush ends a step that sends one probe at most: the one that was asked for first, of this key and generation.
func (s *Stage) Flush(key string, generation int, sends bool) {
	s.t.Helper()
	n := len(s.prober.begun(0))
	sent := s.m.Flush(s.now, 1) == 1
	check(s, sent, sends, "the probe of %s under generation %d is sent", key, generation)
	if !sent {
		return
	}
	s.free()
	synctest.Wait()
	calls := s.prober.begun(n)
	if len(calls) != 1 || calls[0].keys[0] != key {
		s.t.Fatalf("the probe of %s under generation %d does not begin", key, generation)
	}
	s.idle--
	s.probes[started{key: key, generation: generation}] = calls[0]
}

// Answer has a probe tell what it found, and drains that.
func (s *Stage) Answer(key string, generation int, found bool) {
	s.t.Helper()
	v := lookup.VerdictMiss
	if found {
		v = lookup.VerdictHit
	}
	s.drain(key, generation, v)
}

// Fail has a probe fail, and drains that.
func (s *Stage) Fail(key string, generation int) {
	s.t.Helper()
	s.drain(key, generation, lookup.VerdictRetry)
}

func (s *Stage) drain(key string, generation int, v lookup.Verdict) {
	s.t.Helper()
	c := s.probes[started{key: key, generation: generation}]
	if c == nil {
		s.t.Fatalf("no probe of %s under generation %d was sent", key, generation)
	}
	c.answer.Post(0, v)
	check(s, s.m.Drain(1), 1, "answers drained")
}

// DeadlinePasses lets the deadline of a request's ask for a key pass, and of all asks before it.
func (s *Stage) DeadlinePasses(request, key string) {
	s.pass(max(s.since[ask{request, key}].Add(Deadline).Sub(s.now), 0))
}

// MissesAge lets so much time pass that every miss is old.
func (s *Stage) MissesAge() { s.pass(MissAge) }

// Load has a request load a key that it heard hit for, under the generation; 0: no load may start.
func (s *Stage) Load(request, key string, generation int) {
	s.t.Helper()
	h := s.handle(request)
	g, begun, err := s.m.Load(h, key)
	if err != nil {
		s.t.Fatal(err)
	}
	check(s, begun, generation > 0, "the load of %s for %s starts", key, request)
	if begun {
		check(s, s.number(g.Token()), generation, "its generation is")
		s.loads[started{request, key, generation}] = loading{h, g}
	}
}

// Loaded ends a load well.
func (s *Stage) Loaded(request, key string, generation int) {
	s.t.Helper()
	l := s.load(request, key, generation)
	if h, begun := s.handles[request]; begun && h == l.handle {
		if err := s.m.Loaded(h, key, l.generation); err != nil {
			s.t.Fatal(err)
		}
	}
}

// LoadFails ends a load badly, whether its request still lives or not.
func (s *Stage) LoadFails(request, key string, generation int) {
	s.t.Helper()
	if _, err := s.m.MarkMiss(key, s.load(request, key, generation).generation); err != nil {
		s.t.Fatal(err)
	}
}

func (s *Stage) load(request, key string, generation int) loading {
	s.t.Helper()
	l, begun := s.loads[started{request, key, generation}]
	if !begun {
		s.t.Fatalf("%s has started no load of %s under generation %d", request, key, generation)
	}
	return l
}

// Stored tells that a store of the key has completed.
func (s *Stage) Stored(key string) { s.m.Stored(key) }

// Deleted tells that the key was deleted.
func (s *Stage) Deleted(key string) { s.m.Deleted(key) }

// End ends a request; it may begin again, as another one.
func (s *Stage) End(request string) {
	s.t.Helper()
	h, begun := s.handles[request]
	if !begun {
		return
	}
	delete(s.handles, request)
	maps.DeleteFunc(s.since, func(a ask, _ time.Time) bool { return a.request == request })
	if err := s.m.Cleanup(h); err != nil {
		s.t.Fatal(err)
	}
}

// Close shuts the manager down. Calls that run go on.
func (s *Stage) Close() {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_ = s.m.Close(ended) // names the calls that run
}
