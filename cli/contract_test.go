package cli_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whoever reads -json would read a wrong number, or find a field that nobody told them of.
func TestJSON(t *testing.T) {
	tests := []struct {
		args   string
		fields []map[string]any // of each line; numbers that vary are true
	}{
		{"check lease -instance one -json", []map[string]any{
			{"v": 1.0, "verb": "check", "spec": "Lease", "instance": "one", "engine": "interp", "result": "holds",
				"distinct": true, "generated": true, "depth": true, "seconds": true, "cpu_seconds": true, "bytes_per_state": true},
		}},
		{"check lease -bug trustingStorage -json", []map[string]any{
			{"v": 1.0, "verb": "check", "spec": "Lease", "instance": "one", "engine": "interp", "bug": "trustingStorage",
				"result": "safety", "property": "NoLateWrite", "trace_len": 7.0,
				"distinct": true, "generated": true, "depth": true, "seconds": true, "cpu_seconds": true, "bytes_per_state": true},
		}},
		{"diff lease lease@trustingStorage -json", []map[string]any{
			{"v": 1.0, "verb": "diff", "spec": "Lease", "other": "Lease@trustingStorage", "instance": "one", "engine": "interp",
				"result": "disagree", "trace_len": true},
		}},
		{"check gaps -json", []map[string]any{
			{"v": 1.0, "verb": "check", "spec": "Gaps", "result": "invalid"},
		}},
		{"mutants strict -json", []map[string]any{
			{"v": 1.0, "verb": "mutants", "spec": "Strict", "result": "holds", "property": "mutants", "seconds": true},
		}},
		{"mutants -known strict -json", []map[string]any{
			{"v": 1.0, "verb": "mutants", "spec": "Strict", "instance": "only", "engine": "interp", "bug": "healing",
				"result": "safety", "property": "Blows", "trace_len": 2.0,
				"distinct": true, "generated": true, "depth": true, "seconds": true, "cpu_seconds": true, "bytes_per_state": true},
		}},
		{"check idle -json", []map[string]any{
			{"v": 1.0, "verb": "check", "spec": "Idle", "instance": "only", "engine": "interp", "result": "holds",
				"distinct": true, "generated": true, "depth": true, "seconds": true, "cpu_seconds": true, "bytes_per_state": true},
			{"v": 1.0, "verb": "check", "spec": "Idle", "result": "vacuous", "property": "vacuity"},
		}},
		{"check nosuch -json", []map[string]any{
			{"v": 1.0, "verb": "check", "result": "error"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			r := call(t, module(t), binary(t, "./internal/faulty"), strings.Fields(tt.args)...)
			got := r.objects(t)
			require.Len(t, got, len(tt.fields), r.stdout)
			for i, want := range tt.fields {
				assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got[i])))
				for name, value := range want {
					if value == true {
						assert.Positive(t, got[i][name], name)
						continue
					}
					assert.Equal(t, value, got[i][name], name)
				}
			}
		})
	}
}

func TestCounterexamples(t *testing.T) {
	faulty, dir := binary(t, "./internal/faulty"), module(t)
	for format, holds := range map[string]func(string) bool{
		"text":    func(s string) bool { return strings.Contains(s, "WriteLands") },
		"json":    func(s string) bool { return json.Valid([]byte(s)) },
		"mermaid": func(s string) bool { return strings.Contains(s, "sequenceDiagram") },
	} {
		file := filepath.Join(dir, format)
		r := call(t, dir, faulty, "check", "lease", "-bug", "trustingStorage", "-trace", format, "-o", file)
		requireCode(t, 12, "safety", r)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, holds(string(text)), "%s", text)
		assert.NotContains(t, r.stdout, "WriteLands", "the trace is in the file")
		assert.Contains(t, call(t, dir, faulty, "check", "lease", "-bug", "trustingStorage", "-trace", format).stdout, "WriteLands")
	}
	r := call(t, dir, faulty, "check", "strict", "-o", filepath.Join(dir, "none"))
	requireCode(t, 0, "holds", r)
	assert.Contains(t, r.stderr, "no counterexample")
	assert.NoFileExists(t, filepath.Join(dir, "none"))
}

// stdout is for results only: a script pipes it on.
func TestHelp(t *testing.T) {
	faulty := binary(t, "./internal/faulty")
	for _, verb := range []string{"verify", "check", "generate", "graph", "mutants", "diff", "export"} {
		for _, flag := range []string{"-h", "--help"} {
			r := call(t, module(t), faulty, verb, flag)
			requireCode(t, 0, "holds", r)
			assert.Contains(t, r.stdout, "Example:\n  ", verb)
			assert.Equal(t, wordLine(0, "holds")+"\n", r.stderr)
		}
		assert.Contains(t, call(t, module(t), faulty, "-h").stdout, verb)
	}
}

func TestGraph(t *testing.T) {
	faulty, dir := binary(t, "./internal/faulty"), module(t)
	for format, says := range map[string]string{"mermaid": "stateDiagram", "svg": "<svg", "markdown": "|"} {
		r := call(t, dir, faulty, "graph", "lease", "-format", format)
		requireCode(t, 0, "holds", r)
		assert.Contains(t, r.stdout, says)
		assert.Contains(t, r.stdout, "Held")
		file := filepath.Join(dir, format)
		requireCode(t, 0, "holds", call(t, dir, faulty, "graph", "lease", "-format", format, "-o", file))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, r.stdout, string(text))
	}
}
