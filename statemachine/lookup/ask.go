package lookup

import (
	"fmt"
	"math"

	"github.com/genlock-go/genlock/internal/keys"
)

// A Generation names what was started under an entry: the end of a load comes back with it. It is handed out with a
// hit, and never again for another. The zero Generation is none.
type Generation struct {
	token Token
	slot  uint32
}

// Token is the generation as the specification counts it; 0 for none.
func (g Generation) Token() Token { return g.token }

// String is the generation for a log: "generation 7".
func (g Generation) String() string { return fmt.Sprintf("generation %d", g.token) }

// Lookup is what the request hears of a key now: retry (ask again in the next step), hit or miss. It drains nothing,
// sends nothing and reads no clock. The generation comes with a hit only. What was answered once is answered from then
// on, but for what told changes and failed loads change.
//
// A handle that names nobody is an ErrHandle, and nothing happens; the verdict is then a miss. So it is with a key that
// does not equal itself or cannot be compared, an ErrKey.
func (m *Manager[K, R]) Lookup(h Handle, key K) (Verdict, Generation, error) {
	q := m.request(h)
	if q == nil {
		return VerdictMiss, Generation{}, m.noRequest(h, "lookup")
	}
	a := m.seek(q, &key)
	if a == nil {
		return m.first(h, q, &key)
	}
	return m.again(h, a)
}

// LookupPrefix looks keys up in order. It goes on past hits and retries and stops at the first miss. It appends the
// verdicts so far, the miss among them, to into, which may be nil. Errors are those of Lookup.
func (m *Manager[K, R]) LookupPrefix(h Handle, keys []K, into []Verdict) ([]Verdict, error) {
	for _, key := range keys {
		v, _, err := m.Lookup(h, key)
		if err != nil {
			return into, err
		}
		into = append(into, v)
		if v == VerdictMiss {
			break
		}
	}
	return into, nil
}

// seek is the request's holding of the key where it is expected: after its last one, or at the start of another round.
// nil says nothing: it may be elsewhere.
func (m *Manager[K, R]) seek(q *request[R], key *K) *holding {
	at := q.cursor
	if at >= len(q.holdings) {
		at = 0
	}
	if at < len(q.holdings) && m.keys[q.holdings[at].slot] == *key {
		q.cursor = at + 1
		return &q.holdings[at]
	}
	return nil
}

// find is the request's holding of the key that is bound to a slot, or nil.
func (m *Manager[K, R]) find(q *request[R], slot uint32) *holding {
	if slot == noSlot {
		return nil
	}
	at := q.find(slot)
	if at < 0 {
		return nil
	}
	q.cursor = at + 1
	return &q.holdings[at]
}

// again answers a request that holds the key. If its deadline has passed the entry is told first, once.
func (m *Manager[K, R]) again(h Handle, a *holding) (Verdict, Generation, error) {
	if m.now >= a.deadline {
		m.expire(h, a)
	}
	v := m.ask(h, a.slot, a)
	if a.waits && v != VerdictRetry {
		m.answered(a)
	}
	return v, m.handOut(v, a.slot), nil
}

// first answers a request that the cursor did not lead to the key: mostly it is its first ask.
func (m *Manager[K, R]) first(h Handle, q *request[R], key *K) (Verdict, Generation, error) {
	slot, room := m.seat(key)
	if slot == noSlot {
		return m.unasked(h, q, key, room)
	}
	if a := m.find(q, slot); a != nil {
		return m.again(h, a)
	}
	m.ageOut(slot)
	v := m.ask(h, slot, nil)
	m.asked(q, v)
	return v, m.handOut(v, slot), nil
}

// unasked answers the first ask of a key that is bound to no slot. It is bound to one, and gets the room that was found
// for it in the index, if the step leaves something to keep.
func (m *Manager[K, R]) unasked(h Handle, q *request[R], key *K, room room) (Verdict, Generation, error) {
	if !m.keyed.Found(*key) {
		return VerdictMiss, Generation{}, fmt.Errorf("%w: %s", ErrKey, keys.Print(*key))
	}
	r := OnAsk(m.nobody.Entry, m.look(&m.nobody, nil), Request(h.index), m.down, m.fresh())
	if r.Next == m.nobody.Entry {
		m.conclude(noSlot, *key, nil, r.Result, about{request: h, About: About{Down: m.down}})
		m.stats.Asks.AtOnce++
		return r.Reply, Generation{}, nil
	}
	v := m.heard(h, m.bind(key, room), nil, &r)
	m.asked(q, v)
	return v, Generation{}, nil
}

// ask lets the entry answer a request; a is its holding, nil if it does not hold the key.
func (m *Manager[K, R]) ask(h Handle, slot uint32, a *holding) Verdict {
	e := &m.slab[slot]
	r := OnAsk(e.Entry, m.look(e, a), Request(h.index), m.down, m.fresh())
	if a != nil && m.config.Observe == nil && r.Next == e.Entry && r.Holders&^HoldersAdd == 0 && r.Sent == 0 {
		m.met[r.Cell]++ // it holds the key and is asked for no more: nothing is left to settle
		return r.Reply
	}
	settled := r // a copy, so that r stays in registers for those who leave above
	return m.heard(h, slot, a, &settled)
}

// heard settles an ask and gathers the probe that it may have asked for.
func (m *Manager[K, R]) heard(h Handle, slot uint32, a *holding, r *AskResult) Verdict {
	m.drew(r.Result)
	m.settle(slot, a, r.Result, about{request: h, About: About{Down: m.down}})
	if r.Sent&SentAsked != 0 {
		m.gather(slot, r.Asked.Gen)
	}
	return r.Reply
}

// expire tells the entry that the deadline of a request's ask has passed. What that means the step says: an answer that
// is there stays, however late it came.
func (m *Manager[K, R]) expire(h Handle, a *holding) {
	if a.waits { // it will hear miss, or an answer that came just in time
		m.answered(a)
	}
	a.deadline = math.MaxInt64
	e := &m.slab[a.slot]
	m.settle(a.slot, a, OnExpire(e.Entry, m.look(e, a), Request(h.index)), about{request: h})
}

// ageOut tells an old miss that it is old, before a newcomer asks.
func (m *Manager[K, R]) ageOut(slot uint32) {
	e := &m.slab[slot]
	if e.Phase == Miss && m.now-e.since >= int64(m.config.MissAge) {
		m.settle(slot, nil, OnAge(e.Entry), about{})
	}
}

// handOut is the generation that comes with a verdict.
func (m *Manager[K, R]) handOut(v Verdict, slot uint32) Generation {
	if v != VerdictHit {
		return Generation{}
	}
	return Generation{m.slab[slot].Generation, slot}
}
