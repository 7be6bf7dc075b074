package ledger

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/spec/filespec"
	"github.com/genlock-go/genlock/statemachine/file"
)

// TestMain says which step runs, and fails if a goroutine is left.
func TestMain(m *testing.M) {
	overlay.Confirm(file.Digest)
	goleak.VerifyTestMain(m)
}

// TestKnownBugsFallOnTheLedger fails if the ledger's own tests pass on the step of a known bug. It runs them with go test, on
// the step of one bug after another.
func TestKnownBugsFallOnTheLedger(t *testing.T) {
	overlay.Machine{
		System: filespec.System, Step: "statemachine/file",
		WorldOnly: map[string]string{
			"deafToStores": "whether a store says that it has published is the caller's affair",
		},
	}.Each(t, func(t *testing.T, m *overlay.Mutant) {
		m.Fall(t, "^(TestLedgerTakesEveryStepOfTheModel|TestStaleLooks|TestFollowersForget|TestKeysOfChanges)$")
	})
}
