package primary

import (
	"fmt"
	"math"

	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/block"
)

// Bounds of a pool.
const (
	MaxSlots     = 1 << 24
	MaxSlotBytes = 1 << 30
	MaxUsers     = 1 << 24 // of one slot at a time

	// Alignment is what the address of each slot is a multiple of: enough for direct I/O.
	Alignment = 4096
)

// Config says how large a pool is. Slots and SlotBytes must be given.
type Config[K comparable] struct {
	// Slots is how many there are.
	Slots int
	// SlotBytes is the size of each. Where it is no multiple of Alignment, the rest up to the next one is lost to padding.
	SlotBytes int
	// HugePages asks the system for huge pages. It need not follow.
	HugePages bool
	// Policy says which slot is evicted first. The zero Policy is the least recently used.
	Policy Policy
	// Observe, if given, hears of every event that a slot met: on the caller's goroutine, inside the call. The step is valid
	// until Observe returns. It must not call the pool.
	Observe func(*Step[K])
}

// A Step is one event that a slot met, as Config.Observe hears of it.
type Step[K comparable] struct {
	Key    K // that the slot was bound to before or is after it; zero if it is detached
	Slot   int
	Before block.Entry
	block.Result
}

// Transition is the step as machines of any kind tell it.
func (s *Step[K]) Transition() statemachine.Transition {
	return statemachine.Transition{Table: &block.Table, Cell: int(s.Cell), From: int(s.Before.Phase), To: int(s.Next.Phase)}
}

// check is the stride from slot to slot, or an error that names what is wrong.
func (c *Config[K]) check() (stride int, err error) {
	if c.Slots < 1 || c.Slots > MaxSlots {
		return 0, fmt.Errorf("%w: Slots is %d, which is not within 1 and %d", ErrConfig, c.Slots, MaxSlots)
	}
	if c.SlotBytes < 1 || c.SlotBytes > MaxSlotBytes {
		return 0, fmt.Errorf("%w: SlotBytes is %d, which is not within 1 and %d", ErrConfig, c.SlotBytes, MaxSlotBytes)
	}
	stride = (c.SlotBytes + Alignment - 1) &^ (Alignment - 1)
	if stride > (math.MaxInt-hugePage)/c.Slots {
		return 0, fmt.Errorf("%w: %d slots of %d bytes are more than can be addressed", ErrConfig, c.Slots, stride)
	}
	return stride, nil
}
