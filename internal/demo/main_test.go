package demo

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/statemachine/block"
	"github.com/genlock-go/genlock/statemachine/file"
	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// TestMain says which steps run, and fails if a goroutine is left.
func TestMain(m *testing.M) {
	overlay.Confirm(lookup.Digest, job.Digest, block.Digest, file.Digest, health.Digest)
	goleak.VerifyTestMain(m)
}
