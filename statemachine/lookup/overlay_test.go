package lookup_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// worldOnly are the known bugs that no step has: what is wrong is the world around it, which the manager's callers and
// the clock are.
var worldOnly = map[string]string{
	"noDeadline":        "whether a deadline passes is the clock's affair",
	"failuresUndrained": "whether failures are drained is the scheduler's affair",
	"reusedName":        "whether handles return is decided by Begin",
}

// A mutant is the step of known bugs; several may have the same.
type mutant struct {
	bugs   []string
	digest string
	files  []gen.File
}

// mutants are the steps of the known bugs that change a cell.
func mutants(t *testing.T) []*mutant {
	correct := render(t, lookupspec.System)
	var list []*mutant
	for _, bug := range lookupspec.System.KnownBugs {
		sys, err := lookupspec.System.With(bug)
		require.NoError(t, err, bug.Name)
		m := &mutant{[]string{bug.Name}, spec.Digest(sys), render(t, sys)}
		if sameStep(m.files, correct) {
			require.NotEmpty(t, worldOnly[bug.Name], "%s changes no cell, and nothing says why", bug.Name)
			continue
		}
		require.Empty(t, worldOnly[bug.Name], "%s changes a cell", bug.Name)
		at := slices.IndexFunc(list, func(x *mutant) bool { return sameStep(x.files, m.files) })
		if at < 0 {
			list = append(list, m)
			continue
		}
		list[at].bugs = append(list[at].bugs, bug.Name)
	}
	return list
}

func render(t *testing.T, sys spec.System) []gen.File {
	files, err := gen.Render(gen.Target{System: sys, Step: "statemachine/lookup"})
	require.NoError(t, err)
	return files
}

// sameStep compares all but the digests.
func sameStep(a, b []gen.File) bool {
	return slices.EqualFunc(a, b, func(a, b gen.File) bool { return withoutDigest(a.Data) == withoutDigest(b.Data) })
}

func withoutDigest(data []byte) string {
	lines := strings.Split(string(data), "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.Contains(l, "Digest") }), "\n")
}

// TestKnownBugsFallOnTheManager fails if the manager's own tests pass on the step of a known bug: then they do not
// show what they are there for. It runs them with go test, on the step of one bug after another.
func TestKnownBugsFallOnTheManager(t *testing.T) {
	if race.Enabled || statemachine.Invariants {
		t.Skip("a plain build runs them")
	}
	list := mutants(t)
	if testing.Short() {
		list = list[:2]
	}
	shown := bugsShown(t)
	for _, m := range list {
		t.Run(m.bugs[0], func(t *testing.T) {
			t.Parallel()
			fell := m.fall(t)
			t.Logf("%v fall: %v", m.bugs, fell)
			assert.True(t, slices.ContainsFunc(m.bugs, func(bug string) bool {
				return slices.ContainsFunc(shown[bug], func(file string) bool {
					return slices.Contains(fell, "TestConversations/"+strings.TrimSuffix(file, ".txt"))
				})
			}), "%v pass the conversations that show their scenarios", m.bugs)
			for _, bug := range m.bugs {
				assert.Contains(t, fell, replayName(bug))
			}
		})
	}
}

// fall runs the manager's tests on the mutant and returns those that fail.
func (m *mutant) fall(t *testing.T) (fell []string) {
	command := exec.Command("go", "test", "-json", "-short", "-count=1", "-vet=off", "-timeout=2m",
		"-overlay="+m.overlay(t), "-run=^(TestConversations|TestManagerIsTheModel|TestReplayOf.*)$", ".",
		"-rapid.nofailfile", "-rapid.shrinktime=0s")
	command.Env = append(os.Environ(), lookup.StepVariable+"="+m.digest)
	out, err := command.CombinedOutput()
	require.Error(t, err, "the manager's tests pass on the step of %v", m.bugs)
	require.Contains(t, string(out), "the step of "+m.digest, "the mutant did not run")
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var event struct{ Action, Test string }
		if json.Unmarshal(lines.Bytes(), &event) == nil && event.Action == "fail" {
			fell = append(fell, event.Test)
		}
	}
	return fell
}

// overlay writes the mutant's files where no build looks for them, and the list that puts them in the place of ours.
func (m *mutant) overlay(t *testing.T) string {
	dir := t.TempDir()
	replace := writeReplays(t, dir, m.bugs...)
	for _, f := range m.files {
		name := filepath.Base(f.Path)
		ours, err := filepath.Abs(name)
		require.NoError(t, err)
		require.FileExists(t, ours)
		replace[ours] = filepath.Join(dir, name)
		original, err := os.ReadFile(ours)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(replace[ours], adapt(t, original, f.Data), 0o600))
	}
	return writeOverlay(t, dir, replace)
}
