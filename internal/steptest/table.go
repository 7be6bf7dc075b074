package steptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine"
)

// A Machine is a generated step beside its table, which a test reads as a program. In is all that any event looks at, Done
// all that any does.
type Machine[In any, Done comparable] struct {
	Table *statemachine.Table
	Steps map[string]func(In) Done // the generated functions, by the names of their events
	Each  func(visit func(In))     // the values that are tried
	Phase func(In) string
	// Answer answers a question of the table in the words in which the table asks it.
	Answer func(t *testing.T, question string, in In) bool
	// Do is what a cell says, by its index: its effects carried out one after the other. It shares nothing with Steps.
	Do func(t *testing.T, cell int, in In) Done
}

// StepIsItsTable fails if the functions that run and the table that errors, dumps and documents read are two machines. The
// values must lead to every cell.
func (m Machine[In, Done]) StepIsItsTable(t *testing.T) {
	coverage := statemachine.NewCoverage(m.Table)
	for _, event := range m.Table.Events {
		step := m.Steps[event.Name]
		require.NotNil(t, step, "no function for %s", event.Name)
		m.Each(func(in In) {
			cell := m.cell(t, event.Name, in)
			got, want := step(in), m.Do(t, cell, in)
			if got != want { // require.Equal on each of a million would take minutes
				require.Equal(t, want, got, "%s of %+v", event.Name, in)
			}
			coverage.Add(cell)
		})
	}
	for i := range m.Table.Cells {
		require.NotZero(t, coverage.Met(i), "no value leads to %s", &m.Table.Cells[i])
	}
}

// cell is the index of the one cell that the table has for an event.
func (m Machine[In, Done]) cell(t *testing.T, event string, in In) int {
	ask := func(question string) bool { return m.Answer(t, m.Table.Question(question), in) }
	cell := m.Table.Find(event, m.Phase(in), ask)
	require.GreaterOrEqual(t, cell, 0, "%s in %s: no cell for %+v", event, m.Phase(in), in)
	return cell
}
