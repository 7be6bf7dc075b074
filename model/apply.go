package model

import (
	"fmt"
	"iter"

	"github.com/genlock-go/genlock/internal/ast"
)

// An Entry is the phase and the fields of one entry as numbers: the place of the phase in its machine, and for each field
// in order a plain value as its number (a token as itself, a word and a value of a sort by its place from 0), an option
// as 0 or 1 + its value, a set or a mark as a number with bit i for value i.
type Entry struct {
	Phase  int
	Fields []int
}

// A Happening is what one event does to one entry.
type Happening struct {
	Cell    int // its number in System.Cells
	Outcome ast.Outcome
	Next    Entry
	Sent    []Message // in order
	Reply   string    // "": none
	Drew    bool      // it used the fresh token
	Fault   string    // what left its range; "": nothing
}

// Apply is the reference for one event at one entry, whatever the world around it: key and args are numbers as in Entry,
// and fresh is the token that Fresh draws. It is a pure function; an error names what the model does not know.
func (m *Model) Apply(event string, key []int, entry Entry, args []int, fresh int) (Happening, error) {
	e := m.event(event)
	if e == nil {
		return Happening{}, fmt.Errorf("model: spec %s has no event %q", m.System.Name, event)
	}
	at, err := m.at(e, key, args)
	if err != nil {
		return Happening{}, err
	}
	x := &frame{now: make([]byte, m.layout.size), next: make([]byte, m.layout.size), drawn: fresh, log: &log{only: true}}
	if err := m.put(x.now, at, entry); err != nil {
		return Happening{}, err
	}
	copy(x.next, x.now)
	does := at.judge(x)
	for _, effect := range does.effects {
		effect(x)
	}
	return m.happening(x, at, does), m.err
}

func (m *Model) event(name string) *ast.Event {
	for _, e := range m.System.Events {
		if e.Name == name {
			return e
		}
	}
	return nil
}

func (m *Model) at(e *ast.Event, key, args []int) (*occasion, error) {
	o := m.occasionsOf(e)
	values := append(append([]int(nil), key...), args...)
	if len(key) != len(e.Machine.Keys) || len(values) != len(o.at) {
		return nil, fmt.Errorf("model: event %s takes %d keys and %d arguments", e.Name, len(e.Machine.Keys), len(e.Args))
	}
	index := o.at.index(values)
	if index < 0 {
		return nil, fmt.Errorf("model: event %s: %v at %v is out of range in instance %s", e.Name, args, key, m.Instance.Name)
	}
	return m.occasion(o, index), nil
}

// put writes an entry into a state.
func (m *Model) put(state []byte, at *occasion, entry Entry) error {
	machine := at.event.Machine
	if entry.Phase < 0 || entry.Phase >= len(machine.Phases) || len(entry.Fields) != len(machine.Fields) {
		return fmt.Errorf("model: %v is no entry of machine %s", entry, machine.Name)
	}
	state[at.entry] = byte(entry.Phase)
	for i, f := range machine.Fields {
		if held := m.layout.machines[machine].held[f]; entry.Fields[i] < 0 || entry.Fields[i] >= held.n {
			return fmt.Errorf("model: field %s of machine %s cannot be %d", f.Name, machine.Name, entry.Fields[i])
		}
		state[at.entry+1+i] = byte(entry.Fields[i])
	}
	return nil
}

func (m *Model) happening(x *frame, at *occasion, does *outcome) Happening {
	h := Happening{Cell: does.cell, Outcome: ast.Reject, Drew: does.draws > 0, Fault: x.fault}
	h.Next = entryAt(x.next, at.entry, at.event.Machine)
	if does.cell >= 0 {
		c := m.System.Cells[does.cell]
		h.Outcome, h.Reply = c.Outcome, c.Reply
	}
	for _, p := range x.log.sent {
		h.Sent = append(h.Sent, p.Message)
	}
	return h
}

func entryAt(state []byte, place int, m *ast.Machine) Entry {
	e := Entry{Phase: int(state[place]), Fields: make([]int, len(m.Fields))}
	for i := range e.Fields {
		e.Fields[i] = int(state[place+1+i])
	}
	return e
}

// Entries are all entries that a machine can hold in the instance, reached or not: each phase with each value of each
// field, marks only on members. Each Entry is new.
func (m *Model) Entries(machine *ast.Machine) iter.Seq[Entry] {
	layout := m.layout.machines[machine]
	values := grid{{0, len(machine.Phases)}}
	for _, f := range machine.Fields {
		values = append(values, layout.held[f])
	}
	return func(yield func(Entry) bool) {
		for i := range values.size() {
			tuple := values.tuple(i)
			if e := (Entry{tuple[0], tuple[1:]}); marksMembers(machine, e) && !yield(e) {
				return
			}
		}
	}
}

func marksMembers(m *ast.Machine, e Entry) bool {
	for i, f := range m.Fields {
		if f.Shape != ast.Mark {
			continue
		}
		for j, set := range m.Fields {
			if f.On == set && e.Fields[i]&^e.Fields[j] != 0 {
				return false
			}
		}
	}
	return true
}

// Arguments are all values that the arguments of an event can have, as numbers; a token may be 0. Each slice is new.
func (m *Model) Arguments(e *ast.Event) iter.Seq[[]int] {
	values := m.occasionsOf(e).at[len(e.Machine.Keys):]
	return func(yield func([]int) bool) {
		for i := range values.size() {
			if !yield(values.tuple(i)) {
				return
			}
		}
	}
}
