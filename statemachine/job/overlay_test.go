package job_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/spec/jobspec"
	"github.com/genlock-go/genlock/statemachine"
)

// TestKnownBugsFallOnTheManager fails if the manager's own tests pass on the step of a known bug: then they do not show what
// they are there for. It runs them with go test, on the step of one bug after another.
func TestKnownBugsFallOnTheManager(t *testing.T) {
	if race.Enabled || statemachine.Invariants || overlay.Running() {
		t.Skip("a plain build runs them")
	}
	list := overlay.Machine{
		System: jobspec.System, Step: "statemachine/job",
		WorldOnly: map[string]string{
			"noDeadline": "whether a deadline passes is the clock's affair",
		},
	}.Mutants(t)
	if testing.Short() {
		list = list[:2]
	}
	for _, m := range list {
		t.Run(m.Bugs[0], func(t *testing.T) {
			t.Parallel()
			fell := m.Fall(t, "^Test[^KS]")
			t.Logf("%v fall: %v", m.Bugs, fell)
			require.NotEmpty(t, fell)
		})
	}
}
