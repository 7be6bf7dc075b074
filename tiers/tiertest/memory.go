package tiertest

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// Memory is a storage that keeps blocks in memory: the plainest tiers.Backend that does all that is asked of one. Where it
// is full, the block that was used least recently is removed.
type Memory[K comparable] struct {
	shelf *shelf[K]

	mu      sync.Mutex
	changes []tiers.Change[K]
	closed  bool
}

// changesKept is how many changes wait at most. The oldest are dropped.
const changesKept = 1 << 16

// A shelf is what several storages may share, as processes share a directory.
type shelf[K comparable] struct {
	blockBytes, room int

	mu     sync.Mutex
	blocks map[K]*list.Element // of block[K]
	used   *list.List          // the least recently used in front
}

type block[K comparable] struct {
	key   K
	bytes []byte
}

// NewMemory is an empty storage with room for so many blocks of that size, in bytes.
func NewMemory[K comparable](blockBytes, room int) *Memory[K] {
	return &Memory[K]{shelf: &shelf[K]{
		blockBytes: blockBytes,
		room:       room,
		blocks:     map[K]*list.Element{},
		used:       list.New(),
	}}
}

// Reopen is another storage with the same blocks, also beside the first one. What one does is not told by the other.
func (m *Memory[K]) Reopen() *Memory[K] { return &Memory[K]{shelf: m.shelf} }

// Capabilities implements tiers.Backend.
func (m *Memory[K]) Capabilities() tiers.Capabilities {
	return tiers.Capabilities{Medium: "memory", Locality: tiers.Private}
}

// Probe implements tiers.Backend.
func (m *Memory[K]) Probe(ctx context.Context, keys []K, answer lookup.Answer) error {
	for i, key := range keys {
		if err := m.fit(ctx); err != nil {
			return m.failed("probe", key, err)
		}
		verdict := lookup.VerdictMiss
		if m.shelf.has(key) {
			verdict = lookup.VerdictHit
		}
		answer.Post(i, verdict)
	}
	return nil
}

// Load implements tiers.Backend.
func (m *Memory[K]) Load(ctx context.Context, key K, into []byte) error {
	err := m.fit(ctx)
	if err == nil {
		err = m.shelf.load(key, into)
	}
	return m.failed("load", key, err)
}

// Store implements tiers.Backend.
func (m *Memory[K]) Store(ctx context.Context, key K, from []byte) error {
	err := m.fit(ctx)
	if err == nil {
		err = m.shelf.store(key, from, m.change)
	}
	return m.failed("store", key, err)
}

// Test implements tiers.Backend.
func (m *Memory[K]) Test(ctx context.Context) error { return m.fit(ctx) }

// Touch implements tiers.Backend.
func (m *Memory[K]) Touch(keys []K) { m.shelf.touch(keys) }

// Changes implements tiers.Backend.
func (m *Memory[K]) Changes(into []tiers.Change[K], budget int) []tiers.Change[K] {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := min(budget, len(m.changes))
	into = append(into, m.changes[:n]...)
	m.changes = append(m.changes[:0], m.changes[n:]...)
	return into
}

// Close implements tiers.Backend. The blocks stay, for others on the same shelf.
func (m *Memory[K]) Close(context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// Evict removes the block of a key as the storage itself does to make room: the removal is told.
func (m *Memory[K]) Evict(key K) { m.shelf.remove(key, m.change) }

// Lose removes the block of a key as somebody else does: nobody is told.
func (m *Memory[K]) Lose(key K) { m.shelf.remove(key, func(K, bool) {}) }

// Len is how many blocks there are.
func (m *Memory[K]) Len() int {
	m.shelf.mu.Lock()
	defer m.shelf.mu.Unlock()
	return len(m.shelf.blocks)
}

// change notes a change, to be told. It is called with the shelf locked, so changes stand in the order in which they
// happened.
func (m *Memory[K]) change(key K, there bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.changes) == changesKept {
		m.changes = append(m.changes[:0], m.changes[1:]...)
	}
	m.changes = append(m.changes, tiers.Change[K]{Key: key, There: there})
}

// fit says why a call cannot be served.
func (m *Memory[K]) fit(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return tiers.ErrClosed
	}
	return ctx.Err()
}

func (m *Memory[K]) failed(op string, key K, err error) error {
	if err == nil {
		return nil
	}
	return &tiers.OpError{Op: op, Key: tiers.PrintKey(key), Err: err}
}

func (s *shelf[K]) has(key K) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.blocks[key] != nil
}

func (s *shelf[K]) load(key K, into []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.blocks[key]
	if at == nil {
		return tiers.ErrNotFound
	}
	bytes := at.Value.(block[K]).bytes
	if len(into) != len(bytes) {
		return fmt.Errorf("%w: %d bytes into %d", tiers.ErrSize, len(bytes), len(into))
	}
	s.used.MoveToBack(at)
	copy(into, bytes)
	return nil
}

func (s *shelf[K]) store(key K, from []byte, told func(K, bool)) error {
	if len(from) != s.blockBytes {
		return fmt.Errorf("%w: %d bytes for blocks of %d", tiers.ErrSize, len(from), s.blockBytes)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(key)
	for len(s.blocks) >= s.room && s.used.Len() > 0 {
		oldest := s.used.Front().Value.(block[K]).key
		s.drop(oldest)
		told(oldest, false)
	}
	s.blocks[key] = s.used.PushBack(block[K]{key, append([]byte(nil), from...)})
	told(key, true)
	return nil
}

func (s *shelf[K]) remove(key K, told func(K, bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drop(key) {
		told(key, false)
	}
}

// drop takes a block away, if it is there.
func (s *shelf[K]) drop(key K) bool {
	at := s.blocks[key]
	if at == nil {
		return false
	}
	s.used.Remove(at)
	delete(s.blocks, key)
	return true
}

func (s *shelf[K]) touch(keys []K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		if at := s.blocks[key]; at != nil {
			s.used.MoveToBack(at)
		}
	}
}
