package model

import (
	"strconv"

	"github.com/genlock-go/genlock/internal/ast"
)

// canonical writes a state as a tuple of numbers, <<1, 2, 3>>, in an order that another engine can follow: for each
// machine of the system, for each entry (the first key slowest), the number of its phase and then its fields (a plain
// value as its number, an option as 0 or 1 + its value, a set or a mark as a number with bit i for value i); for each
// channel, of a bag the copies of each message (the first field slowest), of a queue for each value of its Each fields
// the length and then for each place 0 or 1 + the message's number; for each fact its values; the next token; the
// number of rejected events.
func (l *layout) canonical(sys *ast.System, state []byte) string {
	w := tuple{'<', '<'}
	for _, m := range sys.Machines {
		e := l.machines[m]
		w.addAll(state[e.base : e.base+e.keys.size()*e.stride])
	}
	for _, c := range sys.Channels {
		w.addChannel(l.channels[c], state)
	}
	for _, f := range sys.Facts {
		v := l.facts[f]
		w.addAll(state[v.base : v.base+v.keys.size()])
	}
	w.add(int(state[l.nextToken]))
	rejected := 0
	for _, b := range state[l.rejected:] {
		rejected += members(b)
	}
	w.add(rejected)
	return string(append(w, '>', '>'))
}

// A tuple is the text written so far.
type tuple []byte

func (w *tuple) add(n int) {
	if len(*w) > 2 {
		*w = append(*w, ", "...)
	}
	*w = strconv.AppendInt(*w, int64(n), 10)
}

func (w *tuple) addAll(values []byte) {
	for _, v := range values {
		w.add(int(v))
	}
}

func (w *tuple) addChannel(m *messages, state []byte) {
	if !m.channel.Queue {
		w.addAll(state[m.base : m.base+m.domain.size()])
		return
	}
	for i := range m.queues.size() {
		places := state[m.base+i*m.channel.Room : m.base+(i+1)*m.channel.Room]
		w.add(queued(places))
		w.addAll(places)
	}
}

// queued is the number of messages in the places of one queue.
func queued(places []byte) int {
	n := 0
	for n < len(places) && places[n] != 0 {
		n++
	}
	return n
}
