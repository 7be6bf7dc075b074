package overlay

import (
	"testing"

	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/statemachine"
)

// Each runs a test on every mutant, side by side; with -short on the first two. It is for plain builds: the tests of the
// package run again on each mutant, without the race detector and the invariants anyway.
func (m Machine) Each(t *testing.T, test func(t *testing.T, m *Mutant)) {
	t.Helper()
	if race.Enabled || statemachine.Invariants || Running() {
		t.Skip("a plain build runs them")
	}
	list := m.Mutants(t)
	if testing.Short() {
		list = list[:2]
	}
	for _, x := range list {
		t.Run(x.Bugs[0], func(t *testing.T) {
			t.Parallel()
			test(t, x)
		})
	}
}
