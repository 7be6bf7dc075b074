package gen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen/internal/gomodel"
	"github.com/genlock-go/genlock/gen/internal/gostep"
	"github.com/genlock-go/genlock/internal/apart"
	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/mutant"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

const (
	editsModule   = "github.com/genlock-go/genlock/edits" // below ours, so that it reaches the edits
	editsInstance = "tiny"
	editsTaken    = 20
	editsStates   = 100_000 // the original has a thirtieth of it; a few edits let in millions
)

// An edit is a mutant of the lookup, by its place among all of them.
type edit struct {
	number int
	name   string
	sys    *ast.System
}

// An outcome is what an engine finds out about an edit.
type outcome struct {
	Result              model.Result
	Property            string
	Trace               *model.Trace
	Distinct, Generated int64
	Depth               int
}

// outcomeOf leaves out the counts of a search that stopped early: where it stops is up to the engine.
func outcomeOf(r *model.Report) outcome {
	o := outcome{Result: r.Result, Property: r.Property, Trace: r.Trace}
	if r.Result == model.Holds {
		o.Distinct, o.Generated, o.Depth = r.Distinct, r.Generated, r.Depth
	}
	return o
}

// If it failed, the generator would render some cell as the lookup happens not to have it: right in the system as it is,
// wrong after an edit. Edits from all over the table are rendered, compiled and explored, and the interpreter, which knows
// nothing of generated code, must find the same: the same shortest way to break a property, and as many states and steps
// where no property ends the search.
func TestEditsInGeneratedCode(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles two packages for each edit")
	}
	edits := spread(cellEdits(t), editsTaken)
	require.Len(t, edits, editsTaken)
	dir := t.TempDir()
	writeEdits(t, dir, edits)
	decoder := json.NewDecoder(bytes.NewReader(runEdits(t, dir)))
	judged, counted := 0, 0
	for _, e := range edits {
		for _, only := range [][]string{nil, {model.TypeOK}} {
			var got outcome
			require.NoError(t, decoder.Decode(&got), e.name)
			r, err := model.Explore(t.Context(), e.sys, model.Options{Instance: editsInstance, Only: only, MaxStates: editsStates})
			require.NoError(t, err, e.name)
			assert.Equal(t, outcomeOf(r), got, "%s, judged by %v", e.name, only)
			if only == nil && r.Result == model.Safety {
				judged++
			}
			if r.Result == model.Holds {
				counted++
			}
		}
	}
	assert.Greater(t, judged, editsTaken/2, "edits that break something")
	assert.Greater(t, counted, editsTaken/2, "edits whose states were all counted")
}

// cellEdits are the valid edits of cells that change what the instance reaches.
func cellEdits(t *testing.T) []edit {
	sys, err := spec.Resolve(lookupspec.System)
	require.NoError(t, err)
	original, err := model.New(sys, editsInstance)
	require.NoError(t, err)
	var edits []edit
	for i, m := range mutant.All(sys) {
		if slices.Equal(m.System.Cells, sys.Cells) {
			continue // an edit of the world
		}
		edited, err := spec.Judge(m.System)
		if err != nil {
			continue
		}
		other, err := model.New(edited, editsInstance)
		require.NoError(t, err, m.Name)
		difference, err := apart.Find(t.Context(), original, other, apart.Options{Seen: apart.States})
		require.NoError(t, err, m.Name)
		if difference != nil {
			edits = append(edits, edit{i, m.Name, edited})
		}
	}
	return edits
}

// spread takes n of a list, evenly.
func spread[T any](list []T, n int) []T {
	n = min(n, len(list))
	taken := make([]T, n)
	for i := range taken {
		taken[i] = list[i*len(list)/n]
	}
	return taken
}

// writeEdits makes a module with two packages for each edit, and a main package that explores them one after the other.
func writeEdits(t *testing.T, dir string, edits []edit) {
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	writeFile(t, dir, "go.sum", sums)
	writeFile(t, dir, "go.mod", fmt.Appendf(nil, "module %s\n\ngo 1.25.0\n\nrequire github.com/genlock-go/genlock v0.0.0\n\nreplace github.com/genlock-go/genlock => %s\n", editsModule, root))
	imports, calls := "", ""
	for _, e := range edits {
		name := fmt.Sprintf("edit%d", e.number)
		step, err := gostep.Render(e.sys, name, "step")
		require.NoError(t, err, e.name)
		packed, err := gomodel.Render(e.sys, name, name, editsModule+"/"+name+"/step", "step")
		require.NoError(t, err, e.name)
		writeFile(t, dir, name+"/step/step_gen.go", step.Step)
		writeFile(t, dir, name+"/step/table_gen.go", step.Table)
		writeFile(t, dir, name+"/model_gen.go", packed)
		imports += fmt.Sprintf("\t%q\n", editsModule+"/"+name)
		calls += fmt.Sprintf("\texplore(all[%d].System, %s.New)\n", e.number, name)
	}
	program := strings.NewReplacer("IMPORTS", imports, "CALLS", calls, "INSTANCE", editsInstance, "STATES", strconv.Itoa(editsStates)).Replace(editsProgram)
	writeFile(t, dir, "main.go", []byte(program))
}

func writeFile(t *testing.T, dir, name string, data []byte) {
	file := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, data, 0o600))
}

func runEdits(t *testing.T, dir string) []byte {
	command := exec.CommandContext(t.Context(), "go", "run", ".")
	command.Dir, command.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	require.NoError(t, err, "%s", &complaints)
	return out
}

const editsProgram = `package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/mutant"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/fast"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
IMPORTS)

func main() {
	sys, err := spec.Resolve(lookupspec.System)
	check(err)
	all := mutant.All(sys)
CALLS}

func explore(mutant *ast.System, build fast.New) {
	sys, err := spec.Judge(mutant)
	check(err)
	for _, only := range [][]string{nil, {model.TypeOK}} {
		opt := model.Options{Instance: "INSTANCE", Only: only, MaxStates: STATES}
		r, err := fast.Explore(context.Background(), sys, build, fast.Options{Options: opt})
		check(err)
		found := map[string]any{"Result": r.Result, "Property": r.Property, "Trace": r.Trace}
		if r.Result == model.Holds {
			found["Distinct"], found["Generated"], found["Depth"] = r.Distinct, r.Generated, r.Depth
		}
		check(json.NewEncoder(os.Stdout).Encode(found))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`
