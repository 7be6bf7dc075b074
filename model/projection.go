package model

import "github.com/genlock-go/genlock/internal/quotient"

// A projection leaves out of a state the messages that are dead, and gives the token of each entry one name. It reads
// states of one layout, with however many tokens, and writes those of another.
type projection struct {
	size      int
	nextToken int
	same      []stretch
	own       []move
	live      []live
}

// Tokens of a state that was projected. The one to be drawn next and the one that stands for all that are dead are there so
// that a step, and what a property says of any token, can tell them from the entry's own.
const (
	ownToken = 1 + iota
	freshToken
	deadToken
)

// A stretch of bytes is copied as it is.
type stretch struct{ from, to, n int }

// A move is of one byte.
type move struct{ from, to int }

// live is the number of copies of a message under the token of its entry.
type live struct {
	token  int // the place of that token
	first  int // the place of the message with the first token, where tokens are as many as there are
	stride int // to the next token
	to     int
}

func project(q *quotient.Quotient, from, to *layout) *projection {
	p := &projection{size: to.size, nextToken: to.nextToken}
	for m, e := range from.machines {
		f := to.machines[m]
		p.same = append(p.same, stretch{e.base, f.base, e.keys.size() * e.stride})
		if own := q.Own[m]; own != nil {
			for i := range e.keys.size() {
				p.own = append(p.own, move{e.at(i) + e.fields[own], f.at(i) + f.fields[own]})
			}
		}
	}
	for c, m := range from.channels {
		if home := q.Home[c]; home != nil {
			p.messages(q, home, from, m, to.channels[c])
			continue
		}
		p.same = append(p.same, stretch{m.base, to.channels[c].base, m.bytes()})
	}
	for f, v := range from.facts {
		p.same = append(p.same, stretch{v.base, to.facts[f].base, v.keys.size()})
	}
	p.same = append(p.same, stretch{from.rejected, to.rejected, to.size - to.rejected})
	return p
}

// bytes is how many bytes a channel takes.
func (m *messages) bytes() int {
	if m.channel.Queue {
		return m.queues.size() * m.channel.Room
	}
	return m.domain.size()
}

// messages are those of a channel that carry the token of the entry that they name.
func (p *projection) messages(q *quotient.Quotient, home *quotient.Home, from *layout, m, to *messages) {
	entries := from.machines[home.Machine]
	stride := m.domain[home.Token+1:].size()
	for i := range to.domain.size() {
		tuple := to.domain.tuple(i)
		if tuple[home.Token] != ownToken {
			continue
		}
		keys := make([]int, len(home.Keys))
		for j, n := range home.Keys {
			keys[j] = tuple[n]
		}
		token := entries.at(entries.keys.index(keys)) + entries.fields[q.Own[home.Machine]]
		p.live = append(p.live, live{token, m.base + m.domain.index(tuple), stride, to.base + i})
	}
}

// apply writes the projected state.
func (p *projection) apply(dst, state []byte) {
	clear(dst)
	for _, s := range p.same {
		copy(dst[s.to:s.to+s.n], state[s.from:s.from+s.n])
	}
	for _, m := range p.own {
		dst[m.to] = min(state[m.from], ownToken)
	}
	for _, l := range p.live {
		if token := int(state[l.token]); token > 0 {
			dst[l.to] = state[l.first+l.stride*(token-1)]
		}
	}
	dst[p.nextToken] = freshToken
}
