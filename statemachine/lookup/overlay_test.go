package lookup_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// TestKnownBugsFallOnTheManager fails if the manager's own tests pass on the step of a known bug: then they do not
// show what they are there for. It runs them with go test, on the step of one bug after another.
func TestKnownBugsFallOnTheManager(t *testing.T) {
	shown := bugsShown(t)
	overlay.Machine{
		System: lookupspec.System, Step: "statemachine/lookup",
		WorldOnly: map[string]string{
			"noDeadline":        "whether a deadline passes is the clock's affair",
			"failuresUndrained": "whether failures are drained is the scheduler's affair",
			"reusedName":        "whether handles return is decided by Begin",
		},
	}.Each(t, func(t *testing.T, m *overlay.Mutant) {
		m.Also = replays(t, m.Bugs...)
		fell := m.Fall(t, "^(TestConversations|TestManagerIsTheModel|TestReplayOf.*)$")
		assert.True(t, slices.ContainsFunc(m.Bugs, func(bug string) bool {
			return slices.ContainsFunc(shown[bug], func(file string) bool {
				return slices.Contains(fell, "TestConversations/"+strings.TrimSuffix(file, ".txt"))
			})
		}), "%v pass the conversations that show their scenarios", m.Bugs)
		for _, bug := range m.Bugs {
			assert.Contains(t, fell, replayName(bug))
		}
	})
}
