package primary

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/spec/blockspec"
	"github.com/genlock-go/genlock/statemachine/block"
)

// TestMain says which step runs, and fails if a goroutine is left.
func TestMain(m *testing.M) {
	overlay.Confirm(block.Digest)
	goleak.VerifyTestMain(m)
}

// TestKnownBugsFallOnThePool fails if the pool's own tests pass on the step of a known bug. It runs them with go test, on the
// step of one bug after another.
func TestKnownBugsFallOnThePool(t *testing.T) {
	overlay.Machine{
		System: blockspec.System, Step: "statemachine/block",
		WorldOnly: map[string]string{
			"freeAtDeadline":       "whether a deadline lands a copy that runs is the caller's affair",
			"copiesHang":           "whether copies end is the storage's affair",
			"readsHang":            "whether copies end is the storage's affair",
			"pinLeakOnAbort":       "whether a pin is let go is the caller's affair",
			"pinLeakOnFailedStore": "whether a pin is let go is the caller's affair",
			"cascadeUnpinned":      "how many use a block that lands is the caller's affair",
			"promoteTwice":         "whether a key is bound is looked up before the step is asked",
			"storeOfBound":         "whether a key is bound is looked up before the step is asked",
		},
	}.Each(t, func(t *testing.T, m *overlay.Mutant) {
		fell := m.Fall(t, "^(TestPoolIsTheReference|TestPoolTakesEveryStepOfTheModel)$")
		require.Contains(t, fell, "TestPoolIsTheReference", "%v", m.Bugs)
		require.Contains(t, fell, "TestPoolTakesEveryStepOfTheModel", "%v", m.Bugs)
	})
}
