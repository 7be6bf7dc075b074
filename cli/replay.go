package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/genlock-go/genlock/model"
)

// A Replay writes a Go test, of that name and in that package, which replays a counterexample on whatever runs the
// generated step.
type Replay func(pkg, test string, t *model.Trace) ([]byte, error)

// replayable refuses `-trace go` of specs that have nothing to replay a counterexample on.
func (c *check) replayable(specs []Spec) error {
	for _, x := range specs {
		if c.trace == "go" && x.Replay == nil {
			return usagef("spec %s has no manager to replay a counterexample on: -trace text, json or mermaid shows it", x.System.Name)
		}
	}
	return nil
}

// replay writes the test that replays a counterexample.
func (c *check) replay(s *session, t *model.Trace) (string, error) {
	x, err := s.spec(t.Spec)
	if err != nil {
		return "", err
	}
	source, err := x.Replay(c.testPackage(), c.testName(t), t)
	if err != nil {
		return "", fmt.Errorf("-trace go: %w", err)
	}
	return string(source), nil
}

// testPackage is the external test package of the folder that -o names.
func (c *check) testPackage() string {
	folder, err := filepath.Abs(filepath.Dir(c.out))
	if err != nil {
		return "replay_test"
	}
	return identifier(filepath.Base(folder)) + "_test"
}

// testName says what goes wrong: the known bug, or else the property.
func (c *check) testName(t *model.Trace) string {
	name := c.bug
	if name == "" {
		name = t.Breaks
	}
	return "TestReplayOf" + strings.ToUpper(name[:1]) + name[1:]
}

// identifier keeps of a folder's name what a package may be called.
func identifier(name string) string {
	kept := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	if kept == "" || unicode.IsDigit(rune(kept[0])) {
		return "replay" + kept
	}
	return kept
}
