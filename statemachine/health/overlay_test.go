package health_test

import (
	"testing"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/spec/healthspec"
)

// TestKnownBugsFallOnTheWatch fails if the tests of a watch pass on the step of a known bug: then they do not show what
// they are there for. It runs them with go test, on the step of one bug after another.
func TestKnownBugsFallOnTheWatch(t *testing.T) {
	overlay.Machine{
		System: healthspec.System, Step: "statemachine/health",
		WorldOnly: map[string]string{
			"startsWhileDown": "whether calls are made is decided by their pool",
			"neverTested":     "whether time passes is the clock's affair",
			"insistence":      "when a call asks again is decided by Call",
		},
	}.Each(t, func(t *testing.T, m *overlay.Mutant) {
		m.Fall(t, "^Test[^K]")
	})
}
