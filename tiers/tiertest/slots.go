package tiertest

import "unsafe"

// Slots is primary memory for tests: slots side by side, each aligned as storages that go around the page cache want it.
type Slots struct {
	bytes     []byte
	slotBytes int
}

// aligned is to what slots are aligned if their size is a multiple of it.
const aligned = 4096

// NewSlots is so many slots of that size, in bytes, all zero.
func NewSlots(slots, slotBytes int) *Slots {
	bytes := make([]byte, slots*slotBytes+aligned)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(bytes)))) & (aligned - 1)
	return &Slots{bytes[skip : skip+slots*slotBytes], slotBytes}
}

// Slots implements tiers.Memory.
func (s *Slots) Slots() int { return len(s.bytes) / s.slotBytes }

// SlotBytes implements tiers.Memory.
func (s *Slots) SlotBytes() int { return s.slotBytes }

// Slot implements tiers.Memory.
func (s *Slots) Slot(i int) []byte {
	return s.bytes[i*s.slotBytes : (i+1)*s.slotBytes : (i+1)*s.slotBytes]
}
