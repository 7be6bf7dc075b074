package demo

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/blockspec"
	"github.com/genlock-go/genlock/spec/filespec"
	"github.com/genlock-go/genlock/spec/healthspec"
	"github.com/genlock-go/genlock/spec/jobspec"
	"github.com/genlock-go/genlock/spec/lookupspec"
	"github.com/genlock-go/genlock/statemachine"
)

// A demonstration that ends well on the step of a known bug does not run that machine, or does not look. The bugs are those
// that any run must meet, some of each machine; the packages that run a step have tests for the others.
func TestKnownBugsAreFound(t *testing.T) {
	if race.Enabled || statemachine.Invariants || overlay.Running() {
		t.Skip("a plain build runs them")
	}
	for _, tt := range []struct {
		system spec.System
		step   string
		bugs   []string
	}{
		{lookupspec.System, "lookup", []string{"leakedEntry", "orphanStays"}},
		{jobspec.System, "job", []string{"freeAtDeadline", "publishTwice"}},
		{blockspec.System, "block", []string{"freeByFirstReader", "resetFreesRunning"}},
		{filespec.System, "file", []string{"evictionUntold", "storeUntold", "badStays"}},
		{healthspec.System, "health", []string{"lostPlace", "testForEver"}},
	} {
		if testing.Short() {
			tt.bugs = tt.bugs[:1]
		}
		others := func(e spec.Edit) bool { return !slices.Contains(tt.bugs, e.Name) }
		tt.system.KnownBugs = slices.DeleteFunc(slices.Clone(tt.system.KnownBugs), others)
		require.Len(t, tt.system.KnownBugs, len(tt.bugs), tt.step)
		for _, m := range (overlay.Machine{System: tt.system, Step: "statemachine/" + tt.step}).Mutants(t) {
			t.Run(tt.step+"/"+m.Bugs[0], func(t *testing.T) {
				t.Parallel()
				m.Fall(t, "^TestEverythingHappens$")
			})
		}
	}
}
