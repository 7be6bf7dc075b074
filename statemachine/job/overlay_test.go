package job_test

import (
	"testing"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/spec/jobspec"
)

// TestKnownBugsFallOnTheManager fails if the manager's own tests pass on the step of a known bug: then they do not show what
// they are there for. It runs them with go test, on the step of one bug after another.
func TestKnownBugsFallOnTheManager(t *testing.T) {
	overlay.Machine{
		System: jobspec.System, Step: "statemachine/job",
		WorldOnly: map[string]string{
			"noDeadline": "whether a deadline passes is the clock's affair",
		},
	}.Each(t, func(t *testing.T, m *overlay.Mutant) {
		m.Fall(t, "^Test[^KS]")
	})
}
