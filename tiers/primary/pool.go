package primary

import (
	"sync/atomic"

	"github.com/genlock-go/genlock/internal/keys"
	"github.com/genlock-go/genlock/statemachine/block"
)

// A Pool is the slots of the primary tier. It is the tiers.Memory that other tiers copy from and to. One goroutine owns it
// and calls all of its methods, but for Slots, SlotBytes and Slot, which any may call. It never waits, except in Close.
type Pool[K comparable] struct {
	slots, slotBytes, stride int
	memory                   atomic.Pointer[mapping] // nil once it is unmapped

	records []record     // by slot
	keys    []K          // by slot, of those that are bound
	keyed   keys.Type[K] // of all of them
	bound   map[K]uint32 // the slot of each key that has one
	free    []uint32     // a stack: the one that was used last is warm

	policy    Policy
	allowed   func(slot int) bool // may be evicted now: policy asks it
	victims   []uint32            // of the call that makes room
	call      uint64              // its number
	tenancies uint64              // how often a slot was given to a key

	observe func(*Step[K])
	step    Step[K] // that the observer is told
	stats   Stats
	met     [256]uint64 // how often each block.Cell was met
	closed  bool
}

// A record is what is kept of a slot.
type record struct {
	block.Entry
	tenancy uint64 // that a Ref must have to name it; 0 if it is free
	spared  uint64 // the number of a call that must not evict it
}

// New maps memory and makes all of its slots free. Memory is there when it returns, page by page, so that no copy pays for
// it later. A value that cannot be worked with is an ErrConfig that names it, memory that the machine, or the control group of
// the process, does not have is an ErrMemory. A pool that is no longer needed must be closed.
func New[K comparable](config Config[K]) (*Pool[K], error) {
	stride, err := config.check()
	if err != nil {
		return nil, err
	}
	memory, err := newMapping(config.Slots*stride, config.HugePages)
	if err != nil {
		return nil, err
	}
	p := &Pool[K]{
		slots: config.Slots, slotBytes: config.SlotBytes, stride: stride,
		records: make([]record, config.Slots),
		keys:    make([]K, config.Slots),
		keyed:   keys.TypeOf[K](),
		bound:   make(map[K]uint32, config.Slots),
		free:    make([]uint32, 0, config.Slots),
		policy:  config.Policy,
		observe: config.Observe,
	}
	p.memory.Store(memory)
	p.allowed = p.mayGo
	if p.policy == nil {
		p.policy = NewLRU(config.Slots)
	}
	for slot := config.Slots - 1; slot >= 0; slot-- {
		p.free = append(p.free, uint32(slot))
	}
	p.stats.Free = config.Slots
	return p, nil
}

// Slots is how many there are.
func (p *Pool[K]) Slots() int { return p.slots }

// SlotBytes is the size of each, in bytes.
func (p *Pool[K]) SlotBytes() int { return p.slotBytes }

// Slot is the memory of slot i: SlotBytes long, with room up to the next multiple of Alignment, where it begins. It is nil
// if there is no such slot, or the pool is closed. It may be called from any goroutine; what it returns is to be touched
// only by a copy whose end has not been told to the pool.
func (p *Pool[K]) Slot(i int) []byte {
	m := p.memory.Load()
	if m == nil || i < 0 || i >= p.slots {
		return nil
	}
	at := i * p.stride
	return m.bytes[at : at+p.slotBytes : at+p.stride]
}
