package gen_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/internal/testspec/order"
	"github.com/genlock-go/genlock/internal/testspec/piles"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// golden are the systems whose output is kept in testdata, each in a folder of its name, to be looked at without running
// the generator in one's head. The Go packages among it compile, and other tests run them.
var golden = map[string]spec.System{
	"lamps":    lamps.System,    // the smallest one
	"lease":    lease.System,    // tokens, an option, a message of a cell
	"order":    order.System,    // answers that come late
	"piles":    piles.System,    // many copies of a message
	"printing": printing.System, // a set with a mark, a counter, a pair of keys
	"tiering":  tiering.System,  // four machines
}

func target(name string) gen.Target {
	return gen.Target{
		System: golden[name], Step: "testdata/" + name, Docs: "testdata/" + name,
		Model: "testdata/" + name + "model", Module: "github.com/genlock-go/genlock/gen",
	}
}

// If it failed, the generator's output would have changed: rewrite it with -update and read what differs.
func TestGolden(t *testing.T) {
	for name := range golden {
		t.Run(name, func(t *testing.T) {
			files, err := gen.Render(target(name))
			require.NoError(t, err)
			if *update {
				write(t, files)
			}
			requireOnDisk(t, ".", files)
		})
	}
}

// If it failed, a reader of the repository would see, and a build would run, what the spec no longer says.
func TestFilesOfTheLookupAreFresh(t *testing.T) {
	files, err := gen.Render(gen.Target{System: lookupspec.System, Step: "statemachine/lookup", TLA: "tla", Docs: "docs/lookup"})
	require.NoError(t, err)
	requireOnDisk(t, "..", files)
}

func write(t *testing.T, files []gen.File) {
	for _, f := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(f.Path), 0o755))
		require.NoError(t, os.WriteFile(f.Path, f.Data, 0o644))
	}
}

func requireOnDisk(t *testing.T, root string, files []gen.File) {
	require.NotEmpty(t, files)
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.Path)))
		require.NoError(t, err)
		assert.Empty(t, difference(string(data), string(f.Data)), "%s is not what the spec renders: run go generate ./..., or go test ./gen -update", f.Path)
	}
}

// difference is the first line in which two texts differ.
func difference(have, want string) string {
	for n := 1; have != want; n++ {
		was, moreHave, _ := strings.Cut(have, "\n")
		is, moreWant, _ := strings.Cut(want, "\n")
		if was != is || moreHave == moreWant {
			return fmt.Sprintf("line %d: have %q, want %q", n, was, is)
		}
		have, want = moreHave, moreWant
	}
	return ""
}
