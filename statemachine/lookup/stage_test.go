package lookup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A stage is where a conversation is held: one manager, a prober that does as it is told, and names for what the
// manager gave out.
type stage struct {
	t           *testing.T
	m           *lookup.Manager[string, string]
	watch       *health.Watch
	out         io.Writer // of the command that runs
	now         time.Time
	prober      *scripted
	handles     map[string]lookup.Handle
	generations map[string]lookup.Generation
}

func newStage(t *testing.T) *stage {
	return &stage{
		t:           t,
		now:         time.Now(),
		prober:      &scripted{},
		handles:     map[string]lookup.Handle{},
		generations: map[string]lookup.Generation{"0": {}},
	}
}

// end closes the manager, and fails if one of its goroutines stays.
func (s *stage) end() {
	if s.m == nil {
		return
	}
	s.prober.returnAll()
	require.NoError(s.t, s.m.Close(context.Background()))
	require.NoError(s.t, s.watch.Close(context.Background()))
}

// A line is one command: words, and options of the form name=value.
type line struct {
	words   []string
	options map[string]string
}

func parseLine(text string) line {
	l := line{options: map[string]string{}}
	for _, word := range strings.Fields(text) {
		if name, value, found := strings.Cut(word, "="); found {
			l.options[name] = value
			continue
		}
		l.words = append(l.words, word)
	}
	return l
}

func (l line) number(name string, unless int) int {
	if n, err := strconv.Atoi(l.options[name]); err == nil {
		return n
	}
	return unless
}

func (l line) duration(name string, unless time.Duration) time.Duration {
	if d, err := time.ParseDuration(l.options[name]); err == nil {
		return d
	}
	return unless
}

// run runs one command. Everything that happens is written out: first each event that an entry met, then the answer.
func (s *stage) run(out *bytes.Buffer, text string) {
	s.out = out
	l := parseLine(text)
	require.NotEmpty(s.t, l.words, "an empty command")
	if l.words[0] != "new" && s.m == nil {
		s.open(line{})
	}
	command := commands[l.words[0]]
	require.NotNil(s.t, command, "no command %q", text)
	command(s, line{l.words[1:], l.options})
	synctest.Wait()
	s.prober.tell(out)
}

func (s *stage) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// fail says the error, if there is one.
func (s *stage) fail(err error) bool {
	if err != nil {
		s.say("error: %v", err)
	}
	return err != nil
}

var commands = map[string]func(s *stage, l line){
	"new":      (*stage).open,
	"begin":    (*stage).begin,
	"cleanup":  func(s *stage, l line) { s.fail(s.m.Cleanup(s.handle(l.words[0]))) },
	"lookup":   (*stage).lookup,
	"prefix":   (*stage).prefix,
	"flush":    (*stage).flush,
	"drain":    func(s *stage, l line) { s.say("drained %d", s.m.Drain(l.number("budget", math.MaxInt))) },
	"load":     (*stage).load,
	"loaded":   func(s *stage, l line) { s.fail(s.m.Loaded(s.handle(l.words[0]), l.words[1], s.generation(l.words[2]))) },
	"markmiss": (*stage).markMiss,
	"stored":   func(s *stage, l line) { s.m.Stored(l.words[0]) },
	"deleted":  func(s *stage, l line) { s.m.Deleted(l.words[0]) },
	"close":    (*stage).close,
	"state":    func(s *stage, l line) { require.NoError(s.t, s.m.DumpState(s.out)) },
	"stats":    (*stage).stats,
	"asks":     (*stage).asks,
	"answer":   func(s *stage, l line) { s.prober.answer(s.t, l.words) },
	"together": func(s *stage, l line) { s.prober.together(s.t, l.words) },
	"ready":    (*stage).ready,
	"test":     func(s *stage, l line) { s.prober.test(s.t, l.words) },
	"return":   func(s *stage, l line) { s.prober.give(s.t, l.words) },
}

// open makes the manager that the other commands speak to.
func (s *stage) open(l line) {
	m, err := lookup.New(s.prober, s.now, lookup.Config[string, string]{
		Watch:         s.watched(l),
		Workers:       l.number("workers", 2),
		Batch:         l.number("batch", 0),
		Queue:         l.number("queue", 0),
		UnderWay:      l.number("underway", 0),
		Deadline:      l.duration("deadline", 0),
		ProbeDeadline: l.duration("probedeadline", 0),
		MissAge:       l.duration("missage", 0),
		Observe:       s.observe,
	})
	require.NoError(s.t, err)
	s.m = m
}

// watched is the watch that bounds the manager's calls; without the option places no call is replaced.
func (s *stage) watched(l line) *health.Watch {
	w, err := health.New(s.now, health.Config{
		Bound:        l.number("places", health.NoPlaces),
		TestEvery:    l.duration("testevery", 0),
		TestDeadline: l.duration("testdeadline", 0),
		Test:         s.prober.Test,
	})
	require.NoError(s.t, err)
	s.watch = w
	return w
}

// ready says whether the tier serves.
func (s *stage) ready(line) {
	if !s.fail(s.m.Ready()) {
		s.say("ready")
	}
}

// observe writes one event that an entry met: the key, what the table says, and the generation if that is new.
func (s *stage) observe(x *lookup.Step[string, string]) {
	fresh := ""
	if x.Drew {
		fresh = fmt.Sprintf(", generation %d", x.Next.Generation)
	}
	s.say("  %s: %v%s", x.Key, x.Transition(), fresh)
}

// begin begins a request; its handle's name is its id, unless another is given.
func (s *stage) begin(l line) {
	for _, name := range l.words {
		id := name
		if l.options["id"] != "" {
			id = l.options["id"]
		}
		h, err := s.m.Begin(id)
		if !s.fail(err) {
			s.handles[name] = h
		}
	}
}

func (s *stage) handle(name string) lookup.Handle { return s.handles[name] }

// generation is one that was handed out, by its number.
func (s *stage) generation(name string) lookup.Generation {
	g, known := s.generations[name]
	require.True(s.t, known, "generation %s was not handed out", name)
	return g
}

func (s *stage) remember(g lookup.Generation) lookup.Generation {
	s.generations[fmt.Sprint(g.Token())] = g
	return g
}

func (s *stage) lookup(l line) {
	for _, key := range l.words[1:] {
		v, g, err := s.m.Lookup(s.handle(l.words[0]), key)
		if s.fail(err) {
			continue
		}
		if g == (lookup.Generation{}) {
			s.say("%s hears of %s: %v", l.words[0], key, v)
			continue
		}
		s.say("%s hears of %s: %v, %v", l.words[0], key, v, s.remember(g))
	}
}

func (s *stage) prefix(l line) {
	verdicts, err := s.m.LookupPrefix(s.handle(l.words[0]), l.words[1:], nil)
	s.fail(err)
	s.say("%s hears: %v", l.words[0], verdicts)
}

// flush ends a step; the next one is later by the option after.
func (s *stage) flush(l line) {
	s.now = s.now.Add(l.duration("after", 0))
	s.watch.Step(s.now)
	s.say("sent %d", s.m.Flush(s.now, l.number("budget", math.MaxInt)))
}

func (s *stage) load(l line) {
	g, started, err := s.m.Load(s.handle(l.words[0]), l.words[1])
	switch {
	case s.fail(err):
	case started:
		s.say("started under %v", s.remember(g))
	default:
		s.say("not started")
	}
}

func (s *stage) markMiss(l line) {
	_, err := s.m.MarkMiss(l.words[0], s.generation(l.words[1]))
	s.fail(err)
}

func (s *stage) close(l line) {
	ctx, cancel := context.WithTimeout(context.Background(), l.duration("within", time.Second))
	defer cancel()
	began := time.Now()
	err := s.m.Close(ctx)
	s.say("closed after %v", time.Since(began))
	var stuck *lookup.StuckError
	if errors.As(err, &stuck) {
		for _, c := range stuck.Calls {
			s.say("stuck: %d keys from %s on, for %v", c.Keys, c.First, c.For)
		}
		return
	}
	s.fail(err)
}

// asks writes what requests heard so far, as far as there was any of it.
func (s *stage) asks(line) {
	x := s.m.Stats().Asks
	s.say("%d hits, %d misses, %d retries, %d answered at once", x.Hits, x.Misses, x.Retries, x.AtOnce)
	for i, n := range x.Delays.Counts {
		if n > 0 {
			s.say("waited up to %v: %d", lookup.DelayBound(i), n)
		}
	}
	if x.Refused != (lookup.Refused{}) {
		s.say("refused: %+v", x.Refused)
	}
}

// stats writes the counters that are not zero.
func (s *stage) stats(line) {
	x := s.m.Stats()
	for _, c := range []struct {
		name string
		n    uint64
	}{
		{"requests", uint64(x.Requests)}, {"keys", uint64(x.Keys)}, {"gathered", uint64(x.Gathered)},
		{"under way", uint64(x.UnderWay)}, {"stuck", uint64(x.Stuck)}, {"rejected", x.Rejected},
		{"unknown handles", x.UnknownHandles}, {"unknown generations", x.UnknownGenerations},
		{"failed", x.Probes.Failed}, {"errors", x.Probes.Errors}, {"panics", x.Probes.Panics},
		{"short", x.Probes.Short}, {"second", x.Probes.Second}, {"out of range", x.Probes.OutOfRange},
		{"late", x.Probes.Late}, {"not made", x.Probes.Unmade},
	} {
		if c.n != 0 {
			s.say("%s: %d", c.name, c.n)
		}
	}
	if x.Down {
		s.say("down")
	}
	if x.Probes.Last != nil {
		s.say("last: %v", x.Probes.Last)
	}
}
