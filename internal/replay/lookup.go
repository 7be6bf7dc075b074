package replay

import (
	"errors"
	"fmt"
	"go/format"
	"strconv"
	"strings"
	"time"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// ErrNoManager is the error of a behaviour that no manager has: what is wrong there is outside of it.
var ErrNoManager = errors.New("replay: no manager behaves so")

// Lookup writes a test of that name, in that package, which replays a counterexample of the lookup on its manager. It
// fails with an error that wraps ErrNoManager where the behaviour has an act that the manager keeps away from its step.
func Lookup(pkg, test string, t *model.Trace) ([]byte, error) {
	run, newcomer, err := newRun(t.Instance)
	if err != nil {
		return nil, err
	}
	s := &script{run: run, newcomer: newcomer, asks: map[holding]time.Duration{}, expired: map[holding]bool{}, since: map[string]time.Duration{}}
	for _, step := range t.Steps[1:] {
		act, known := acts[step.Action]
		if !known {
			return nil, fmt.Errorf("%w: %s", ErrNoManager, step.Label)
		}
		s.note("%s", step.Label)
		if !act(s, values(step.Params)) {
			s.note("Here the right specification goes another way.")
			break
		}
	}
	s.aftermath()
	return s.file(pkg, test, t)
}

func values(params []model.Binding) args {
	v := args{}
	for _, p := range params {
		v[p.Name] = p.Value
	}
	return v
}

// A script is the test as it is written. It knows what the stage's clock says, and so what a manager does by itself.
type script struct {
	*run
	newcomer string
	lines    []string
	down     bool // the tier is, until a probe is sent
	wants    bool // what the stage was told last: down, or up

	now     time.Duration
	asks    map[holding]time.Duration // when a request first asked
	expired map[holding]bool          // its deadline was looked at
	since   map[string]time.Duration  // when the phase of a key began
}

// The time of a stage, as package lookuptest has it.
const (
	moment        = time.Second
	probeDeadline = time.Minute
	missAge       = 24 * time.Hour
	deadline      = 365 * 24 * time.Hour
)

type holding struct{ request, key string }

func (s *script) line(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

func (s *script) note(format string, args ...any) {
	s.lines = append(s.lines, "", "// "+fmt.Sprintf(format, args...))
}

// take follows an action, and notes when phases begin.
func (s *script) take(action string, v args) bool {
	if !s.run.take(action, v) {
		return false
	}
	for _, c := range s.last.Changes {
		if c.Part == "phase" {
			s.since[strings.TrimSuffix(strings.TrimPrefix(c.At, "entry["), "]")] = s.now
		}
	}
	return true
}

// late reports whether the deadline of an ask has passed and was not yet looked at.
func (s *script) late(h holding) bool { return s.now-s.asks[h] >= deadline && !s.expired[h] }

// old reports whether a key was missed so long ago that a newcomer looks again.
func (s *script) old(key string) bool {
	return s.phase(key) == string(lookupspec.Miss) && s.now-s.since[key] >= missAge
}

// keys are all there are, in order.
func (s *script) keys() []string { return s.names("Key") }

func (s *script) names(sort string) []string {
	var names []string
	for i := range s.model.Instance.Sizes[sort] {
		names = append(names, fmt.Sprint(strings.ToLower(sort), i+1))
	}
	return names
}

func (s *script) shut() bool { return s.phase(s.keys()[0]) == string(lookupspec.Closed) }

// state says what the manager must hold now.
func (s *script) state() {
	list := []string{fmt.Sprint(len(s.asked)), fmt.Sprint(len(s.sent))}
	if s.shut() {
		list = append(list, `"every key is Closed"`)
	}
	for _, key := range s.keys() {
		if p := s.phase(key); p != string(lookupspec.Absent) && p != string(lookupspec.Closed) {
			list = append(list, fmt.Sprintf("%q", fmt.Sprintf("%s: %s, generation %s, %d holders", key, p, s.generation(key), len(s.holders(key)))))
		}
	}
	s.line("s.State(%s)", strings.Join(list, ", "))
}

// aftermath asks what everybody hears, ends all requests, and shuts down: what a wrong step has hidden shows itself.
func (s *script) aftermath() {
	s.note("What everybody hears then.")
	for _, key := range s.keys() {
		for _, request := range s.holders(key) {
			s.askAsBefore(holding{request, key})
			s.promote(args{"request": request, "key": key})
		}
		s.ask(args{"request": s.newcomer, "key": key, "down": "false"})
	}
	if !s.shut() {
		s.note("A store is told; who has an answer keeps it, however late.")
		for _, key := range s.keys() {
			s.storeAgain(key)
		}
	}
	s.note("All requests end.")
	for _, request := range s.names("Request") {
		s.finish(args{"request": request})
	}
	s.flushAll()
	if !s.shut() {
		s.note("A newcomer finds the tier down.")
		s.newcomerAsks(true)
		s.finish(args{"request": s.newcomer})
		s.note("Another asks once it is up; shutdown, while its probe runs.")
		s.newcomerAsks(false)
		s.flushAll()
		s.shutdown(nil)
	}
	s.newcomerAsks(false)
}

func (s *script) newcomerAsks(down bool) {
	s.ask(args{"request": s.newcomer, "key": s.keys()[0], "down": strconv.FormatBool(down)})
}

// storeAgain has a store of the key told after all that is untold yet, and every holder ask late.
func (s *script) storeAgain(key string) {
	stored, deleted := args{"key": key, "there": "true"}, args{"key": key, "there": "false"}
	for s.tellStored(stored) || s.tellDeleted(deleted) {
	}
	s.take("Lose", stored)
	s.take("Store", stored)
	s.tellStored(stored)
	for _, request := range s.holders(key) {
		s.deadlinePasses(args{"request": request, "key": key})
		s.promote(args{"request": request, "key": key})
	}
}

func (s *script) file(pkg, test string, t *model.Trace) ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"testing\"\n\n", pkg)
	for _, path := range []string{"statemachine/lookup", "statemachine/lookup/lookuptest"} {
		fmt.Fprintf(&b, "\t\"github.com/genlock-go/genlock/%s\"\n", path)
	}
	fmt.Fprintf(&b, ")\n\n// %s replays a behaviour that breaks %s: %s\n", test, t.Breaks, t.Doc)
	fmt.Fprintf(&b, "// Each act says what the specification answers in its place; genlock check -trace go wrote it.\n")
	fmt.Fprintf(&b, "func %s(t *testing.T) {\n\tlookuptest.Replay(t, func(s *lookuptest.Stage) {\n", test)
	b.WriteString(strings.TrimPrefix(strings.Join(s.lines, "\n"), "\n"))
	b.WriteString("\n")
	b.WriteString("\t})\n}\n")
	return format.Source([]byte(b.String()))
}
