package model

import (
	"fmt"
	"strings"

	"github.com/genlock-go/genlock/internal/ast"
)

// A State is one state of a model, for those who walk through it by themselves. Two are equal if and only if their strings
// are; what is in them only the model knows.
type State string

// A Move is a step that is possible in a state.
type Move struct {
	Label  string // action and parameters, in the words of the spec
	Action *ast.Action
	Values []int    // of its parameters, as numbers, in the order of Action.Params; not to be changed
	Heard  []string // the answers of its events, each with its entry: entry[key1]: retry
	To     State
	Fault  string // what left its range; "": nothing
}

// Name is the action and the values of its parameters, as Replay takes them.
func (v Move) Name() Label {
	l := Label{Action: v.Action.Name}
	for i, p := range v.Action.Params() {
		l.Params = append(l.Params, valueText(p.Type, v.Values[i]))
	}
	return l
}

// Init is the state before the first step.
func (m *Model) Init() State { return State(m.layout.initial()) }

// Moves are the possible steps of a state, self-loops among them, in the order in which Explore takes them. They are
// found in microseconds; a walk of a thousand steps is cheap.
func (m *Model) Moves(s State) []Move { return m.AppendMoves(nil, s) }

// AppendMoves is Moves for walks of millions of steps, which have a slice to use again.
func (m *Model) AppendMoves(moves []Move, s State) []Move {
	if m.walker == nil {
		m.walker = m.stepper()
	}
	x := m.walker
	x.now = append(x.now[:0], s...)
	for _, st := range m.steps {
		if x.step(st) {
			moves = append(moves, Move{st.named(), st.action.Action, st.params, m.heard(x), State(x.next), x.fault})
		}
	}
	return moves
}

// heard are the answers of the events of the step that the stepper has just carried out.
func (m *Model) heard(x *stepper) []string {
	var heard []string
	for _, h := range x.hits {
		if h.does.reply >= 0 {
			heard = append(heard, m.answer(h))
		}
	}
	return heard
}

// Entry is an entry of a state; key holds the numbers of its keys.
func (m *Model) Entry(s State, machine *ast.Machine, key ...int) (Entry, error) {
	e := m.layout.machines[machine]
	if e == nil || len(key) != len(e.keys) || e.keys.index(key) < 0 {
		return Entry{}, fmt.Errorf("model: no entry %v of the machine in instance %s", key, m.Instance.Name)
	}
	return entryAt([]byte(s), e.at(e.keys.index(key)), machine), nil
}

// answer is made once for an outcome: walks ask for it again and again.
func (m *Model) answer(h hit) string {
	if h.does.answer == "" {
		h.does.answer = h.at.place() + ": " + m.System.Cells[h.does.cell].Reply
	}
	return h.does.answer
}

// Phases is the phase of every entry in a state: entry[key1] Hit, entry[key2] Absent.
func (m *Model) Phases(s State) string {
	var list []string
	for _, machine := range m.System.Machines {
		e := m.layout.machines[machine]
		for i := range e.keys.size() {
			list = append(list, placeText(machine.Name, machine.Keys, e.keys.tuple(i))+" "+machine.Phases[s[e.at(i)]])
		}
	}
	return strings.Join(list, ", ")
}

// Canonical is a state as a tuple of numbers, as Report.States writes it.
func (m *Model) Canonical(s State) string { return m.layout.canonical(m.System, []byte(s)) }
