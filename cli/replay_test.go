package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is written for a counterexample would be no test, or not one of the folder that it is written to.
func TestTraceGo(t *testing.T) {
	dir := module(t)
	genlock := binary(t, "./../cmd/genlock")
	folder := filepath.Join(t.TempDir(), "lookup-test")
	require.NoError(t, os.Mkdir(folder, 0o755))
	file := filepath.Join(folder, "replay_test.go")
	r := call(t, dir, genlock, "check", "lookup", "-bug", "noMarkMiss", "-trace", "go", "-o", file)
	requireCode(t, 12, "safety", r)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), "package lookuptest_test\n")
	assert.Contains(t, string(text), "func TestReplayOfNoMarkMiss(t *testing.T) {")

	// For the go command the file stands in this module.
	there, err := filepath.Abs("../statemachine/lookup/lookuptest/replay_test.go")
	require.NoError(t, err)
	write(t, folder, "overlay.json", `{"Replace": {"`+there+`": "`+file+`"}}`)
	out := goTool(t, filepath.Dir(there), "test", "-v", "-overlay", filepath.Join(folder, "overlay.json"), "-run", "ReplayOf", ".")
	assert.Contains(t, out, "--- PASS: TestReplayOfNoMarkMiss")

	r = call(t, dir, genlock, "check", "lookup", "-bug", "leakedEntry", "-trace", "go")
	requireCode(t, 12, "safety", r)
	assert.Contains(t, r.stdout, "func TestReplayOfLeakedEntry(t *testing.T) {")
}
