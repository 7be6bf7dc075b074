package lookuptest

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// The time that a stage knows. It passes only where an act says so.
const (
	Moment        = time.Second          // before each request's first ask of a key, so that one is late before another
	ProbeDeadline = time.Minute          // of a call; Down lets it pass
	MissAge       = 24 * time.Hour       // MissesAge lets it pass
	Deadline      = 365 * 24 * time.Hour // of an ask; DeadlinePasses lets what is left of it pass
)

// Workers is how many probes a script may send.
const Workers = 16

// A Stage is a manager, a prober that does as it is told, and names for what the manager gave out. It belongs to the
// goroutine of its script.
type Stage struct {
	t      *testing.T
	m      *lookup.Manager[string, string]
	now    time.Time
	down   bool // as the script wants it
	prober *prober
	idle   int     // workers without a call
	spare  []*call // held so that their workers are busy

	handles map[string]lookup.Handle // of requests that have begun
	since   map[ask]time.Time
	told    map[string]lookup.Entry // what the step last said of a key
	drawn   []lookup.Token          // by the script's keys, in order
	probes  map[started]*call
	loads   map[started]loading
}

// A started probe or load has a key and the generation under which it was started; a load also its request.
type started struct {
	request, key string
	generation   int
}

// An ask is that of a request for a key, since its first one.
type ask struct{ request, key string }

// loading is what a load carries until it ends.
type loading struct {
	handle     lookup.Handle
	generation lookup.Generation
}

// Replay runs a script on a manager of its own.
func Replay(t *testing.T, script func(*Stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		defer s.end()
		script(s)
	})
}

func newStage(t *testing.T) *Stage {
	s := &Stage{
		t: t, now: time.Now(), prober: &prober{}, idle: Workers,
		handles: map[string]lookup.Handle{}, since: map[ask]time.Time{}, told: map[string]lookup.Entry{},
		probes: map[started]*call{}, loads: map[started]loading{},
	}
	watch, err := health.New(s.now, health.Config{Bound: health.NoPlaces})
	if err != nil {
		t.Fatal(err)
	}
	m, err := lookup.New(s.prober, s.now, lookup.Config[string, string]{
		Deadline: Deadline, ProbeDeadline: ProbeDeadline, MissAge: MissAge, Workers: Workers, Batch: 1, Watch: watch,
		Observe: s.observe,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.m = m
	s.occupy()
	return s
}

// end lets all calls return and closes the manager.
func (s *Stage) end() {
	s.prober.finish()
	if err := s.m.Close(context.Background()); err != nil {
		s.t.Error(err)
	}
}

// pass lets time pass, and tells the manager.
func (s *Stage) pass(d time.Duration) {
	s.now = s.now.Add(d)
	s.m.Flush(s.now, 0)
}

// observe notes what the step says of the script's keys, and the generations that they draw.
func (s *Stage) observe(x *lookup.Step[string, string]) {
	if isSpare(x.Key) {
		return
	}
	s.told[x.Key] = x.Next
	if x.Drew {
		s.drawn = append(s.drawn, x.Next.Generation)
	}
}

// number is a generation as the specification counts it; 0 is none.
func (s *Stage) number(t lookup.Token) int {
	for i, d := range s.drawn {
		if d == t {
			return i + 1
		}
	}
	return 0
}

// handle is the handle of a request, which begins if it has not.
func (s *Stage) handle(request string) lookup.Handle {
	s.t.Helper()
	h, begun := s.handles[request]
	if begun {
		return h
	}
	h, err := s.m.Begin(request)
	if err != nil {
		s.t.Fatal(err)
	}
	s.handles[request] = h
	return h
}

// check ends the test where an answer is not the one that the specification gives.
func check[T comparable](s *Stage, got, want T, format string, args ...any) {
	s.t.Helper()
	if got != want {
		s.t.Fatalf("%s: %v, the specification says %v", fmt.Sprintf(format, args...), got, want)
	}
}
