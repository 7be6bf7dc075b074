package model

import (
	"slices"

	"github.com/genlock-go/genlock/internal/ast"
)

// count compiles the number of messages that match a pattern. Of a bag it adds up the places of the messages that can
// match; of a queue it looks through the places for them.
func (s scope) count(x ast.Count) number {
	m := s.layout.channels[x.Channel]
	if x.Channel.Queue {
		return s.countQueued(m, x.Args)
	}
	return s.countMatching(m, x.Args, 0, constant(0))
}

// countMatching takes the fields one by one: index is the number of the message so far.
func (s scope) countMatching(m *messages, args []ast.Expr, field int, index number) number {
	if field == len(args) {
		return s.read(m.base, 1, index)
	}
	span := m.domain[field]
	if args[field] != nil {
		return s.countMatching(m, args, field+1, index.digit(s.number(args[field]), span))
	}
	sum := constant(0)
	for i := range span.n {
		sum = combine(sum, s.countMatching(m, args, field+1, index.digit(constant(span.lo+i), span)), add)
	}
	return sum
}

func (s scope) countQueued(m *messages, args []ast.Expr) number {
	pattern := make([]number, len(args))
	for i, a := range args {
		pattern[i] = constant(anything)
		if a != nil {
			pattern[i] = s.number(a)
		}
	}
	from, to, after := m.base, m.base+m.queues.size()*m.channel.Room, s.after
	tuples := make([][]int, m.domain.size())
	for i := range tuples {
		tuples[i] = m.domain.tuple(i)
	}
	return number{f: func(x *frame) int {
		places := x.now[from:to]
		if after {
			places = x.next[from:to]
		}
		n := 0
		for _, place := range places {
			if place != 0 && matches(x, pattern, tuples[place-1]) {
				n++
			}
		}
		return n
	}}
}

const anything = -1

func matches(x *frame, pattern []number, tuple []int) bool {
	for i, p := range pattern {
		if v := p.value(x); v != anything && v != tuple[i] {
			return false
		}
	}
	return true
}

// present is the condition that a message can be taken: it is in the bag, or at the head of its queue.
func (m *messages) present(index int) condition {
	if m.channel.Queue {
		head, want := m.queue(index), byte(index+1)
		return condition{f: func(x *frame) bool { return x.now[head] == want }}
	}
	place := m.base + index
	return condition{f: func(x *frame) bool { return x.now[place] != 0 }}
}

// take removes a message that is present.
func (m *messages) take(index int) effect {
	if !m.channel.Queue {
		place := m.base + index
		return func(x *frame) { x.next[place]-- }
	}
	head, room := m.queue(index), m.channel.Room
	return func(x *frame) {
		places := x.next[head : head+room]
		copy(places, places[1:])
		places[room-1] = 0
	}
}

// send compiles a Send. A message outside the channel's domain, one too many in a queue and the 256th copy in a bag are
// faults.
func (s scope) send(e ast.Send) effect {
	m := s.layout.channels[e.Channel]
	args := s.numbers(e.Args)
	index := s.index(m.domain, args)
	put := m.put()
	return func(x *frame) {
		if x.log != nil && x.log.keep(m.channel, args, x) {
			return
		}
		i := index.value(x)
		if i < 0 {
			x.fail("no message is %s", m.text(args, x))
			return
		}
		put(x, i)
	}
}

// keep notes a message and says whether that is all that happens to it.
func (l *log) keep(c *ast.Channel, args []number, x *frame) bool {
	l.sent = append(l.sent, posted{Message{c, evaluate(args, x)}, l.sender})
	return l.only
}

func evaluate(args []number, x *frame) []int {
	values := make([]int, len(args))
	for i, a := range args {
		values[i] = a.value(x)
	}
	return values
}

func (m *messages) text(args []number, x *frame) string {
	return Message{m.channel, evaluate(args, x)}.Text()
}

func (m *messages) put() func(x *frame, index int) {
	c := m.channel
	if !c.Queue {
		return func(x *frame, index int) {
			if x.next[m.base+index] == maxByte {
				x.fail("%s holds too many copies of one message", c.Name)
				return
			}
			x.next[m.base+index]++
		}
	}
	heads := make([]int, m.domain.size())
	for i := range heads {
		heads[i] = m.queue(i)
	}
	return func(x *frame, index int) {
		places := x.next[heads[index] : heads[index]+c.Room]
		free := slices.Index(places, 0)
		if free < 0 {
			x.fail("%s is full: there is room for %d", c.Name, c.Room)
			return
		}
		places[free] = byte(index + 1)
	}
}

// A Message is one message of a channel: the values of its fields as numbers.
type Message struct {
	Channel *ast.Channel
	Values  []int
}

// Text is the message in the words of the spec: answered(key1, gen=2, found=true).
func (m Message) Text() string { return m.Channel.Name + tupleText(m.Channel.Fields, m.Values) }
