package lookup_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/internal/replay"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
	"github.com/genlock-go/genlock/statemachine"
)

// replayName is the name of the test that replays a known bug's shortest behaviour.
func replayName(bug string) string { return "TestReplayOf" + strings.ToUpper(bug[:1]) + bug[1:] }

// writeReplays writes the tests that `check -trace go` writes for known bugs, and gives what an overlay says of them.
func writeReplays(t *testing.T, dir string, bugs ...string) map[string]string {
	here, err := filepath.Abs(".")
	require.NoError(t, err)
	replace := map[string]string{}
	for _, bug := range bugs {
		data, err := replay.Lookup("lookup_test", replayName(bug), counterexample(t, bug))
		require.NoError(t, err, bug)
		name := "replay_of_" + bug + "_test.go"
		replace[filepath.Join(here, name)] = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return replace
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

func writeOverlay(t *testing.T, dir string, replace map[string]string) string {
	list, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	file := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(file, list, 0o600))
	return file
}

// TestReplaysPass fails if a written test asks for something that the right step does not do: then it would fall on
// anything. That they fall on the step of their bug TestKnownBugsFallOnTheManager shows.
func TestReplaysPass(t *testing.T) {
	if race.Enabled || statemachine.Invariants {
		t.Skip("a plain build runs them")
	}
	dir := t.TempDir()
	var bugs []string
	for _, bug := range lookupspec.System.KnownBugs {
		bugs = append(bugs, bug.Name)
	}
	overlay := writeOverlay(t, dir, writeReplays(t, dir, bugs...))
	out, err := exec.CommandContext(t.Context(), "go", "test", "-v", "-count=1", "-vet=off", "-overlay="+overlay, "-run=^TestReplayOf", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, bug := range bugs {
		assert.Contains(t, string(out), "--- PASS: "+replayName(bug)+" ")
	}
}
