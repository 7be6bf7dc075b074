package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The contract is of the built binary: `go run` turns every code into 1.
var binaries struct {
	sync.Mutex
	dir  string
	path map[string]string
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "genlock-cli-")
	if err != nil {
		panic(err)
	}
	binaries.dir, binaries.path = dir, map[string]string{}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// binary builds a main package of this module, once.
func binary(t *testing.T, pkg string, tags ...string) string {
	t.Helper()
	binaries.Lock()
	defer binaries.Unlock()
	key := pkg + strings.Join(tags, ",")
	if binaries.path[key] == "" {
		out := filepath.Join(binaries.dir, strings.NewReplacer("/", "-", ".", "").Replace(key))
		build := exec.CommandContext(t.Context(), "go", "build", "-tags", strings.Join(tags, ","), "-o", out, pkg)
		message, err := build.CombinedOutput()
		require.NoError(t, err, "%s", message)
		binaries.path[key] = out
	}
	return binaries.path[key]
}

// A ran is what a run of a binary left.
type ran struct {
	code           int
	stdout, stderr string
}

// call runs a binary in a folder.
func call(t *testing.T, dir, binary string, args ...string) ran {
	t.Helper()
	return finish(t, command(t, dir, binary, args...))
}

func command(t *testing.T, dir, binary string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir = dir
	return cmd
}

func finish(t *testing.T, cmd *exec.Cmd) ran {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if cmd.Stdout == nil {
		cmd.Stdout = &stdout
	}
	if cmd.Stderr == nil {
		cmd.Stderr = &stderr
	}
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return ran{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// last is the last line of stderr.
func (r ran) last() string {
	lines := strings.Split(strings.TrimRight(r.stderr, "\n"), "\n")
	return lines[len(lines)-1]
}

// objects are the lines of stdout as JSON.
func (r ran) objects(t *testing.T) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(r.stdout) {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &object), "%s", line)
		all = append(all, object)
	}
	return all
}

// module is an empty folder that a binary of this repository takes for the root of its module.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module github.com/genlock-go/genlock\n\ngo 1.25.0\n")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
}

// files are all files below a folder with their contents.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		below, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(below)] = string(data)
		return err
	}))
	return all
}

// requireCode holds what every run owes: the code, in words on the last line of stderr.
func requireCode(t *testing.T, code int, word string, r ran) {
	t.Helper()
	require.Equal(t, code, r.code, "stdout:\n%s\nstderr:\n%s", r.stdout, r.stderr)
	assert.Equal(t, wordLine(code, word), r.last())
}
