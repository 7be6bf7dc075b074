package health_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/spec/healthspec"
	"github.com/genlock-go/genlock/statemachine"
)

// TestKnownBugsFallOnTheWatch fails if the tests of a watch pass on the step of a known bug: then they do not show what
// they are there for. It runs them with go test, on the step of one bug after another.
func TestKnownBugsFallOnTheWatch(t *testing.T) {
	if statemachine.Invariants || overlay.Running() {
		t.Skip("a plain build runs them")
	}
	list := overlay.Machine{
		System: healthspec.System, Step: "statemachine/health",
		WorldOnly: map[string]string{
			"startsWhileDown": "whether calls are made is decided by their pool",
			"neverTested":     "whether time passes is the clock's affair",
			"insistence":      "when a call asks again is decided by Call",
		},
	}.Mutants(t)
	if testing.Short() {
		list = list[:2]
	}
	for _, m := range list {
		t.Run(m.Bugs[0], func(t *testing.T) {
			t.Parallel()
			fell := m.Fall(t, "^Test[^K]")
			t.Logf("%v fall: %v", m.Bugs, fell)
			require.NotEmpty(t, fell)
		})
	}
}
