package primary

import (
	"bytes"
	"math"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
	"github.com/genlock-go/genlock/tiers"
)

var _ tiers.Memory = (*Pool[string])(nil)

// TestBadConfigurations fails if a pool is made of what cannot be mapped, or if the error does not name it.
func TestBadConfigurations(t *testing.T) {
	for want, c := range map[string]Config[string]{
		"Slots is 0":            {SlotBytes: 1},
		"Slots is -1":           {Slots: -1, SlotBytes: 1},
		"Slots is 16777217":     {Slots: MaxSlots + 1, SlotBytes: 1},
		"SlotBytes is 0":        {Slots: 1},
		"SlotBytes is -4096":    {Slots: 1, SlotBytes: -4096},
		"which is not within 1": {Slots: 1, SlotBytes: MaxSlotBytes + 1},
	} {
		_, err := New(c)
		require.ErrorIs(t, err, ErrConfig)
		assert.ErrorContains(t, err, want)
	}
	if math.MaxInt > math.MaxInt32 {
		return
	}
	_, err := New(Config[string]{Slots: 3, SlotBytes: MaxSlotBytes})
	assert.ErrorIs(t, err, ErrConfig)
	assert.ErrorContains(t, err, "3 slots of 1073741824 bytes")
}

// TestMemoryThatTheSystemDoesNotGive fails if a pool that is too large for the system takes the process down.
func TestMemoryThatTheSystemDoesNotGive(t *testing.T) {
	if math.MaxInt == math.MaxInt32 || !mapped {
		t.Skip("the system would be asked for nothing that it must refuse")
	}
	slots, bytes := MaxSlots, MaxSlotBytes
	_, err := mapMemory(slots * bytes) // 16 PiB: more than an address space has
	require.ErrorIs(t, err, ErrMemory)
	assert.ErrorContains(t, err, "18014398509481984 bytes")
}

// TestSlotsAreApart fails if two slots share a byte, if one is not aligned, or if memory is not zero at first.
func TestSlotsAreApart(t *testing.T) {
	for _, huge := range []bool{false, true} {
		for _, size := range []int{1, 100, Alignment, Alignment + 1} {
			p, err := New(Config[string]{Slots: 5, SlotBytes: size, HugePages: huge})
			require.NoError(t, err)
			for i := range p.Slots() {
				slot := p.Slot(i)
				require.Len(t, slot, size)
				require.Equal(t, p.SlotBytes(), size)
				require.Zero(t, cap(slot)%Alignment)
				require.Zero(t, uintptr(unsafe.Pointer(&slot[0]))%Alignment)
				require.Zero(t, bytes.Count(slot, []byte{0})-size, "slot %d is not zero", i)
				for at := range slot[:cap(slot)] {
					slot[:cap(slot)][at] = byte(i + 1)
				}
			}
			for i := range p.Slots() {
				require.Equal(t, size, bytes.Count(p.Slot(i), []byte{byte(i + 1)}), "slot %d", i)
			}
			assert.Nil(t, p.Slot(-1))
			assert.Nil(t, p.Slot(5))
			require.NoError(t, p.Close(t.Context(), nil))
		}
	}
}

// TestSlotFromAnyGoroutine fails, under the race detector, if workers may not ask for slots while the owner does its work.
func TestSlotFromAnyGoroutine(t *testing.T) {
	p := newPool(t, 2)
	var workers sync.WaitGroup
	refs, err := p.Write([]string{"a", "b"}, nil)
	require.NoError(t, err)
	for _, ref := range refs {
		workers.Go(func() { copy(p.Slot(ref.Slot()), "bytes") })
	}
	p.Touch("a")
	workers.Wait()
	for _, ref := range refs {
		_, err := p.Land(ref, true, 0)
		require.NoError(t, err)
		assert.True(t, bytes.HasPrefix(p.Slot(ref.Slot()), []byte("bytes")))
	}
	require.NoError(t, p.Close(t.Context(), nil))
}

// TestObserver fails if somebody who watches hears another story than the entries tell.
func TestObserver(t *testing.T) {
	var heard []string
	p, err := New(Config[string]{Slots: 1, SlotBytes: 8, Observe: func(s *Step[string]) {
		heard = append(heard, s.Key+": "+s.Transition().String())
	}})
	require.NoError(t, err)
	ready(t, p, "a")
	refs, err := p.Reserve([]string{"b"}, nil)
	require.NoError(t, err)
	p.Detach("b")
	assert.False(t, p.Cancel(refs[0]))
	assert.Equal(t, []string{
		"a: Write: Free to Writing",
		"a: Land: Writing to Ready",
		"a: Evict: Ready to Free",
		"b: Reserve: Free to Reserved",
		"b: Detach: Reserved to Free",
	}, heard)
	assert.EqualValues(t, 1, p.Met(0))
	assert.Equal(t, statemachine.Apply, block.Cell(0).Info().Outcome)
}

// TestDump fails if people who look for what holds memory do not find it.
func TestDump(t *testing.T) {
	p := newPool(t, 4)
	ready(t, p, "idle", "used", "read")
	for _, key := range []string{"used", "read"} {
		_, pinned := p.Pin(key)
		require.True(t, pinned)
	}
	p.Detach("read")
	p.Pin("nobody's")
	var b strings.Builder
	require.NoError(t, p.DumpState(&b))
	assert.Equal(t, `primary: 4 slots of 64 bytes: 1 free, 0 reserved, 0 loading, 0 writing, 2 ready (1 pinned), 1 draining
asked: 2 hits, 0 waits, 1 misses; 0 evictions
refused: 0 times full, 0 times too many, 0 times without a victim; 0 unknown refs, 0 rejected events
slot 0: Ready, 0 pins, key "idle"
slot 1: Ready, 1 pins, key "used"
slot 2: Draining, 1 pins
`, b.String())
}
