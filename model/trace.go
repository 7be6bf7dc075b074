package model

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A Trace is a behaviour from the initial state on, in the words of the spec.
type Trace struct {
	Spec     string    `json:"spec"`
	Instance string    `json:"instance"`
	Breaks   string    `json:"breaks,omitempty"` // the property, or what else is wrong; "" of a trace that shows nothing wrong
	Doc      string    `json:"doc,omitempty"`    // what the property says
	With     []Binding `json:"with,omitempty"`   // values of its variables for which it broke
	Fault    string    `json:"fault,omitempty"`  // what left its range in the last step
	Steps    []Step    `json:"steps"`            // the first is Init
	Loop     int       `json:"loop"`             // after the last step the behaviour goes on as after this one; -1: it ends; the last one: nothing more happens
}

// Init is the name of the first step of every trace.
const Init = "Init"

// A Step is one step of a trace.
type Step struct {
	Action  string    `json:"action"`
	By      string    `json:"by,omitempty"`
	Params  []Binding `json:"params,omitempty"`
	Label   string    `json:"label"`          // action and parameters: Flush(key1, gen=1)
	Took    string    `json:"took,omitempty"` // the message taken
	Saw     string    `json:"saw,omitempty"`  // the message looked at
	Events  []Event   `json:"events,omitempty"`
	Sent    []Sent    `json:"sent,omitempty"`
	Changes []Change  `json:"changes,omitempty"` // of entries and facts
	State   string    `json:"state"`             // after the step, as Report.States writes it
}

// An Event is what an action did to one entry.
type Event struct {
	At      string    `json:"at"` // the entry: entry[key1]
	Name    string    `json:"name"`
	Args    []Binding `json:"args,omitempty"`
	Outcome string    `json:"outcome"` // apply, ignore or reject
	Why     string    `json:"why,omitempty"`
	Reply   string    `json:"reply,omitempty"`
	Cell    int       `json:"cell"` // its number in the spec
}

// A Sent message went into a channel.
type Sent struct {
	By      string `json:"by,omitempty"` // the entry that sent it; "" where the action did
	Channel string `json:"channel"`
	Message string `json:"message"`
}

// A Change is a part of an entry or a fact before and after a step.
type Change struct {
	At   string `json:"at"`   // entry[key1], onDisk[key1]
	Part string `json:"part"` // phase, the name of a field, or "" of a fact
	From string `json:"from"`
	To   string `json:"to"`
}

// Len is the number of steps after the initial state.
func (t *Trace) Len() int { return len(t.Steps) - 1 }

// A tracer writes traces. It has a frame of its own: the search's is busy.
type tracer struct {
	*Model
	x     *stepper
	trace *Trace
	state []byte
}

func (m *Model) tracer() *tracer {
	t := &tracer{Model: m, x: m.stepper(), state: m.layout.initial()}
	t.trace = &Trace{Spec: m.System.Name, Instance: m.Instance.Name, Loop: -1}
	t.trace.Steps = []Step{{Action: Init, Label: Init, State: m.layout.canonical(m.System, t.state)}}
	return t
}

// take adds a step; false where it is not possible.
func (t *tracer) take(st *step) bool {
	t.x.log = &log{}
	t.x.now = t.state
	if !t.x.step(st) {
		return false
	}
	next := slices.Clone(t.x.next)
	t.trace.Steps = append(t.trace.Steps, t.step(st, next))
	t.trace.Fault = t.x.fault
	t.state = next
	return true
}

func (t *tracer) step(st *step, next []byte) Step {
	s := Step{
		Action:  st.action.Name,
		By:      st.action.By,
		Params:  bindings(st.action.params, st.params),
		Label:   st.action.Name + tupleText(st.action.params, st.params),
		Changes: t.layout.changes(t.System, t.state, next),
		State:   t.layout.canonical(t.System, next),
	}
	if st.message >= 0 {
		channel := st.action.Message()
		message := Message{channel, t.layout.channels[channel].domain.tuple(st.message)}.Text()
		if st.take != nil {
			s.Took = message
		} else {
			s.Saw = message
		}
	}
	for _, h := range t.x.hits {
		s.Events = append(s.Events, t.event(h))
	}
	for _, p := range t.x.log.sent {
		sent := Sent{Channel: p.Channel.Name, Message: p.Text()}
		if p.by != nil {
			sent.By = p.by.place()
		}
		s.Sent = append(s.Sent, sent)
	}
	return s
}

func (t *tracer) event(h hit) Event {
	e := Event{At: h.at.place(), Name: h.at.event.Name, Args: bindings(h.at.event.Args, h.at.args), Cell: h.does.cell}
	if e.Cell < 0 {
		e.Outcome, e.Why = ast.Reject.String(), "no cell applies"
		return e
	}
	c := t.System.Cells[e.Cell]
	e.Outcome, e.Why, e.Reply = c.Outcome.String(), c.Why, c.Reply
	return e
}

// place names an entry: entry[key1].
func (o *occasion) place() string {
	return placeText(o.event.Machine.Name, o.event.Machine.Keys, o.keys)
}

func placeText(name string, keys []*ast.Variable, values []int) string {
	if len(keys) == 0 {
		return name
	}
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = valueText(k.Type, values[i])
	}
	return name + "[" + strings.Join(parts, ", ") + "]"
}

// changes are the differences of entries and facts between two states.
func (l *layout) changes(sys *ast.System, before, after []byte) []Change {
	var changes []Change
	note := func(at, part, from, to string) {
		if from != to {
			changes = append(changes, Change{at, part, from, to})
		}
	}
	for _, m := range sys.Machines {
		e := l.machines[m]
		for i := range e.keys.size() {
			at, place := placeText(m.Name, m.Keys, e.keys.tuple(i)), e.at(i)
			note(at, "phase", m.Phases[before[place]], m.Phases[after[place]])
			for j, f := range m.Fields {
				note(at, f.Name, fieldText(f, before[place+1+j]), fieldText(f, after[place+1+j]))
			}
		}
	}
	for _, f := range sys.Facts {
		v := l.facts[f]
		for i := range v.keys.size() {
			note(placeText(f.Name, f.Keys, v.keys.tuple(i)), "", valueText(f.Type, int(before[v.base+i])), valueText(f.Type, int(after[v.base+i])))
		}
	}
	return changes
}

// fieldText is what a field holds: 2, key1, none, {request1, request2}.
func fieldText(f *ast.Field, held byte) string {
	switch f.Shape {
	case ast.Set, ast.Mark:
		var members []string
		for i := range maxMembers {
			if held>>i&1 != 0 {
				members = append(members, valueText(f.Type, i))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	case ast.Option:
		if held == 0 {
			return "none"
		}
		return valueText(f.Type, int(held)-1)
	default:
		return valueText(f.Type, int(held))
	}
}

// traceTo is the shortest behaviour that ends in a state that was found.
func (s *search) traceTo(i int) *Trace { return s.follow(s.path(i)).trace }

// traceOver is traceTo and one step more.
func (s *search) traceOver(i int, last *step) *Trace {
	t := s.follow(s.path(i))
	t.take(last)
	return t.trace
}

// path is the states from the initial one to the one with that number.
func (s *search) path(i int) []int {
	path := []int{i}
	for ; i != 0; path = append(path, i) {
		i = int(s.parents[i])
	}
	slices.Reverse(path)
	return path
}

// follow takes a first step that leads from each state to the next.
func (s *search) follow(path []int) *tracer {
	t := s.Model.tracer()
	for _, i := range path[1:] {
		t.take(s.between(t.state, s.found.at(i)))
	}
	return t
}

func (m *Model) between(from, to []byte) *step {
	x := m.stepper()
	x.now = from
	for _, st := range m.steps {
		if x.step(st) && bytes.Equal(x.next, to) {
			return st
		}
	}
	panic("model: no step leads from a state to one that was found from it")
}

// A Label names a step of a behaviour: an action and the values of its parameters, as traces or as TLC write them.
type Label struct {
	Action string
	Params []string
}

// Replay follows labels from the initial state. The error says which of them is not possible where it stands, counted
// from 1: the labels are no behaviour of the model.
func (m *Model) Replay(labels []Label) (*Trace, error) {
	t := m.tracer()
	for i, l := range labels {
		st, err := m.labelled(l)
		if err != nil {
			return nil, fmt.Errorf("%w (step %d)", err, i+1)
		}
		if !t.take(st) {
			return nil, fmt.Errorf("model: step %d, %s(%s), is not possible there", i+1, l.Action, strings.Join(l.Params, ", "))
		}
	}
	return t.trace, nil
}

// labelled finds the step that a label names.
func (m *Model) labelled(l Label) (*step, error) {
	for _, st := range m.steps {
		if st.action.Name != l.Action || len(l.Params) != len(st.params) {
			continue
		}
		params := make([]int, len(l.Params))
		for i, v := range st.action.params {
			var err error
			if params[i], err = parseValue(v.Type, l.Params[i]); err != nil {
				return nil, fmt.Errorf("%w (parameter %s of %s)", err, v.Name, l.Action)
			}
		}
		if slices.Equal(params, st.params) {
			return st, nil
		}
	}
	return nil, fmt.Errorf("model: instance %s has no step %s(%s)", m.Instance.Name, l.Action, strings.Join(l.Params, ", "))
}
