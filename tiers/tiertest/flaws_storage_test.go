package tiertest_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// The flaws of storages.
func storageFlaws() map[string]flaw {
	return map[string]flaw{
		"finds everything":         {"empty tier misses", storage(func(m mem) mem { return credulous{m} })},
		"loads half":               {"blocks come back, 1 of them", storage(func(m mem) mem { return half{m} })},
		"mixes up blocks":          {"blocks come back, 2 of them", storage(func(m mem) mem { return &mixed{mem: m} })},
		"keeps the first bytes":    {"tenants share nothing", unsalted()},
		"cuts keys":                {"hostile keys have blocks of their own", storage(func(m mem) mem { return cut{m} })},
		"folds keys":               {"hostile keys have blocks of their own", storage(func(m mem) mem { return folded{m} })},
		"shows torn blocks":        {"a store that fails leaves nothing visible, short", storage(func(m mem) mem { return torn{m} })},
		"loads what never was":     {"a block that was never stored cannot be loaded", storage(func(m mem) mem { return blind{m} })},
		"tells more than asked":    {"changes keep to their budget", storage(func(m mem) mem { return talkative{m} })},
		"loads what is not there":  {"one missing block of three fails alone", storage(func(m mem) mem { return blind{m} })},
		"writes after a load":      {"a job past its deadline is held", storage(func(m mem) mem { return scribbler{m} })},
		"forgets changes":          {"a store lifts a miss", storage(func(m mem) mem { return changed{m, none} })},
		"forgets removals":         {"a removal makes a miss", storage(func(m mem) mem { return changed{m, stores} })},
		"tells changes twice":      {"events tell each change once", storage(func(m mem) mem { return changed{m, twice} })},
		"tells changes backwards":  {"changes of one key count in their order", storage(func(m mem) mem { return changed{m, backwards} })},
		"panics when asked":        {"a store lifts a miss", storage(func(m mem) mem { return changed{m, panics} })},
		"forgets when it closes":   {"persistent blocks outlive their tier", storage(func(m mem) mem { return forgetful{m} })},
		"hides from others":        {"tiers on one storage see each other's blocks", storage(func(m mem) mem { return hiding{m, map[string]bool{}} })},
		"is never well again":      {"loads that hang take the tier down at the bound", storage(func(m mem) mem { return ill{m} })},
		"leaves something behind":  {"blocks come back, 0 of them", leaving()},
		"announces before it does": {"blocks come back, 1 of them", storage(func(m mem) mem { return hasty{m} })},
	}
}

// mem is a storage that a flaw is put around.
type mem = tiers.Backend[string]

func storage(wrap func(mem) mem) tiertest.Harness {
	return inMemory(func(m *tiertest.Memory[string]) mem { return wrap(lasting{m}) })
}

// unsalted is a harness whose tenants share a storage.
func unsalted() tiertest.Harness {
	h := storage(func(m mem) mem { return m })
	open := h.Open
	h.Open = func(t *testing.T, o tiertest.Opening) tiers.Tier[string, int] {
		o.Salt = ""
		return open(t, o)
	}
	return h
}

// leaving is a harness that finds something when all is over.
func leaving() tiertest.Harness {
	h := storage(func(m mem) mem { return m })
	h.Inspect = func(t *testing.T, _ tiertest.Opening) { t.Error("there is a temporary file") }
	return h
}

type credulous struct{ mem }

func (credulous) Probe(_ context.Context, keys []string, answer lookup.Answer) error {
	for i := range keys {
		answer.Post(i, lookup.VerdictHit)
	}
	return nil
}

type half struct{ mem }

func (h half) Load(ctx context.Context, key string, into []byte) error {
	whole := make([]byte, len(into))
	err := h.mem.Load(ctx, key, whole)
	copy(into, whole[:len(whole)/2])
	return err
}

type mixed struct {
	mem
	first string
}

func (m *mixed) Store(ctx context.Context, key string, from []byte) error {
	if m.first == "" {
		m.first = key
	}
	return m.mem.Store(ctx, key, from)
}

func (m *mixed) Load(ctx context.Context, key string, into []byte) error {
	if m.mem.Load(ctx, m.first, into) == nil {
		return nil
	}
	return m.mem.Load(ctx, key, into)
}

// renamed storages keep blocks under something else than their keys.
func probeAs(m mem, as func(string) string, ctx context.Context, keys []string, answer lookup.Answer) error {
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = as(key)
	}
	return m.Probe(ctx, names, answer)
}

type cut struct{ mem }

func cutKey(key string) string { return key[:min(len(key), 255)] }

func (c cut) Probe(ctx context.Context, keys []string, answer lookup.Answer) error {
	return probeAs(c.mem, cutKey, ctx, keys, answer)
}
func (c cut) Load(ctx context.Context, key string, into []byte) error {
	return c.mem.Load(ctx, cutKey(key), into)
}
func (c cut) Store(ctx context.Context, key string, from []byte) error {
	return c.mem.Store(ctx, cutKey(key), from)
}

type folded struct{ mem }

func (f folded) Probe(ctx context.Context, keys []string, answer lookup.Answer) error {
	return probeAs(f.mem, strings.ToLower, ctx, keys, answer)
}
func (f folded) Load(ctx context.Context, key string, into []byte) error {
	return f.mem.Load(ctx, strings.ToLower(key), into)
}
func (f folded) Store(ctx context.Context, key string, from []byte) error {
	return f.mem.Store(ctx, strings.ToLower(key), from)
}

type torn struct{ mem }

func (s torn) Store(ctx context.Context, key string, from []byte) error {
	err := s.mem.Store(ctx, key, from)
	if err != nil {
		s.mem.Store(ctx, key, append(bytes.Clone(from), make([]byte, len(from))...))
	}
	return err
}

type blind struct{ mem }

func (b blind) Load(ctx context.Context, key string, into []byte) error {
	b.mem.Load(ctx, key, into)
	return nil
}

type scribbler struct{ mem }

func (s scribbler) Load(ctx context.Context, key string, into []byte) error {
	time.AfterFunc(10*time.Second, func() { clear(into) })
	return s.mem.Load(ctx, key, into)
}

type changed struct {
	mem
	tell func([]tiers.Change[string]) []tiers.Change[string]
}

func (c changed) Changes(into []tiers.Change[string], budget int) []tiers.Change[string] {
	return append(into, c.tell(c.mem.Changes(nil, budget))...)
}

type talkative struct{ mem }

func (t talkative) Changes(into []tiers.Change[string], _ int) []tiers.Change[string] {
	return t.mem.Changes(into, 100)
}

func none([]tiers.Change[string]) []tiers.Change[string]    { return nil }
func twice(c []tiers.Change[string]) []tiers.Change[string] { return append(c, c...) }
func stores(c []tiers.Change[string]) []tiers.Change[string] {
	return slices.DeleteFunc(c, func(c tiers.Change[string]) bool { return !c.There })
}
func backwards(c []tiers.Change[string]) []tiers.Change[string] {
	slices.Reverse(c)
	return c
}
func panics([]tiers.Change[string]) []tiers.Change[string] { panic("nil map") }

type forgetful struct{ mem }

func (f forgetful) Close(ctx context.Context) error {
	if m, ok := f.mem.(lasting); ok {
		for _, key := range []string{"a", "b"} {
			m.Lose(key)
		}
	}
	return f.mem.Close(ctx)
}

// hiding finds only what it has stored itself.
type hiding struct {
	mem
	own map[string]bool
}

func (h hiding) Store(ctx context.Context, key string, from []byte) error {
	return h.mem.Store(ctx, key, from)
}

func (h hiding) Changes(into []tiers.Change[string], budget int) []tiers.Change[string] {
	all := h.mem.Changes(into, budget)
	for _, c := range all {
		h.own[c.Key] = c.There
	}
	return all
}

func (h hiding) Load(ctx context.Context, key string, into []byte) error {
	if key == "d" {
		return tiers.ErrNotFound
	}
	return h.mem.Load(ctx, key, into)
}

type ill struct{ mem }

func (ill) Test(context.Context) error { return context.DeadlineExceeded }

// hasty says that a store is over before it has begun.
type hasty struct{ mem }

func (h hasty) Store(ctx context.Context, key string, from []byte) error {
	go func() {
		time.Sleep(time.Second)
		h.mem.Store(ctx, key, from)
	}()
	return nil
}
