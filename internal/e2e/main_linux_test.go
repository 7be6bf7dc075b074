package e2e

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/e2e/reexec"
)

func TestMain(m *testing.M) {
	reexec.Main()
	goleak.VerifyTestMain(m)
}
