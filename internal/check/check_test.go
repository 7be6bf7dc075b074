package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// If the tally were wrong, a failure could pass for a success, or a skip for a run.
func TestTally(t *testing.T) {
	tests := []struct {
		name, source string
		last         string   // the last line
		says         []string // somewhere in the report
		failed       bool
	}{
		{"all pass", `func TestA(t *testing.T) {}; func TestB(t *testing.T) {}`,
			"2 passed, 0 failed, 0 skipped", nil, false},
		{"a skip is listed with its reason", `func TestA(t *testing.T) {}; func TestB(t *testing.T) { t.Skip("no moon") }`,
			"1 passed, 0 failed, 1 skipped", []string{"probe.TestB: no moon"}, false},
		{"what the machine must have is counted", `func TestA(t *testing.T) { t.Log("has what it needs: moon") }; func TestB(t *testing.T) { t.Log("has what it needs: moon") }`,
			"2 passed, 0 failed, 0 skipped", []string{"The machine has moon, which 2 tests needed."}, false},
		{"a failure is shown in full", `func TestA(t *testing.T) { t.Error("bent") }`,
			"0 passed, 1 failed, 0 skipped", []string{"bent", "FAIL probe.TestA"}, true},
		{"subtests count, their parent does not", `func TestA(t *testing.T) { for _, n := range []string{"x", "y"} { t.Run(n, func(t *testing.T) { if n == "y" { t.Error("bent") } }) } }`,
			"1 passed, 1 failed, 0 skipped", []string{"probe.TestA/y"}, true},
		{"a parent that fails by itself counts", `func TestA(t *testing.T) { t.Run("x", func(*testing.T) {}); t.Error("bent") }`,
			"1 passed, 1 failed, 0 skipped", []string{"bent"}, true},
		{"what does not compile is a failure", `func TestA(t *testing.T) { bent }`,
			"0 passed, 1 failed, 0 skipped", []string{"undefined: bent"}, true},
		{"a panic names its test", `func TestA(t *testing.T) { panic("bent") }`,
			"0 passed, 1 failed, 0 skipped", []string{"panic: bent"}, true},
		{"a package fails without a failing test", `func TestA(t *testing.T) {}; func TestMain(m *testing.M) { m.Run(); println("leak"); os.Exit(3) }; var _ = os.Exit`,
			"1 passed, 1 failed, 0 skipped", []string{"leak"}, true},
		{"a hanging test is stopped at the limit", `func TestA(t *testing.T) { select {} }`,
			"0 passed, 1 failed, 0 skipped", []string{"TestA did not end", "panic: test timed out"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out, complaints bytes.Buffer
			failed, err := run(t.Context(), options{dir: module(t, tt.source), timeout: 2 * time.Second}, &out, &complaints)
			require.NoError(t, err, out.String())
			assert.Equal(t, tt.failed, failed)
			assert.Equal(t, tt.last, lastLine(out.String()), out.String())
			for _, s := range tt.says {
				assert.Contains(t, out.String(), s)
			}
		})
	}
}

// Without this, -require would be a word that no test hears.
func TestRequireReachesTheTests(t *testing.T) {
	dir := module(t, `func TestA(t *testing.T) { if os.Getenv("GENLOCK_REQUIRE") != "tlc" { t.Skip("not required") } }`)
	for require, last := range map[string]string{"": "0 passed, 0 failed, 1 skipped", "tlc": "1 passed, 0 failed, 0 skipped"} {
		var out, complaints bytes.Buffer
		_, err := run(t.Context(), options{dir: dir, require: require, timeout: time.Minute}, &out, &complaints)
		assert.NoError(t, err)
		assert.Equal(t, last, lastLine(out.String()), "with %q", require)
	}
}

// A pattern that the go command refuses must not read as "0 failed".
func TestABadPatternIsAnError(t *testing.T) {
	var out, complaints bytes.Buffer
	failed, err := run(t.Context(), options{dir: module(t, ""), timeout: time.Minute, packages: []string{"./nowhere"}}, &out, &complaints)
	assert.True(t, failed || err != nil, out.String())
}

func module(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	imports := ""
	for _, name := range []string{"os", "time"} {
		if strings.Contains(source, name+".") {
			imports += "import \"" + name + "\"\n"
		}
	}
	files := map[string]string{
		"go.mod":        "module probe\n\ngo 1.25.0\n",
		"probe.go":      "package probe\n",
		"probe_test.go": "package probe\n\nimport \"testing\"\n" + imports + "\n" + source + "\nvar _ testing.TB\n",
	}
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return lines[len(lines)-1]
}
