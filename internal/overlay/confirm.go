package overlay

import (
	"fmt"
	"os"
	"slices"
)

// variable names the digest of the step that a test binary must run.
const variable = "GENLOCK_STEP"

// Running reports whether the test binary runs on the step of a known bug.
func Running() bool { return os.Getenv(variable) != "" }

// Confirm says which steps run where that is asked, by their digests, and ends the process if none is the one that must.
func Confirm(digests ...string) {
	want := os.Getenv(variable)
	if want == "" {
		return
	}
	for _, digest := range digests {
		fmt.Println(confirmed, digest)
	}
	if !slices.Contains(digests, want) {
		os.Exit(3)
	}
}

const confirmed = "the step of"
