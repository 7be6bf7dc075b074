package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/ast"
	"github.com/genlock-go/genlock/internal/testspec/lamps"
	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// inModule is a program whose two engines are the interpreter, the second one bent, in a module of its own.
func inModule(t *testing.T, bend func(*model.Report), specs ...spec.System) (p program, stdout *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/shop\n"), 0o600))
	t.Chdir(dir)
	stdout = &bytes.Buffer{}
	p = program{stdout: stdout, stderr: t.Output(), module: module{path: "example.com/shop", main: "example.com/shop/cmd"}}
	for _, s := range specs {
		p.specs = append(p.specs, Spec{System: s})
	}
	p.engines = map[string]engine{"interp": model.Explore, "tlc": func(ctx context.Context, sys *ast.System, o model.Options) (*model.Report, error) {
		report, err := model.Explore(ctx, sys, o)
		if err == nil {
			report.Engine = "tlc"
			bend(report)
		}
		return report, err
	}}
	return p, stdout
}

// Counts are recorded where both engines found them; what one of them found alone is nothing to hold others against.
func TestRecord(t *testing.T) {
	tests := []struct {
		name string
		bend func(*model.Report)
		code Code
	}{
		{"they agree", func(*model.Report) {}, Holds},
		{"a state more", func(r *model.Report) { r.Distinct++ }, Disagree},
		{"a step more", func(r *model.Report) { r.Generated++ }, Disagree},
		{"a level more", func(r *model.Report) { r.Depth++ }, Disagree},
		{"a longer behaviour", func(r *model.Report) {
			if r.Result == model.Safety {
				r.Trace.Steps = append(r.Trace.Steps, model.Step{})
			}
		}, Disagree},
		{"another property", func(r *model.Report) {
			if r.Result == model.Liveness {
				r.Property = "Other"
			}
		}, Disagree},
		{"a bug missed", func(r *model.Report) { r.Result, r.Property, r.Trace = model.Holds, "", nil }, Disagree},
		{"stopped", func(r *model.Report) { r.Result = model.Incomplete }, Incomplete},
		{"other counts before a fault", func(r *model.Report) {
			if r.Result != model.Holds {
				r.Distinct++
			}
		}, Holds},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := inModule(t, tt.bend, lamps.System, lease.System)
			assert.Equal(t, tt.code, p.run(t.Context(), []string{"check", "-record"}))
			data, err := os.ReadFile("tla/models.json")
			if tt.code != Holds {
				assert.ErrorIs(t, err, os.ErrNotExist, "nothing is recorded")
				return
			}
			require.NoError(t, err)
			var all []map[string]any
			require.NoError(t, json.Unmarshal(data, &all))
			assert.Contains(t, all, map[string]any{"spec": "Lamps", "instance": "one", "result": "holds", "distinct": 2.0, "generated": 3.0, "depth": 2.0})
			assert.Contains(t, all, map[string]any{"spec": "Lease", "instance": "one", "bug": "trustingStorage", "result": "safety", "property": "NoLateWrite", "trace_len": 7.0})
			assert.Contains(t, all, map[string]any{"spec": "Lease", "instance": "one", "bug": "stoppedClock", "result": "liveness", "property": "EveryLeaseEnds"})
			assert.Len(t, all, 6)
		})
	}
}

// What is recorded of one spec must not take away what is known of the others.
func TestRecordOneOfTwo(t *testing.T) {
	p, _ := inModule(t, func(*model.Report) {}, lamps.System, lease.System)
	require.Equal(t, Holds, p.run(t.Context(), []string{"check", "-record"}))
	both, err := os.ReadFile("tla/models.json")
	require.NoError(t, err)

	stale := bytes.Replace(both, []byte(`"distinct":2,"generated":3,`), []byte(`"distinct":7,"generated":7,`), 1)
	require.NotEqual(t, both, stale)
	require.NoError(t, os.WriteFile("tla/models.json", stale, 0o600))
	require.Equal(t, Holds, p.run(t.Context(), []string{"check", "-record", "lease"}))
	got, err := os.ReadFile("tla/models.json")
	require.NoError(t, err)
	assert.Equal(t, string(stale), string(got), "lamps are as they were")
	require.Equal(t, Holds, p.run(t.Context(), []string{"check", "-record", "lamps"}))
	got, err = os.ReadFile("tla/models.json")
	require.NoError(t, err)
	assert.Equal(t, string(both), string(got))
}

// verify must say so when the step that runs was generated from another spec than the one it reads.
func TestStaleStep(t *testing.T) {
	for digest, code := range map[string]Code{"old": Stale, spec.Digest(lamps.System): Holds} {
		p, stdout := inModule(t, nil, lamps.System)
		p.links = links{digests: map[string]string{"Lamps": digest}}
		require.Equal(t, Holds, p.run(t.Context(), []string{"generate"}))
		assert.Equal(t, code, p.run(t.Context(), []string{"verify"}), stdout)
	}
}

// The demonstration is part of verify: one that fails, or is cut short, is no success.
func TestDemonstration(t *testing.T) {
	for _, tt := range []struct {
		name string
		demo Demonstration
		code Code
	}{
		{"behaves", func(_ context.Context, o DemoOptions) (string, error) {
			assert.Equal(t, DemoOptions{Seed: 7, Keep: true}, o)
			return "served", nil
		}, Holds},
		{"fails", func(context.Context, DemoOptions) (string, error) { return "", os.ErrInvalid }, Error},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, stdout := inModule(t, nil, lamps.System)
			p.links = links{demos: map[string]Demonstration{"Lamps": tt.demo}}
			require.Equal(t, Holds, p.run(t.Context(), []string{"generate"}))
			assert.Equal(t, tt.code, p.run(t.Context(), []string{"verify", "-seed", "7", "-keep"}), stdout)
		})
	}
}

// Of several codes the first in the list of precedence wins, whatever came first.
func TestPrecedence(t *testing.T) {
	assert.Len(t, precedence, len(codeWords))
	for i, a := range precedence {
		for _, b := range precedence[i:] {
			assert.Equal(t, a, worse(a, b))
			assert.Equal(t, a, worse(b, a))
		}
	}
}
