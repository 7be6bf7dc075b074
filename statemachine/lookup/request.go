package lookup

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/keys"
)

// A Handle names one incarnation of a request. An id may come back; a handle never does. The zero Handle names nobody.
type Handle struct {
	index       uint32
	incarnation uint64
}

// String is the handle for a log: "request 7".
func (h Handle) String() string { return fmt.Sprintf("request %d", h.incarnation) }

// A request is one that has been begun, or a place for the next one.
type request[R comparable] struct {
	incarnation uint64 // 0: a free place
	id          R
	holdings    []holding
	cursor      int // the next ask's holding, if requests ask for the same keys in the same order step by step
	places      places
}

// Begin begins a request and names it. An id that has been begun and has not ended is an ErrBegun; one that has ended
// is a new request, which nothing of the old one reaches. A request ends by Cleanup.
func (m *Manager[K, R]) Begin(id R) (Handle, error) {
	if !m.named.Found(id) {
		return Handle{}, fmt.Errorf("%w: id %s", ErrKey, keys.Print(id))
	}
	if _, live := m.live[id]; live {
		return Handle{}, fmt.Errorf("%w: id %s", ErrBegun, keys.Print(id))
	}
	index := m.place()
	m.incarnations++
	r := &m.requests[index]
	r.incarnation, r.id = m.incarnations, id
	m.live[id] = index
	return Handle{index, r.incarnation}, nil
}

// place is the index of a free request: one that has ended, if there is one.
func (m *Manager[K, R]) place() uint32 {
	if n := len(m.ended); n > 0 {
		index := m.ended[n-1]
		m.ended = m.ended[:n-1]
		return index
	}
	m.requests = append(m.requests, request[R]{})
	return uint32(len(m.requests) - 1)
}

// request is the request that the handle names, or nil.
func (m *Manager[K, R]) request(h Handle) *request[R] {
	if int(h.index) < len(m.requests) && h.incarnation != 0 && m.requests[h.index].incarnation == h.incarnation {
		return &m.requests[h.index]
	}
	return nil
}

// noRequest is the error for a handle that names nobody.
func (m *Manager[K, R]) noRequest(h Handle, trying string) error {
	m.stats.UnknownHandles++
	return fmt.Errorf("%w: %s for %v", ErrHandle, trying, h)
}

// Cleanup ends a request, whatever it still waits for. Keys that nobody holds any more are forgotten, but for those
// whose probe runs: a newcomer may share it. The cost is that of the keys it holds. A handle that names nobody is an
// ErrHandle, and nothing happens.
func (m *Manager[K, R]) Cleanup(h Handle) error {
	r := m.request(h)
	if r == nil {
		return m.noRequest(h, "cleanup")
	}
	for i := range r.holdings {
		m.letGo(h, &r.holdings[i])
	}
	delete(m.live, r.id)
	r.end()
	m.ended = append(m.ended, h.index)
	return nil
}

func (m *Manager[K, R]) letGo(h Handle, a *holding) {
	e := &m.slab[a.slot]
	r := OnCleanup(e.Entry, m.look(e, a), Request(h.index))
	m.settle(a.slot, a, r, about{request: h})
}

// end empties the place for the next request.
func (r *request[R]) end() {
	r.incarnation, r.id = 0, *new(R)
	r.forget()
}

// forget lets go of all holdings. The room they had stays.
func (r *request[R]) forget() {
	r.holdings, r.cursor = r.holdings[:0], 0
	r.places.clear()
}

// find is the index of the request's holding of a slot, or -1.
func (r *request[R]) find(slot uint32) int {
	if len(r.holdings) > scanned {
		return r.places.find(slot, r.holdings)
	}
	for i := range r.holdings {
		if r.holdings[i].slot == slot {
			return i
		}
	}
	return -1
}
