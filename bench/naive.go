package main

import "sync"

// A naive manager does what is on a whiteboard: a map of entries, a map of holders in each, a map of keys for each
// request, a slice a batch. It knows no deadlines, no failures and no told changes, in its favour.
type naive struct {
	entries  map[blockKey]*naiveEntry
	requests map[uint64]map[blockKey]bool
	gen      uint64
	asked    []naiveProbe
	work     chan []naiveProbe
	mu       sync.Mutex
	answers  []naiveAnswer
	wake     chan struct{}
}

type naiveEntry struct {
	phase   handPhase
	gen     uint64
	holders map[uint64]bool
}

type naiveProbe struct {
	key blockKey
	gen uint64
}

type naiveAnswer struct {
	naiveProbe
	found bool
}

func newNaive() *naive {
	m := &naive{
		entries:  map[blockKey]*naiveEntry{},
		requests: map[uint64]map[blockKey]bool{},
		work:     make(chan []naiveProbe, 1024),
		wake:     make(chan struct{}, 1),
	}
	for range 2 {
		go m.probe()
	}
	return m
}

func (m *naive) lookup(request uint64, key blockKey) handReply {
	e := m.entries[key]
	if e == nil {
		m.gen++
		e = &naiveEntry{phase: handPending, gen: m.gen, holders: map[uint64]bool{}}
		m.entries[key] = e
		m.asked = append(m.asked, naiveProbe{key, e.gen})
	}
	e.holders[request] = true
	keys := m.requests[request]
	if keys == nil {
		keys = map[blockKey]bool{}
		m.requests[request] = keys
	}
	keys[key] = true
	switch e.phase {
	case handHit:
		return handYes
	case handMiss:
		return handNo
	default:
		return handRetry
	}
}

const naiveBatch = 64

func (m *naive) flush() (sent int) {
	for _, p := range m.asked {
		if e := m.entries[p.key]; e != nil && e.gen == p.gen {
			e.phase = handInFlight
		}
	}
	sent = len(m.asked)
	for at := 0; at < sent; at += naiveBatch {
		m.work <- m.asked[at:min(at+naiveBatch, sent)]
	}
	m.asked = nil
	return sent
}

func (m *naive) probe() {
	for batch := range m.work {
		for _, p := range batch {
			m.mu.Lock()
			m.answers = append(m.answers, naiveAnswer{p, true})
			m.mu.Unlock()
		}
		select {
		case m.wake <- struct{}{}:
		default:
		}
	}
}

func (m *naive) drain() (taken int) {
	m.mu.Lock()
	answers := m.answers
	m.answers = nil
	m.mu.Unlock()
	for _, a := range answers {
		e := m.entries[a.key]
		if e == nil || e.phase != handInFlight || e.gen != a.gen {
			continue
		}
		e.phase = handMiss
		if a.found {
			e.phase = handHit
		}
	}
	return len(answers)
}

func (m *naive) cleanup(request uint64) {
	for key := range m.requests[request] {
		e := m.entries[key]
		delete(e.holders, request)
		if len(e.holders) == 0 {
			delete(m.entries, key)
		}
	}
	delete(m.requests, request)
}

func (m *naive) close() { close(m.work) }
