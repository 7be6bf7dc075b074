package overlay

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Fall runs the tests of the package in the current folder that match the pattern, on the mutant, and returns those that
// fail. It fails itself if none does, or if the mutant did not run: a test binary that ends for another reason shows nothing.
func (m *Mutant) Fall(t *testing.T, pattern string) (fell []string) {
	t.Helper()
	arguments := []string{"test", "-json", "-short", "-count=1", "-vet=off", "-timeout=2m", "-overlay=" + m.overlay(t), "-run=" + pattern, "."}
	if flag.Lookup("rapid.nofailfile") != nil { // this binary is one of the same package
		arguments = append(arguments, "-rapid.nofailfile", "-rapid.shrinktime=0s")
	}
	command := exec.CommandContext(t.Context(), "go", arguments...)
	command.Env = append(os.Environ(), variable+"="+m.digest)
	out, err := command.CombinedOutput()
	if !strings.Contains(string(out), confirmed+" "+m.digest) {
		t.Fatalf("the step of %v did not run: %v\n%s", m.Bugs, err, out)
	}
	if err == nil {
		t.Errorf("the tests pass on the step of %v", m.Bugs)
	}
	for line := range bytes.Lines(out) {
		var event struct{ Action, Test string }
		if json.Unmarshal(line, &event) == nil && event.Action == "fail" && event.Test != "" {
			fell = append(fell, event.Test)
		}
	}
	if err != nil && len(fell) == 0 {
		t.Errorf("no test has begun on the step of %v: %v\n%s", m.Bugs, err, out)
	}
	t.Logf("%v fall: %v", m.Bugs, fell)
	return fell
}

// overlay is the list that puts the mutant's files in the place of ours.
func (m *Mutant) overlay(t *testing.T) string {
	t.Helper()
	root, files := root(t), map[string][]byte{}
	maps.Copy(files, m.Also)
	for _, f := range m.files {
		ours := filepath.Join(root, filepath.FromSlash(f.Path))
		original, err := os.ReadFile(ours)
		if err != nil {
			t.Fatal(err)
		}
		files[ours] = adapt(t, original, f.Data)
	}
	return Write(t, files)
}

// root is the folder of the module.
func root(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}
