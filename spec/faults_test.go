package spec_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/spec"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A spoiled system breaks one rule.
type spoiled struct {
	rule  string
	spoil func(*house)
}

// TestFaults would fail if a rule were no longer held, or its message changed: testdata has the messages of each family,
// one block a rule. Lines of declarations are left out there; TestFaultLines has them.
func TestFaults(t *testing.T) {
	for family, rules := range map[string][]spoiled{
		"actions":      spoiledActions,
		"cells":        spoiledCells,
		"declarations": spoiledDeclarations,
		"firings":      spoiledFirings,
		"handles":      spoiledHandles,
		"instances":    spoiledInstances,
		"names":        spoiledNames,
		"properties":   spoiledProperties,
		"totality":     spoiledTotality,
		"unused":       spoiledUnused,
	} {
		t.Run(family, func(t *testing.T) {
			var b strings.Builder
			for _, r := range rules {
				fmt.Fprintf(&b, "---- %s\n%s\n", r.rule, strings.Join(faultsOf(t, r), "\n"))
			}
			golden(t, filepath.Join("testdata", "faults_"+family+".txt"), b.String())
		})
	}
}

// faultsOf are the messages of a spoiled system, without lines.
func faultsOf(t *testing.T, r spoiled) []string {
	t.Helper()
	h := newHouse()
	r.spoil(h)
	err := spec.Validate(h.System)
	require.ErrorIs(t, err, spec.ErrInvalid, r.rule)
	var invalid *spec.Invalid
	require.ErrorAs(t, err, &invalid)
	var lines []string
	for _, f := range invalid.Faults {
		f.Pos = spec.Pos{}
		lines = append(lines, line.ReplaceAllString(f.String(), ""))
	}
	return lines
}

// line is where another cell stands.
var line = regexp.MustCompile(` \(\w+\.go:\d+\)`)

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run with -update")
	assert.Equal(t, string(want), got)
}

// cell is the first cell of an event in a phase.
func (h *house) cell(event spec.AnyEvent, phase spec.Phase) *spec.Cell {
	h.Cells = slices.Clone(h.Cells)
	for i, c := range spec.Link(h.System).Cells {
		if h.Cells[i].On == event && slices.Contains(c.In.Phases, string(phase)) {
			return &h.Cells[i]
		}
	}
	panic("no such cell")
}

func (h *house) action(name string) *spec.Action {
	for i := range h.Actions {
		if h.Actions[i].Name == name {
			return &h.Actions[i]
		}
	}
	panic("no such action")
}

func (h *house) claim(p spec.Property) { h.Properties = append(h.Properties, p) }

// TestFaultLines would fail if a fault did not lead to the line of what it is about.
func TestFaultLines(t *testing.T) {
	h := newHouse()
	c := h.cell(h.press, Broken)
	c.When = spec.All(h.hard, h.gen.Eq(spec.None)) // where the cell stands, as far as Go can tell
	_, _, here, _ := runtime.Caller(0)

	err := spec.Validate(h.System)

	require.ErrorContains(t, err, fmt.Sprintf("Press in Broken under hard and gen = none (lamps, faults_test.go:%d): ", here-1))
}
