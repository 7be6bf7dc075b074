package lint

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The modules that the root module may require: each raises versions in the module of whoever imports us.
var required = map[string]string{
	"github.com/dave/jennifer":    "v1.7.1",
	"github.com/stretchr/testify": "v1.12.1",
	"pgregory.net/rapid":          "v1.3.0",
	"go.uber.org/goleak":          "v1.3.0",
}

type goMod struct {
	Go      string
	Require []struct {
		Path, Version string
		Indirect      bool
	}
}

// A requirement that slips into the root module is paid by everybody who imports us; a newer go line locks them out.
func TestModules(t *testing.T) {
	seen := 0
	for name := range tracked(t) {
		if path.Base(name) != "go.mod" || strings.Contains(name, "testdata/") {
			continue
		}
		seen++
		var m goMod
		require.NoError(t, json.Unmarshal(run(t, root(t), "go", "mod", "edit", "-json", name), &m))
		assert.Equal(t, "1.25.0", m.Go, "go line of %s", name)
		if name != "go.mod" {
			continue
		}
		direct := map[string]string{}
		for _, r := range m.Require {
			if !r.Indirect {
				direct[r.Path] = r.Version
			}
		}
		assert.Equal(t, required, direct)
	}
	assert.Positive(t, seen)
}

// If this failed, importing the lookup manager would change more of a foreign module than what we say it does.
func TestAForeignModule(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	write("main.go", "package main\n\nimport _ \""+ours+"/statemachine/lookup\"\n\nfunc main() {}\n")
	write("go.mod", "module example.com/foreign\n\ngo 1.25.0\n\nrequire "+ours+" v0.0.0\n\nreplace "+ours+" => "+root(t)+"\n")
	run(t, dir, "go", "mod", "tidy")
	run(t, dir, "go", "build", "-o", filepath.Join(dir, "foreign"), ".")

	var raised []string
	for _, line := range strings.Fields(string(run(t, dir, "go", "list", "-m", "-f", "{{.Path}}", "all"))) {
		if line != "example.com/foreign" && line != ours {
			raised = append(raised, line)
		}
	}
	slices.Sort(raised)
	t.Logf("modules that importing us names there: %s", strings.Join(raised, ", "))
	assert.Subset(t, allowedThere(t), raised)

	linked := run(t, dir, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
	t.Logf("packages that it links: %s", strings.Join(strings.Fields(string(linked)), ", "))
	for _, p := range strings.Fields(string(linked)) {
		assert.True(t, isOurs(p) || p == "example.com/foreign", "links %s", p)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err == nil {
		t.Logf("go.sum there:\n%s", sums)
	}
}

// allowedThere are the four modules that we require, and what their own go.mod files name.
func allowedThere(t *testing.T) []string {
	allowed := maps.Clone(required)
	for line := range strings.Lines(string(run(t, root(t), "go", "mod", "graph"))) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		from, _, _ = strings.Cut(from, "@")
		to, version, _ := strings.Cut(to, "@")
		if required[from] != "" {
			allowed[to] = version
		}
	}
	return slices.Sorted(maps.Keys(allowed))
}
