package job_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/statemachine/job"
)

// TestMain fails if a manager that was closed leaves a goroutine behind.
func TestMain(m *testing.M) {
	overlay.Confirm(job.Digest)
	if overlay.Running() { // a bug may leave anything
		os.Exit(m.Run())
	}
	goleak.VerifyTestMain(m)
}
