package primary

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestLRUIsAList fails if the ring keeps another order than a list would.
func TestLRUIsAList(t *testing.T) {
	const slots = 5
	rapid.Check(t, func(t *rapid.T) {
		l := NewLRU(slots)
		var list []int
		drop := func(slot int) { list = slices.DeleteFunc(list, func(s int) bool { return s == slot }) }
		for range rapid.IntRange(1, 40).Draw(t, "calls") {
			slot := rapid.IntRange(0, slots-1).Draw(t, "slot")
			switch rapid.IntRange(0, 2).Draw(t, "call") {
			case 0:
				l.Used(slot)
				drop(slot)
				list = append(list, slot)
			case 1:
				l.Gone(slot)
				drop(slot)
			case 2:
				allowed := rapid.SliceOfN(rapid.Bool(), slots, slots).Draw(t, "allowed")
				got, found := l.Victim(func(s int) bool { return allowed[s] })
				at := slices.IndexFunc(list, func(s int) bool { return allowed[s] })
				require.Equal(t, at >= 0, found)
				if found {
					require.Equal(t, list[at], got)
					list = append(list[at:], list[:at]...) // those in use go to the end
				}
			}
		}
	})
}

// A counted policy counts how often it asks whether a slot may go.
type counted struct {
	*LRU
	asked int
}

func (c *counted) Victim(allowed func(int) bool) (int, bool) {
	return c.LRU.Victim(func(slot int) bool { c.asked++; return allowed(slot) })
}

// TestPinnedSlotsAreNotLookedAt fails if making room goes through all that is in use, each time.
func TestPinnedSlotsAreNotLookedAt(t *testing.T) {
	const slots, calls = 1000, 100
	policy := &counted{LRU: NewLRU(slots)}
	p, err := New(Config[int]{Slots: slots, SlotBytes: 8, Policy: policy})
	require.NoError(t, err)
	for key := range slots + calls {
		refs, err := p.Write([]int{key}, nil)
		require.NoError(t, err)
		users := 1
		if key >= slots-1 {
			users = 0 // one slot is left to all that come later
		}
		_, err = p.Land(refs[0], true, users)
		require.NoError(t, err)
		p.Touch(key, 0)
	}
	assert.EqualValues(t, calls, p.Stats().Evictions)
	assert.Equal(t, calls, policy.asked)
}

// A stubborn policy always gives the same answer.
type stubborn struct {
	slot  int
	found bool
}

func (stubborn) Used(int)                            {}
func (stubborn) Gone(int)                            {}
func (s stubborn) Victim(func(int) bool) (int, bool) { return s.slot, s.found }

// TestStubbornPolicies fails if a policy that is wrong costs somebody a block that is in use, or half a call its victims.
func TestStubbornPolicies(t *testing.T) {
	for name, policy := range map[string]stubborn{
		"none":             {},
		"no such slot":     {slot: 7, found: true},
		"a negative one":   {slot: -1, found: true},
		"one in use":       {slot: 0, found: true},
		"one only, always": {slot: 1, found: true},
	} {
		p, err := New(Config[string]{Slots: 3, SlotBytes: 8, Policy: policy})
		require.NoError(t, err)
		ready(t, p, "used", "b", "c")
		_, pinned := p.Pin("used")
		require.True(t, pinned)
		_, err = p.Reserve([]string{"d", "e"}, nil)
		require.ErrorIs(t, err, ErrPolicy, name)
		assert.Equal(t, 3, p.Stats().Ready, name)
		assert.EqualValues(t, 1, p.Stats().NoVictim, name)
		assert.Len(t, p.bound, 3, name)
	}
}
