// Package demand says what a test needs of the machine, and what becomes of it where that is missing.
//
// A test that needs TLC, a mountable file system or the like asks Of. On a machine that has it the test goes on, and says
// so in a line that `go run ./internal/check` counts; on one that lacks it the test is skipped, with the reason, unless
// that very thing is required (-require of the same command): then it fails.
package demand

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Variable is the environment variable that lists what must not be missing, separated by commas.
const Variable = "GENLOCK_REQUIRE"

// Met starts the line that a test says where it has what it needs.
const Met = "has what it needs: "

// Of goes on with the test where missing is nil: the machine has what the word names. Else missing says why not.
func Of(t testing.TB, what string, missing error) {
	t.Helper()
	switch {
	case missing == nil:
		t.Log(Met + what)
	case Required(what):
		t.Fatalf("%s is required: %v", what, missing)
	default:
		t.Skipf("%s: %v", what, missing)
	}
}

// Required reports whether that must not be missing.
func Required(what string) bool {
	return slices.Contains(strings.Split(os.Getenv(Variable), ","), what)
}
