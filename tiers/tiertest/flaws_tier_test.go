package tiertest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// The flaws of tiers.
func tierFlaws() map[string]flaw {
	return map[string]flaw{
		"reports twice":         {"each job is reported once", tier(func(t inner) inner { return &twicer{inner: t} })},
		"loses a report":        {"each job is reported once", tier(func(t inner) inner { return &loser{inner: t} })},
		"hides errors":          {"an error never makes a slot readable, error", tier(func(t inner) inner { return hider{t} })},
		"gives back too early":  {"a job past its deadline is held", tier(func(t inner) inner { return early{t} })},
		"never gives back":      {"a job past its deadline is held", tier(func(t inner) inner { return miser{t} })},
		"starts half a job":     {"a load of which one is no hit starts nothing", tier(func(t inner) inner { return piecemeal{t} })},
		"checks no slots":       {"bad slots and keys start nothing", tier(func(t inner) inner { return unchecked{t} })},
		"forgets no request":    {"a request that ends anywhere leaves nothing", tier(func(t inner) inner { return leaky{t} })},
		"mistakes a request":    {"an id that returns is a new request", tier(func(t inner) inner { return &mistaken{inner: t, by: map[int]lookup.Handle{}} })},
		"is always ready":       {"probes that hang take the tier down at the bound", tier(func(t inner) inner { return ready{t} })},
		"lets requests wait":    {"an ask ends at its deadline", tier(func(t inner) inner { return patient{t} })},
		"remembers misses":      {"a probe that fails is no absence, error", tier(func(t inner) inner { return &immortal{t, map[string]bool{}} })},
		"shuts down once":       {"after a shutdown everything is answered at once", tier(func(t inner) inner { return &once{inner: t} })},
		"shuts down regardless": {"a shutdown names what is stuck", tier(func(t inner) inner { return regardless{t} })},
		"drains nothing":        {"a drain waits for copies and for nothing else", tier(func(t inner) inner { return dry{t} })},
		"gives up what runs":    {"a job that is given up keeps its slots while it runs", tier(func(t inner) inner { return &quitter{inner: t} })},
		"names no tier":         {"bad slots and keys start nothing", tier(func(t inner) inner { return nameless{t} })},
	}
}

type inner = tiers.Tier[string, int]

// tier is a harness whose tiers have something around them.
func tier(wrap func(inner) inner) tiertest.Harness {
	h := storage(func(m mem) mem { return m })
	open := h.Open
	h.Open = func(t *testing.T, o tiertest.Opening) inner { return wrap(open(t, o)) }
	return h
}

type twicer struct {
	inner
	last []tiers.Result[string]
}

func (t *twicer) Poll(into []tiers.Result[string]) []tiers.Result[string] {
	into = append(into, t.last...)
	n := len(into)
	into = t.inner.Poll(into)
	t.last = append(t.last[:0], into[n:]...)
	return into
}

type loser struct {
	inner
	polled int
}

func (t *loser) Poll(into []tiers.Result[string]) []tiers.Result[string] {
	n := len(into)
	into = t.inner.Poll(into)
	if t.polled += len(into) - n; len(into) > n && t.polled > 20 {
		t.polled = 0
		return into[:len(into)-1]
	}
	return into
}

type hider struct{ inner }

func (t hider) Poll(into []tiers.Result[string]) []tiers.Result[string] {
	into = t.inner.Poll(into)
	for i := range into {
		into[i].Err = nil
		for j := range into[i].Outcomes {
			into[i].Outcomes[j] = tiers.Arrived
		}
	}
	return into
}

type early struct{ inner }

func (t early) Poll(into []tiers.Result[string]) []tiers.Result[string] {
	into = t.inner.Poll(into)
	for i := range into {
		into[i].Held = false
	}
	return into
}

func (t early) Released(into []tiers.JobID) []tiers.JobID {
	t.inner.Released(nil)
	return into
}

type miser struct{ inner }

func (t miser) Released(into []tiers.JobID) []tiers.JobID { return into }

type piecemeal struct{ inner }

func (t piecemeal) SubmitLoad(h lookup.Handle, blocks []tiers.Block[string]) (tiers.JobID, error) {
	if len(blocks) < 2 {
		return t.inner.SubmitLoad(h, blocks)
	}
	if _, err := t.inner.SubmitLoad(h, blocks[:1]); err != nil {
		return 0, err
	}
	return t.inner.SubmitLoad(h, blocks[1:])
}

type unchecked struct{ inner }

func (t unchecked) SubmitStore(blocks []tiers.Block[string]) (tiers.JobID, error) {
	job, err := t.inner.SubmitStore(blocks)
	if errors.Is(err, tiers.ErrSlot) {
		return t.inner.SubmitStore(nil)
	}
	return job, err
}

type leaky struct{ inner }

func (leaky) Finish(lookup.Handle) error { return nil }

// mistaken takes a request that begins under an id for the one that had it before.
type mistaken struct {
	inner
	by map[int]lookup.Handle
}

func (t *mistaken) Begin(id int) (lookup.Handle, error) {
	h, known := t.by[id]
	if known {
		return h, nil
	}
	h, err := t.inner.Begin(id)
	t.by[id] = h
	return h, err
}

type ready struct{ inner }

func (ready) Ready() error { return nil }

type patient struct{ inner }

func (t patient) Lookup(h lookup.Handle, key string) (lookup.Verdict, error) {
	v, err := t.inner.Lookup(h, key)
	if v == lookup.VerdictMiss {
		v = lookup.VerdictRetry
	}
	return v, err
}

type immortal struct {
	inner
	missed map[string]bool
}

func (t *immortal) Lookup(h lookup.Handle, key string) (lookup.Verdict, error) {
	v, err := t.inner.Lookup(h, key)
	t.missed[key] = t.missed[key] || v == lookup.VerdictMiss
	if t.missed[key] {
		v = lookup.VerdictMiss
	}
	return v, err
}

type once struct {
	inner
	shut bool
}

func (t *once) Shutdown(ctx context.Context) error {
	if t.shut {
		return tiers.ErrClosed
	}
	t.shut = true
	return t.inner.Shutdown(ctx)
}

type regardless struct{ inner }

func (t regardless) Shutdown(ctx context.Context) error {
	t.inner.Shutdown(ctx)
	return nil
}

type dry struct{ inner }

func (dry) Drain(context.Context) error { return nil }

// quitter reports what was given up at once, whatever runs.
type quitter struct {
	inner
	quit []tiers.JobID
}

func (t *quitter) GiveUp(job tiers.JobID) error {
	t.quit = append(t.quit, job)
	return t.inner.GiveUp(job)
}

func (t *quitter) Poll(into []tiers.Result[string]) []tiers.Result[string] {
	for _, job := range t.quit {
		into = append(into, tiers.Result[string]{
			Job: job, Blocks: make([]tiers.Block[string], 1), Outcomes: make([]tiers.Outcome, 1), Err: tiers.ErrGivenUp})
	}
	t.quit = nil
	return into
}

// nameless returns errors that say neither tier nor operation.
type nameless struct{ inner }

func (t nameless) SubmitLoad(h lookup.Handle, blocks []tiers.Block[string]) (tiers.JobID, error) {
	job, err := t.inner.SubmitLoad(h, blocks)
	var of *tiers.OpError
	if errors.As(err, &of) {
		err = of.Err
	}
	return job, err
}
