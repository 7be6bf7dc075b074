package lookup

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/keys"
)

// Load starts the load of a key that the request heard hit for, and says under which generation. It starts none, and
// returns the zero Generation and false, if the key is no hit any more, if the request was told miss for it, or if its
// load under this generation runs. What was started must end in Loaded or MarkMiss under that generation. A handle that
// names nobody is an ErrHandle.
func (m *Manager[K, R]) Load(h Handle, key K) (generation Generation, started bool, err error) {
	q := m.request(h)
	if q == nil {
		return Generation{}, false, m.noRequest(h, "load")
	}
	slot := m.slot(key)
	a, e := m.find(q, slot), m.record(slot)
	r := OnLoad(e.Entry, m.look(e, a), Request(h.index))
	m.conclude(slot, key, a, r.Result, about{request: h})
	if r.Sent&SentLoading == 0 {
		return Generation{}, false, nil
	}
	e.started = true
	return Generation{r.Loading.Gen, slot}, true, nil
}

// Loaded says that a load has ended well. If a told change or a failure overtook it, that is ignored. A request that has
// ended meanwhile is an ErrHandle and a generation under which it started nothing an ErrGeneration; nothing happens then.
func (m *Manager[K, R]) Loaded(h Handle, key K, g Generation) error {
	q := m.request(h)
	if q == nil {
		return m.noRequest(h, "loaded")
	}
	slot, err := m.startedUnder(key, g, "loaded")
	if err != nil {
		return err
	}
	r := OnLoaded(m.record(slot).Entry, Request(h.index), g.token)
	m.conclude(slot, key, m.held(q, slot), r, about{request: h, About: About{Generation: g.token}})
	return nil
}

// MarkMiss says that a load has failed, whether its request still lives or not: every holder of a hit of that
// generation is told miss from now on, and the next newcomer looks again. A failure of any other generation changes
// nothing. The cell that is returned says what it did. A generation under which nothing was started is an
// ErrGeneration, and nothing happens; the cell is then one that ignores.
func (m *Manager[K, R]) MarkMiss(key K, g Generation) (Cell, error) {
	slot, err := m.startedUnder(key, g, "mark miss")
	if err != nil {
		return ignored, err
	}
	r := OnMarkMiss(m.record(slot).Entry, g.token)
	m.failed(slot, r)
	m.conclude(slot, key, nil, r, about{About: About{Generation: g.token}})
	return r.Cell, nil
}

// ignored is the cell of a failure that concerns nobody.
var ignored = OnMarkMiss(Entry{}, 0).Cell

// startedUnder is the slot of the key, noSlot if it has none, and an error if no load of it can have been started under
// the generation. Of an entry that is gone, or has a younger generation, nobody remembers what was started; there the
// generation is stale, and the step ignores it.
func (m *Manager[K, R]) startedUnder(key K, g Generation, trying string) (uint32, error) {
	if g.token == 0 || g.token > m.generation || int(g.slot) >= len(m.slab) {
		return noSlot, m.noGeneration(key, g, trying, "never issued")
	}
	e := &m.slab[g.slot]
	switch {
	case e.Generation != g.token:
		return m.slot(key), nil
	case m.keys[g.slot] != key:
		return noSlot, m.noGeneration(key, g, trying, "of another key")
	case !e.started:
		return noSlot, m.noGeneration(key, g, trying, "no load was started")
	}
	return g.slot, nil
}

func (m *Manager[K, R]) noGeneration(key K, g Generation, trying, why string) error {
	m.stats.UnknownGenerations++
	return fmt.Errorf("%w: %s of %s under %v: %s", ErrGeneration, trying, keys.Print(key), g, why)
}

// held is the request's holding of a slot, or nil.
func (m *Manager[K, R]) held(q *request[R], slot uint32) *holding {
	if at := q.find(slot); at >= 0 {
		return &q.holdings[at]
	}
	return nil
}
