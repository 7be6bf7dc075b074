package overlay_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/internal/testspec/order"
)

const stepVariable = "GENLOCK_STEP"

// TestMain is also what TestConfirmStopsAnotherStep runs: it asks for a step that this binary does not have.
func TestMain(m *testing.M) {
	overlay.Confirm("ours")
	os.Exit(m.Run())
}

// If it failed, an overlay that does nothing would look like a bug that the tests catch, or miss.
func TestConfirmStopsAnotherStep(t *testing.T) {
	binary, err := os.Executable()
	require.NoError(t, err)
	run := func(digest string) (string, error) {
		command := exec.CommandContext(t.Context(), binary, "-test.run=^TestMutantsOfTheOrder$")
		command.Env = append(os.Environ(), stepVariable+"="+digest)
		out, err := command.CombinedOutput()
		return string(out), err
	}
	out, err := run("another's")
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, 3, exit.ExitCode())
	assert.Equal(t, "the step of ours\n", out)

	out, err = run("ours")
	require.NoError(t, err, out)
	assert.Contains(t, out, "PASS")
}

// If it failed, a bug would be tried on the right step, or twice on the same.
func TestMutantsOfTheOrder(t *testing.T) {
	machine := overlay.Machine{System: order.System, Step: "order"}
	twin := machine.System.KnownBugs[0]
	twin.Name = "twin"
	machine.System.KnownBugs = append(machine.System.KnownBugs[:len(machine.System.KnownBugs):len(machine.System.KnownBugs)], twin)

	var bugs [][]string
	for _, m := range machine.Mutants(t) {
		bugs = append(bugs, m.Bugs)
	}
	assert.Equal(t, [][]string{{"anyAttemptCounts", "twin"}, {"cancelKeeps"}}, bugs)
}
