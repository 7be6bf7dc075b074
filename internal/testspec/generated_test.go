package testspec_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen"
)

// If it failed, what is generated from a system that another module declares would not compile there.
func TestGeneratedCodeCompilesElsewhere(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(name string, data []byte) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	write("go.mod", []byte("module example.com/elsewhere\n\ngo 1.25.0\n\nrequire github.com/genlock-go/genlock v0.0.0\n\n"+
		"replace github.com/genlock-go/genlock => "+root+"\n"))
	for _, s := range systems {
		key := strings.ToLower(s.Name)
		files, err := gen.Render(gen.Target{System: s, Module: "example.com/elsewhere", Step: key, Model: "model/" + key + "model"})
		require.NoError(t, err, s.Name)
		for _, f := range files {
			write(f.Path, f.Data)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "vet", "-mod=mod", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
