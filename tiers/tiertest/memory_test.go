package tiertest_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// shelves are storages in memory by directory and salt, as a file system is.
type shelves struct {
	mu sync.Mutex
	by map[string]*tiertest.Memory[string]
}

func (s *shelves) open(o tiertest.Opening) *tiertest.Memory[string] {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := filepath.Join(o.Dir, "salted "+o.Salt)
	if s.by[at] == nil {
		s.by[at] = tiertest.NewMemory[string](o.Memory.SlotBytes(), 1<<20)
	}
	return s.by[at]
}

// inMemory is a harness for storages in memory, each of which wrap may put something around.
func inMemory(wrap func(*tiertest.Memory[string]) tiers.Backend[string]) tiertest.Harness {
	all := &shelves{by: map[string]*tiertest.Memory[string]{}}
	open := map[string]*tiertest.Memory[string]{} // the storage that tells of its changes, by directory
	h := tiertest.Backends(func(_ *testing.T, o tiertest.Opening) tiers.Backend[string] {
		m := all.open(o).Reopen()
		open[o.Dir] = m
		return wrap(m)
	})
	h.Evict = func(_ *testing.T, o tiertest.Opening, key string) { open[o.Dir].Evict(key) }
	h.Lose = func(_ *testing.T, o tiertest.Opening, key string) { open[o.Dir].Lose(key) }
	h.Shared, h.Salted = true, true
	return h
}

// lasting is a storage whose blocks outlive it, for as long as the test process.
type lasting struct{ *tiertest.Memory[string] }

func (lasting) Capabilities() tiers.Capabilities {
	return tiers.Capabilities{Medium: "memory", Locality: tiers.Private, Persistent: true}
}

// TestMemory fails if the storage in memory, or the tier over it, is none that a scheduler could use.
func TestMemory(t *testing.T) {
	tiertest.Run(t, inMemory(func(m *tiertest.Memory[string]) tiers.Backend[string] { return lasting{m} }))
}
