package job

import "github.com/genlock-go/genlock/statemachine"

// A Step is one event that a job met, as Config.Observe hears of it.
type Step struct {
	ID     ID // that the event named; of a shutdown, the job that is on the record, if one is
	Before Entry
	Result // the entry after it, and the cell, which knows event, outcome and reason
}

// Transition is the step as machines of any kind tell it.
func (s *Step) Transition() statemachine.Transition {
	return statemachine.Transition{Table: &Table, Cell: int(s.Cell), From: int(s.Before.Phase), To: int(s.Next.Phase)}
}
