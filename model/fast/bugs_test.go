package fast_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/race"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// The known bugs that go through generated code: those that started it all, one of a cell that must never be entered, one
// that leaves a range, one of several machines. GENLOCK_ALL_BUGS=1 takes all there are.
var generatedBugs = map[string][]string{
	"lookup": {"staleVerdict", "noGeneration", "unguardedMarkMiss", "resolvedOnlyMarkMiss", "noMarkMiss", "forgottenProbe",
		"secondProbe", "leakedEntry", "storeIsFlushed", "reusedName"},
	"tiering": {"doubleUnpin", "freeOnAbort"},
	"order":   {"anyAttemptCounts", "cancelKeeps"},
	"lease":   {"trustingStorage"},
	"piles":   {"endless", "stuck"},
}

// A bugCase is a known bug in an instance in which it shows itself.
type bugCase struct {
	Spec, Bug, Instance, Breaks string
	sys                         *ast.System
}

// A finding is what the program prints of a case.
type finding struct {
	Result   model.Result
	Property string
	Trace    *model.Trace
}

// If it failed, a mistake in a spec could be seen by the interpreter and not by the generated model of the same spec: the
// step of each bug and its packed model are generated, compiled and explored.
func TestKnownBugsInGeneratedCode(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("compiles two packages for each bug; a plain build does")
	}
	dir := t.TempDir()
	cases := bugCases(t)
	writeModule(t, dir, cases)
	command := exec.Command("go", "run", ".")
	command.Dir = dir
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	require.NoError(t, err, "%s", &complaints)
	decoder := json.NewDecoder(bytes.NewReader(out))
	for _, c := range cases {
		var got finding
		require.NoError(t, decoder.Decode(&got))
		want := interpret(t, c.sys, model.Options{Instance: c.Instance, Only: []string{c.Breaks}})
		assert.NotEqual(t, model.Holds, got.Result, "%s in %s", c.Bug, c.Instance)
		assert.Equal(t, finding{want.Result, want.Property, want.Trace}, got, "%s in %s", c.Bug, c.Instance)
	}
}

func bugCases(t *testing.T) []bugCase {
	var cases []bugCase
	for name, s := range specs {
		for _, bug := range s.system.KnownBugs {
			if os.Getenv("GENLOCK_ALL_BUGS") == "" && !contains(generatedBugs[name], bug.Name) {
				continue
			}
			edited, err := s.system.With(bug)
			require.NoError(t, err)
			sys, err := spec.Resolve(edited)
			require.NoError(t, err)
			for _, found := range bug.Found {
				cases = append(cases, bugCase{name, bug.Name, found.Instance, bug.Breaks, sys})
			}
		}
	}
	require.GreaterOrEqual(t, len(cases), 15)
	return cases
}

func contains(list []string, x string) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// writeModule makes a module whose main package explores each case and prints its finding.
func writeModule(t *testing.T, dir string, cases []bugCase) {
	const module = "github.com/genlock-go/genlock/bugs" // below ours, so that it reaches the specs for tests
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write(t, dir, "go.sum", sums)
	write(t, dir, "go.mod", []byte("module "+module+"\n\ngo 1.25.0\n\nrequire github.com/genlock-go/genlock v0.0.0\n\nreplace github.com/genlock-go/genlock => "+root+"\n"))
	imports, calls := map[string]bool{}, ""
	for _, c := range cases {
		s := specs[c.Spec]
		bug, _ := s.system.Bug(c.Bug)
		edited, err := s.system.With(bug)
		require.NoError(t, err)
		folder := c.Spec + strings.ToLower(c.Bug)
		files, err := gen.Render(gen.Target{System: edited, Step: folder + "/step", Model: folder + "/" + folder, Module: module})
		require.NoError(t, err, c.Bug)
		for _, f := range files {
			write(t, dir, f.Path, f.Data)
		}
		declared := specImport(c.Spec)
		imports[fmt.Sprintf("%q", declared)] = true
		imports[fmt.Sprintf("%q", path.Join(module, folder, folder))] = true
		calls += fmt.Sprintf("\texplore(%s.System, %q, %q, %s.New)\n", path.Base(declared), c.Bug, c.Instance, folder)
	}
	list := ""
	for i := range imports {
		list += "\t" + i + "\n"
	}
	write(t, dir, "main.go", []byte(strings.NewReplacer("IMPORTS", list, "CALLS", calls).Replace(bugsProgram)))
}

func specImport(name string) string {
	if name == "lookup" {
		return "github.com/genlock-go/genlock/spec/lookupspec"
	}
	return "github.com/genlock-go/genlock/internal/testspec/" + name
}

func write(t *testing.T, dir, name string, data []byte) {
	file := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, data, 0o600))
}

const bugsProgram = `package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/fast"
	"github.com/genlock-go/genlock/spec"
IMPORTS)

func main() {
CALLS}

func explore(system spec.System, name, instance string, build fast.New) {
	bug, _ := system.Bug(name)
	edited, err := system.With(bug)
	check(err)
	sys, err := spec.Resolve(edited)
	check(err)
	r, err := fast.Explore(context.Background(), sys, build, fast.Options{Options: model.Options{Instance: instance, Only: []string{bug.Breaks}}})
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"Result": r.Result, "Property": r.Property, "Trace": r.Trace}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`
