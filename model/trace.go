package model

import (
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

	// Loop is the step after which the state was the same as after the last one: from there the behaviour goes round for
	// ever. -1: it ends. The last step itself: nothing more happens.
	Loop int `json:"loop"`

	Note string `json:"note,omitempty"` // what whoever made the trace has to say of its last step
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
	Label   string    `json:"label"`   // name and arguments: Ask(request1, down=false)
	Outcome string    `json:"outcome"` // apply, ignore or reject
	Why     string    `json:"why,omitempty"`
	Reply   string    `json:"reply,omitempty"`
	Clears  bool      `json:"clears,omitempty"` // it takes the entry to a phase that carries no fields
	Cell    int       `json:"cell"`             // its number in the spec
}

// A Sent message went into a channel.
type Sent struct {
	By      string `json:"by,omitempty"` // the entry that sent it; "" where the action did
	To      string `json:"to,omitempty"` // who takes messages of that channel; "" where nobody does
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
		Label:   st.label(),
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
		sent := Sent{To: receiver(t.System, p.Channel), Channel: p.Channel.Name, Message: p.Text()}
		if p.by != nil {
			sent.By = p.by.place()
		}
		s.Sent = append(s.Sent, sent)
	}
	return s
}

func (t *tracer) event(h hit) Event {
	e := Event{
		At: h.at.place(), Name: h.at.event.Name, Args: bindings(h.at.event.Args, h.at.args), Cell: h.does.cell,
		Label: labelText(h.at.event.Name, h.at.event.Args, h.at.args),
	}
	if e.Cell < 0 {
		e.Outcome, e.Why = ast.Reject.String(), "no cell applies"
		return e
	}
	c := t.System.Cells[e.Cell]
	e.Outcome, e.Why, e.Reply = c.Outcome.String(), c.Why, c.Reply
	e.Clears = c.To != "" && c.Event.Machine.IsBlank(c.To)
	return e
}

func (st *step) label() string { return labelText(st.action.Name, st.action.params, st.params) }

// named is the label of a step that many walks take.
func (st *step) named() string {
	if st.name == "" {
		st.name = st.label()
	}
	return st.name
}

// receiver is who acts on the messages of a channel, by the first action that does.
func receiver(sys *ast.System, c *ast.Channel) string {
	for _, a := range sys.Actions {
		if a.Message() == c {
			return a.By
		}
	}
	return ""
}

// labelText is a name with values: Flush(key1, gen=1), and the name alone where there are none.
func labelText(name string, vs []*ast.Variable, values []int) string {
	if len(vs) == 0 {
		return name
	}
	return name + tupleText(vs, values)
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
