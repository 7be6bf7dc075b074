package lookup

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// A reference is a manager written down as plainly as can be: what an event does to an entry the model says, holders and
// marks are sets, messages are lists. It shares nothing with the manager but the spec.
type reference struct {
	model    *model.Model
	entries  map[string]*referenceEntry
	tokens   int // drawn so far
	closed   bool
	down     bool
	now      int64
	asked    []message
	answered []message
	events   []happened // in the call that runs
}

type referenceEntry struct {
	model.Entry
	since    int64
	deadline [requests]int64
	started  int // the token under which the last load was started
}

// A message is a probe or its answer.
type message struct {
	key     string
	token   int
	verdict Verdict
}

// Places of the fields in a model.Entry.
const (
	fieldGeneration = iota
	fieldHolders
	fieldRefused
	fieldLoaders
)

const (
	requests = 4   // at a time
	tokens   = 200 // in one run
)

// newModel compiles the lookup for one key: an event touches no other.
func newModel(tb testing.TB) *model.Model {
	sys, err := spec.Resolve(lookupspec.System)
	require.NoError(tb, err)
	m, err := model.Compile(sys, &ast.Instance{
		Name: "reference", Sizes: map[string]int{"Key": 1, "Request": requests}, Tokens: tokens})
	require.NoError(tb, err)
	return m
}

func newReference(m *model.Model) *reference {
	return &reference{model: m, entries: map[string]*referenceEntry{}}
}

// entry is the entry of a key, Absent or Closed if nothing is known of it.
func (r *reference) entry(key string) *referenceEntry {
	e, known := r.entries[key]
	if !known {
		e = &referenceEntry{Entry: model.Entry{Fields: make([]int, 4)}}
		if r.closed {
			e.Phase = int(Closed)
		}
		r.entries[key] = e
	}
	return e
}

func (e *referenceEntry) has(field, request int) bool { return e.Fields[field]>>request&1 == 1 }

// event lets the model say what the event does.
func (r *reference) event(key, name string, args ...int) model.Happening {
	e := r.entry(key)
	h, err := r.model.Apply(name, []int{0}, e.Entry, args, r.tokens+1)
	if err != nil {
		panic(err)
	}
	if h.Drew {
		r.tokens++
	}
	if h.Next.Phase != e.Phase {
		e.since = r.now
	}
	e.Entry = h.Next
	for _, sent := range h.Sent {
		if sent.Channel.Name == "asked" {
			r.asked = append(r.asked, message{key: key, token: sent.Values[1]})
		}
	}
	r.events = append(r.events, happened{key, name, h.Outcome.String(), Phase(e.Phase), e.Fields[fieldGeneration]})
	return h
}

// What happened is one event that an entry met, and what it is then.
type happened struct {
	key, event, outcome string
	phase               Phase
	generation          int
}

func word(reply string) Verdict {
	return Verdict(slices.Index([]string{"retry", "hit", "miss"}, reply))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (r *reference) lookup(request int, key string, c *Config[string, int]) Verdict {
	e := r.entry(key)
	newcomer := !e.has(fieldHolders, request)
	if newcomer && Phase(e.Phase) == Miss && r.now-e.since >= int64(c.MissAge) {
		r.event(key, "Age")
	}
	switch {
	case newcomer:
		e.deadline[request] = r.now + int64(c.Deadline)
	case r.now >= e.deadline[request]:
		e.deadline[request] = math.MaxInt64
		r.event(key, "Expire", request)
	}
	return word(r.event(key, "Ask", request, bit(r.down)).Reply)
}

func (r *reference) flush(budget int) (sent int) {
	for ; budget > 0 && len(r.asked) > 0; budget-- {
		it := r.asked[0]
		r.asked = r.asked[1:]
		sent += len(r.event(it.key, "Flush", it.token).Sent)
	}
	return sent
}

func (r *reference) drain(budget int) int {
	n := min(budget, len(r.answered))
	for _, a := range r.answered[:n] {
		if a.verdict == VerdictRetry {
			r.event(a.key, "ProbeFailed", a.token)
			continue
		}
		r.event(a.key, "Deliver", a.token, bit(a.verdict == VerdictHit))
	}
	r.answered = r.answered[n:]
	return n
}

func (r *reference) load(request int, key string) bool {
	e := r.entry(key)
	h := r.event(key, "Load", request)
	if len(h.Sent) == 0 {
		return false
	}
	e.started = e.Fields[fieldGeneration]
	return true
}

func (r *reference) cleanup(request int, keys []string) {
	for _, key := range keys {
		r.event(key, "Cleanup", request)
	}
}

// shut is the only event that happens to keys that nobody asked for: nothing is heard of those.
func (r *reference) shut(bound []string) {
	for _, key := range bound {
		r.event(key, "Shut")
	}
	r.closed = true
	for key, e := range r.entries {
		if Phase(e.Phase) != Closed {
			delete(r.entries, key)
		}
	}
}
