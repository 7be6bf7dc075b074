package lint

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// If a line here failed, importing one package would bring what its user never asked for.
func TestWhatIsLinked(t *testing.T) {
	tests := []struct {
		name     string
		packages []string
		foreign  []string                // modules that may be linked beside the standard library and ourselves
		never    func(below string) bool // packages of ours that may not
	}{
		{"the vocabulary", []string{"./spec/..."}, nil,
			func(p string) bool { return !strings.HasPrefix(p, "spec") && p != "internal/ast" }},
		{"what a scheduler imports", []string{"./statemachine/..."}, nil,
			func(p string) bool { return strings.HasPrefix(p, "spec") || p == "gen" || p == "model" || p == "cli" }},
		{"the tiers", []string{"./tiers/..."}, nil,
			func(p string) bool { return strings.HasPrefix(p, "spec") || p == "gen" || p == "model" || p == "cli" }},
		{"the interpreter evaluates by itself", []string{"./model"}, nil,
			func(p string) bool { return p == "gen" || strings.HasPrefix(p, "statemachine") }},
		{"the generator evaluates nothing", []string{"./gen"}, []string{"github.com/dave/jennifer"},
			func(p string) bool { return p == "model" || strings.HasPrefix(p, "statemachine/") }},
		{"the command", []string{"./cmd/genlock"}, []string{"github.com/dave/jennifer"},
			func(string) bool { return false }},
		{"the command that repairs generated files", []string{"-tags", "genlock_bare", "./cmd/genlock"}, []string{"github.com/dave/jennifer"},
			func(p string) bool { return strings.HasPrefix(p, "statemachine/") || strings.HasPrefix(p, "tiers") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			linked := list(t, append([]string{"-deps"}, tt.packages...)...)
			require.NotEmpty(t, linked)
			for _, p := range linked {
				if p.foreign() {
					require.NotNil(t, p.Module, p.ImportPath)
					assert.Contains(t, tt.foreign, p.Module.Path, "links %s", p.ImportPath)
				}
				if b := below(p.ImportPath); b != "" {
					assert.False(t, tt.never(b), "links %s", p.ImportPath)
				}
			}
		})
	}
}

// byChance makes systems for tests and for the command that compares engines with them: no author wrote them, so it stands
// on the resolved form, and draws with rapid.
const byChance = ours + "/internal/testspec/random"

// A declaration that imports more than the vocabulary and the standard library could not be read, nor generated from, when
// the rest is broken.
func TestDeclarationsImportOnlyTheVocabulary(t *testing.T) {
	declarations := list(t, "./spec/...", "./internal/testspec/...")
	seen := 0
	for _, p := range declarations {
		if p.ImportPath == ours+"/spec" || p.ImportPath == byChance || len(p.GoFiles) == 0 {
			continue
		}
		seen++
		for _, i := range p.Imports {
			if isOurs(i) || strings.Contains(i, ".") {
				assert.Equal(t, ours+"/spec", i, "%s imports it", p.ImportPath)
			}
		}
	}
	assert.Positive(t, seen)
}

// forTests are the packages without tests in their names that may import what tests do, and which module.
var forTests = map[string]string{
	byChance:                    "pgregory.net/rapid",
	ours + "/internal/spectest": "github.com/stretchr/testify",
	ours + "/internal/steptest": "github.com/stretchr/testify",
}

// One package renders Go; if others did too, no one place would settle how generated code looks.
func TestOneImporterOfJennifer(t *testing.T) {
	importers := map[string]bool{}
	for _, p := range list(t, "./...") {
		for _, i := range p.Imports {
			if strings.HasPrefix(i, "github.com/dave/jennifer") {
				importers[below(p.ImportPath)] = true
			}
			assert.NotContains(t, []string{ours + "/internal/spectest", ours + "/internal/steptest"}, i,
				"%s imports it outside its tests", p.ImportPath)
			if forTests[p.ImportPath] == moduleOf(i) {
				continue
			}
			assert.NotContains(t, []string{"github.com/stretchr/testify", "pgregory.net/rapid", "go.uber.org/goleak"}, moduleOf(i),
				"%s imports it outside its tests", p.ImportPath)
		}
	}
	for importer := range importers {
		assert.True(t, importer == "gen" || strings.HasPrefix(importer, "gen/internal/"), "%s imports jennifer", importer)
	}
	assert.NotEmpty(t, importers)
}

// moduleOf cuts an import path to the three elements of a module on a code host, or to two.
func moduleOf(importPath string) string {
	n := 2
	if strings.HasPrefix(importPath, "github.com/") {
		n = 3
	}
	parts := strings.Split(importPath, "/")
	return path.Join(parts[:min(n, len(parts))]...)
}
