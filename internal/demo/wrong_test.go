package demo

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
	"github.com/genlock-go/genlock/tiers/primary"
)

// A demonstration that ends well with a wrong part would end well with our bugs, too.
func TestWrongPartsAreFound(t *testing.T) {
	for name, tt := range map[string]struct {
		storage func(*fs.Store[key]) tiers.Backend[key]
		pool    func(memory) memory
		tier    func(tiers.Tier[key, int]) tiers.Tier[key, int]
		found   string // a regular expression
	}{
		"the block of another key": {storage: loads(func(k key, into []byte, err error) error {
			copy(into, content("another"))
			return err
		}), found: errWrongBlock.Error()},
		"the last byte": {storage: loads(func(_ key, into []byte, err error) error {
			into[len(into)-1]++
			return err
		}), found: errWrongBlock.Error()},
		"an error that is swallowed": {storage: loads(func(key, []byte, error) error { return nil }), found: errWrongBlock.Error()},
		"a file that stays":          {storage: func(s *fs.Store[key]) tiers.Backend[key] { return litter{s, s} }, found: "t-left"},

		"a pin that is forgotten":     {pool: func(p memory) memory { return &forgetful{memory: p} }, found: primary.ErrInUse.Error()},
		"a pin that does not hold":    {pool: func(p memory) memory { return loose{p} }, found: primary.ErrPhase.Error() + "|" + primary.ErrRef.Error()},
		"a failed copy that is there": {pool: func(p memory) memory { return credulous{p} }, found: errWrongBlock.Error()},

		"a job that is told twice": {tier: func(x tiers.Tier[key, int]) tiers.Tier[key, int] { return &echo{Tier: x} }, found: "told again"},
		"a job that is never told": {tier: func(x tiers.Tier[key, int]) tiers.Tier[key, int] { return &deaf{Tier: x} }, found: "do not end"},
		"a hit after a miss":       {tier: func(x tiers.Tier[key, int]) tiers.Tier[key, int] { return &fickle{Tier: x} }, found: "hears hit after miss"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s, err := newScheduler(dir, 1, func(p *parts) {
				if tt.storage != nil {
					p.below = tt.storage(p.files)
				}
				if tt.pool != nil {
					p.pool = tt.pool(p.pool)
				}
			})
			require.NoError(t, err)
			s.limit = 4 * time.Second
			if tt.tier != nil {
				s.tier = tt.tier(s.tier)
			}
			err = s.play(t.Context(), dir)
			require.Error(t, err)
			require.Regexp(t, tt.found, err.Error())
			assert.Positive(t, s.begun)
		})
	}
}

// loads is a storage whose loads are changed.
func loads(change func(k key, into []byte, err error) error) func(*fs.Store[key]) tiers.Backend[key] {
	return func(s *fs.Store[key]) tiers.Backend[key] { return liar{s, change} }
}

type liar struct {
	tiers.Backend[key]
	change func(k key, into []byte, err error) error
}

func (l liar) Load(ctx context.Context, k key, into []byte) error {
	return l.change(k, into, l.Backend.Load(ctx, k, into))
}

// A litter leaves a temporary file.
type litter struct {
	tiers.Backend[key]
	files *fs.Store[key]
}

func (l litter) Store(ctx context.Context, k key, from []byte) error {
	if err := os.WriteFile(filepath.Join(filepath.Dir(l.files.Path(k)), "t-left"), nil, 0o600); err != nil {
		return err
	}
	return l.Backend.Store(ctx, k, from)
}

// A forgetful pool does not hear the first pin go.
type forgetful struct {
	memory
	forgot bool
}

func (f *forgetful) Unpin(ref primary.Ref) error {
	if !f.forgot {
		f.forgot = true
		return nil
	}
	return f.memory.Unpin(ref)
}

// A loose pool says that it pins.
type loose struct{ memory }

func (l loose) Pin(k key) (primary.Ref, bool) {
	ref, pinned := l.memory.Pin(k)
	if pinned {
		_ = l.memory.Unpin(ref)
	}
	return ref, pinned
}

// A credulous pool takes every copy for a whole one.
type credulous struct{ memory }

func (c credulous) Land(ref primary.Ref, _ bool, users int) (bool, error) {
	return c.memory.Land(ref, true, users)
}

// An echo tells results twice.
type echo struct {
	tiers.Tier[key, int]
	last []tiers.Result[key]
}

func (e *echo) Poll(into []tiers.Result[key]) []tiers.Result[key] {
	into = append(into, e.last...)
	e.last = e.Tier.Poll(nil)
	return append(into, e.last...)
}

// A deaf tier does not tell the first result.
type deaf struct {
	tiers.Tier[key, int]
	missed bool
}

func (d *deaf) Poll(into []tiers.Result[key]) []tiers.Result[key] {
	into = d.Tier.Poll(into)
	if len(into) > 0 && !d.missed {
		d.missed = true
		return into[1:]
	}
	return into
}

// A fickle tier takes every other miss back.
type fickle struct {
	tiers.Tier[key, int]
	misses int
}

func (f *fickle) Lookup(request lookup.Handle, k key) (lookup.Verdict, error) {
	v, err := f.Tier.Lookup(request, k)
	if v != lookup.VerdictMiss {
		return v, err
	}
	if f.misses++; f.misses%2 == 0 {
		v = lookup.VerdictHit
	}
	return v, err
}
