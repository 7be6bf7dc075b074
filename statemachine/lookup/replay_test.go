package lookup_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/internal/replay"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
	"github.com/genlock-go/genlock/statemachine"
)

// replayName is the name of the test that replays a known bug's shortest behaviour.
func replayName(bug string) string { return "TestReplayOf" + strings.ToUpper(bug[:1]) + bug[1:] }

// replays are the tests that `check -trace go` writes for known bugs, by where they would stand.
func replays(t *testing.T, bugs ...string) map[string][]byte {
	here, err := filepath.Abs(".")
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, bug := range bugs {
		data, err := replay.Lookup("lookup_test", replayName(bug), counterexample(t, bug))
		require.NoError(t, err, bug)
		files[filepath.Join(here, "replay_of_"+bug+"_test.go")] = data
	}
	return files
}

// counterexample is the shortest behaviour that shows a known bug.
func counterexample(t *testing.T, name string) *model.Trace {
	bug, known := lookupspec.System.Bug(name)
	require.True(t, known, name)
	edited, err := lookupspec.System.With(bug)
	require.NoError(t, err)
	sys, err := spec.Resolve(edited)
	require.NoError(t, err)
	r, err := model.Explore(t.Context(), sys, model.Options{Instance: bug.Found[0].Instance, Only: []string{bug.Breaks}})
	require.NoError(t, err)
	require.NotNil(t, r.Trace, name)
	return r.Trace
}

// TestReplaysPass fails if a written test asks for something that the right step does not do: then it would fall on
// anything. That they fall on the step of their bug TestKnownBugsFallOnTheManager shows.
func TestReplaysPass(t *testing.T) {
	if race.Enabled || statemachine.Invariants {
		t.Skip("a plain build runs them")
	}
	var bugs []string
	for _, bug := range lookupspec.System.KnownBugs {
		bugs = append(bugs, bug.Name)
	}
	list := overlay.Write(t, replays(t, bugs...))
	out, err := exec.CommandContext(t.Context(), "go", "test", "-v", "-count=1", "-vet=off", "-overlay="+list, "-run=^TestReplayOf", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, bug := range bugs {
		assert.Contains(t, string(out), "--- PASS: "+replayName(bug)+" ")
	}
}
