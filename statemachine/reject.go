package statemachine

import "fmt"

// A RejectError says that an event met a cell that can never be: a bug of ours, not of a caller, a back end or a clock.
// The entry stays as it was.
type RejectError struct {
	Machine string // the variable that holds the entries
	Event   string
	Phase   string
	Guard   string // in plain words; "always" if there is none
	Reason  string // why the spec says that this can never be
}

func (e *RejectError) Error() string {
	return fmt.Sprintf("statemachine: %s: %s in %s when %s can never be: %s", e.Machine, e.Event, e.Phase, e.Guard, e.Reason)
}

// Reject is the error for an event that met the reject cell at this index in this phase. Built with the tag
// genlock_invariants it panics instead.
func (t *Table) Reject(cell, phase int) *RejectError {
	c := t.Cell(cell)
	err := &RejectError{Machine: t.Machine, Event: c.Event, Phase: t.Phase(phase), Guard: c.Guard, Reason: c.Why}
	if Invariants {
		panic(err)
	}
	return err
}
