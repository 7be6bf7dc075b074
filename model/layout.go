package model

import (
	"fmt"

	"github.com/genlock-go/genlock/internal/ast"
)

// A layout says where the parts of a state are: a state is a vector of bytes of fixed length, equal for equal states
// and only for them. In order: for each machine, for each entry, the phase and one byte a field; for each bag the
// number of copies of each message there may be; for each queue its places (0, or 1 + the message's number); for each
// fact its values; the next token; one bit for each event that was rejected in a phase.
type layout struct {
	scale
	size      int
	machines  map[*ast.Machine]*entries
	channels  map[*ast.Channel]*messages
	facts     map[*ast.Fact]*values
	nextToken int
	rejected  int
	rejects   []string // "Event in Phase", in order of declaration
}

// entries are the places of a machine's entries.
type entries struct {
	machine *ast.Machine
	keys    grid
	base    int
	stride  int
	fields  map[*ast.Field]int // relative to the entry
	held    map[*ast.Field]span
}

func (e *entries) at(index int) int { return e.base + index*e.stride }

// messages are the places of a channel's messages.
type messages struct {
	channel *ast.Channel
	domain  grid // of all fields
	base    int
	each    []int // of a queue: the fields that say which queue, as numbers of fields
	queues  grid  // of a queue: the values of these fields
}

// values are the places of a fact's values.
type values struct {
	fact *ast.Fact
	keys grid
	base int
	held span
}

// Bounds of the layout: places are bytes, and a state that no longer fits a few cache lines is explored by nobody.
const (
	maxByte     = 255
	maxMembers  = 8       // of a set, one bit each
	maxMessages = 1 << 16 // of a bag's domain
)

func newLayout(sys *ast.System, instance *ast.Instance) (*layout, error) {
	l := &layout{
		scale:    scale{instance.Sizes, instance.Tokens},
		machines: map[*ast.Machine]*entries{},
		channels: map[*ast.Channel]*messages{},
		facts:    map[*ast.Fact]*values{},
	}
	if instance.Tokens < 0 || instance.Tokens >= maxByte {
		return nil, fmt.Errorf("model: instance %s has %d tokens, 0 to %d are possible", instance.Name, instance.Tokens, maxByte-1)
	}
	for _, m := range sys.Machines {
		if err := l.addMachine(m); err != nil {
			return nil, err
		}
	}
	for _, c := range sys.Channels {
		if err := l.addChannel(c); err != nil {
			return nil, err
		}
	}
	for _, f := range sys.Facts {
		if err := l.addFact(f); err != nil {
			return nil, err
		}
	}
	l.nextToken = l.take(1)
	l.addRejects(sys)
	return l, nil
}

// take reserves n bytes.
func (l *layout) take(n int) int {
	base := l.size
	l.size += n
	return base
}

func (l *layout) addMachine(m *ast.Machine) error {
	keys, err := l.grid(m.Keys)
	if err != nil {
		return fmt.Errorf("%w of machine %s", err, m.Name)
	}
	if keys.size() > maxMessages {
		return fmt.Errorf("model: machine %s has too many entries for the state's layout", m.Name)
	}
	e := &entries{machine: m, keys: keys, stride: 1 + len(m.Fields), fields: map[*ast.Field]int{}, held: map[*ast.Field]span{}}
	for i, f := range m.Fields {
		e.fields[f] = 1 + i
		if e.held[f], err = l.field(f); err != nil {
			return err
		}
	}
	e.base = l.take(keys.size() * e.stride)
	l.machines[m] = e
	return nil
}

// field is the values of the byte that holds a field.
func (l *layout) field(f *ast.Field) (span, error) {
	held, err := l.held(f.Type)
	if err != nil {
		return span{}, fmt.Errorf("%w (field %s)", err, f.Name)
	}
	switch f.Shape {
	case ast.Set, ast.Mark:
		if held.n > maxMembers {
			return span{}, fmt.Errorf("model: field %s is a set of up to %d values, %d are possible", f.Name, held.n, maxMembers)
		}
		return span{0, 1 << held.n}, nil
	case ast.Option:
		held.n++
	}
	if held.n > maxByte {
		return span{}, fmt.Errorf("model: field %s has %d values, at most %d are possible", f.Name, held.n, maxByte)
	}
	return held, nil
}

func (l *layout) addChannel(c *ast.Channel) error {
	domain, err := l.grid(c.Fields)
	if err != nil {
		return fmt.Errorf("%w of channel %s", err, c.Name)
	}
	m := &messages{channel: c, domain: domain}
	size, most := domain.size(), maxMessages
	if c.Queue {
		most = maxByte - 1
	}
	if size > most {
		return fmt.Errorf("model: channel %s has more different messages than the state's layout holds (%d)", c.Name, most)
	}
	if c.Queue {
		for _, v := range c.Each {
			i := fieldNumber(c, v)
			m.each, m.queues = append(m.each, i), append(m.queues, domain[i])
		}
		size = m.queues.size() * c.Room
	}
	m.base = l.take(size)
	l.channels[c] = m
	return nil
}

func fieldNumber(c *ast.Channel, v *ast.Variable) int {
	for i, f := range c.Fields {
		if f.Name == v.Name {
			return i
		}
	}
	return -1
}

// queue is the place of the head of the queue that a message belongs to.
func (m *messages) queue(index int) int {
	tuple := m.domain.tuple(index)
	each := make([]int, len(m.each))
	for i, f := range m.each {
		each[i] = tuple[f]
	}
	return m.base + m.queues.index(each)*m.channel.Room
}

func (l *layout) addFact(f *ast.Fact) error {
	keys, err := l.grid(f.Keys)
	if err != nil {
		return fmt.Errorf("%w of fact %s", err, f.Name)
	}
	held, err := l.held(f.Type)
	if err != nil {
		return fmt.Errorf("%w (fact %s)", err, f.Name)
	}
	if held.n > maxByte || keys.size() > maxMessages {
		return fmt.Errorf("model: fact %s has too many values for the state's layout", f.Name)
	}
	l.facts[f] = &values{fact: f, keys: keys, base: l.take(keys.size()), held: held}
	return nil
}

func (l *layout) addRejects(sys *ast.System) {
	for _, c := range sys.Cells {
		if c.Outcome != ast.Reject {
			continue
		}
		for _, phase := range c.In.Phases {
			if text := rejectText(c.Event, phase); l.reject(text) < 0 {
				l.rejects = append(l.rejects, text)
			}
		}
	}
	l.rejected = l.take((len(l.rejects) + 7) / 8)
}

func rejectText(e *ast.Event, phase string) string { return e.Name + " in " + phase }

// reject is the number of the bit of a rejected event, or -1.
func (l *layout) reject(text string) int {
	for i, r := range l.rejects {
		if r == text {
			return i
		}
	}
	return -1
}

// initial is the state before the first step.
func (l *layout) initial() []byte {
	s := make([]byte, l.size)
	s[l.nextToken] = 1
	return s
}
