package primary

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
)

func newPool(t testing.TB, slots int) *Pool[string] {
	p, err := New(Config[string]{Slots: slots, SlotBytes: 64})
	require.NoError(t, err)
	return p
}

// ready makes keys readable, with nobody using them.
func ready(t testing.TB, p *Pool[string], keys ...string) []Ref {
	refs, err := p.Write(keys, nil)
	require.NoError(t, err)
	for _, ref := range refs {
		readable, err := p.Land(ref, true, 0)
		require.NoError(t, err)
		require.True(t, readable)
	}
	return refs
}

// TestRefusedCallsEvictNothing fails if a call that cannot be met costs somebody a block.
func TestRefusedCallsEvictNothing(t *testing.T) {
	p := newPool(t, 3)
	ready(t, p, "a", "b", "c")
	_, pinned := p.Pin("a")
	require.True(t, pinned)
	for name, call := range map[string]struct {
		keys []string
		want error
	}{
		"larger than the pool":           {[]string{"p", "q", "r", "s"}, ErrTooMany},
		"larger with what is there":      {[]string{"a", "b", "p", "q"}, ErrTooMany},
		"one is pinned":                  {[]string{"p", "q", "r"}, ErrFull},
		"its own block would have to go": {[]string{"b", "p", "q"}, ErrFull},
	} {
		for _, give := range []func([]string, []Ref) ([]Ref, error){p.Reserve, p.Write} {
			into := make([]Ref, 1)
			refs, err := give(call.keys, into)
			require.ErrorIs(t, err, call.want, name)
			assert.Len(t, refs, 1, "%s: what it was given comes back as it was", name)
		}
		for _, key := range []string{"a", "b", "c"} {
			ref, _ := p.Find(key)
			assert.False(t, ref.None(), "%s: %s is gone", name, key)
		}
		ref, _ := p.Find("p")
		assert.True(t, ref.None(), "%s: p is there", name)
	}
	s := p.Stats()
	assert.Equal(t, []uint64{0, 4, 4}, []uint64{s.Evictions, s.Full, s.TooMany})
}

// TestEvictionTakesTheLeastRecentlyUsed fails if what was used goes before what was not.
func TestEvictionTakesTheLeastRecentlyUsed(t *testing.T) {
	p := newPool(t, 4)
	ready(t, p, "a", "b", "c", "d")
	ref, _ := p.Pin("a")
	require.NoError(t, p.Unpin(ref))
	p.Touch("b", "nobody")
	_, err := p.Reserve([]string{"c", "e", "f"}, nil) // d is the only one that was not used, then a
	require.NoError(t, err)
	for key, there := range map[string]bool{"a": false, "b": true, "c": true, "d": false, "e": true, "f": true} {
		ref, _ := p.Find(key)
		assert.Equal(t, there, !ref.None(), key)
	}
	assert.EqualValues(t, 2, p.Stats().Evictions)
}

// TestWrongCalls fails if a caller that errs is not told what it did, or if it does any harm.
func TestWrongCalls(t *testing.T) {
	if statemachine.Invariants {
		t.Skip("such a build panics at them")
	}
	p := newPool(t, 2)
	refs, err := p.Reserve([]string{"promised"}, ready(t, p, "ready"))
	require.NoError(t, err)
	before := []block.Entry{p.records[0].Entry, p.records[1].Entry}
	_, late := p.Land(refs[1], true, 0)
	_, twice := p.Land(refs[0], true, 0)
	for _, err := range []error{late, twice, p.Send(refs[0]), p.Unpin(refs[0]), p.Unpin(refs[1])} {
		require.ErrorIs(t, err, ErrPhase)
		var reject *statemachine.RejectError
		require.ErrorAs(t, err, &reject)
	}
	assert.EqualError(t, p.Send(refs[0]), "primary: the slot is in another phase: slot 0: "+
		"statemachine: slots: Send in Ready when always can never be: only a promise is sent")
	assert.False(t, p.Cancel(refs[0]), "what is no promise is not cancelled")
	assert.False(t, p.Cancel(Ref{}))
	for _, i := range []int{-1, 2} {
		assert.True(t, p.At(i).None(), "slot %d", i)
	}
	_, err = p.Land(refs[1], true, MaxUsers+1)
	assert.ErrorIs(t, err, ErrUsers)
	_, err = p.Land(refs[1], true, -1)
	assert.ErrorIs(t, err, ErrUsers)
	assert.ErrorIs(t, p.Unpin(Ref{slot: 99, tenancy: 1}), ErrRef)
	assert.EqualError(t, p.Unpin(Ref{}), "primary: no such use of a slot: unpin of no slot")
	assert.Equal(t, before, []block.Entry{p.records[0].Entry, p.records[1].Entry})
	assert.EqualValues(t, 6, p.Stats().Rejected)
	assert.EqualValues(t, 2, p.Stats().UnknownRefs)
}

// TestKeysThatNothingFinds fails if a key is given a slot that nobody can find again, if the others of its call stay, or if
// one that cannot be compared panics.
func TestKeysThatNothingFinds(t *testing.T) {
	p, err := New(Config[any]{Slots: 3, SlotBytes: 8})
	require.NoError(t, err)
	for _, key := range []any{math.NaN(), []int{7}} {
		_, err = p.Reserve([]any{1, key, 2}, nil)
		require.ErrorIs(t, err, ErrKey)
		assert.Equal(t, 3, p.Stats().Free)
		assert.Empty(t, p.bound)
		p.Touch(key)
		ref, pinned := p.Pin(key)
		assert.True(t, ref.None() && !pinned && !p.Detach(key))
	}
}
