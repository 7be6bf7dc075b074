package tiertest_test

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers/tiertest"
)

// A flaw is something that is wrong with a tier, or its storage, and the test of the suite that has to find it.
type flaw struct {
	found   string
	harness tiertest.Harness
}

// flaws are those of storages and those of tiers, by name.
func flaws() map[string]flaw {
	all := map[string]flaw{}
	maps.Copy(all, storageFlaws())
	maps.Copy(all, tierFlaws())
	return all
}

const breaks = "TIERTEST_FLAW"

// TestFlaws fails if a test of the suite passes a tier that has the flaw which it is about. It runs in a process of its own,
// since it fails there.
func TestFlaws(t *testing.T) {
	if name := os.Getenv(breaks); name != "" {
		tiertest.Run(t, flaws()[name].harness)
		return
	}
	self, err := os.Executable()
	require.NoError(t, err)
	for _, name := range slices.Sorted(maps.Keys(flaws())) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := regexp.QuoteMeta(flaws()[name].found)
			cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestFlaws$/^"+found+"$", "-test.timeout=60s")
			cmd.Env = append(os.Environ(), breaks+"="+name)
			out, _ := cmd.CombinedOutput()
			require.Contains(t, failed(string(out)), flaws()[name].found, "%s", out)
		})
	}
}

var failure = regexp.MustCompile(`(?m)^ *--- FAIL: TestFlaws/(.*) \(`)

// failed are the tests of the suite that failed.
func failed(out string) (names []string) {
	for _, m := range failure.FindAllStringSubmatch(out, -1) {
		names = append(names, strings.ReplaceAll(m[1], "_", " "))
	}
	return names
}

// TestSuiteNamesFlaws fails if a flaw names a test that the suite does not have: it could never be found.
func TestSuiteNamesFlaws(t *testing.T) {
	if os.Getenv(breaks) != "" {
		t.Skip("this process is for TestFlaws")
	}
	names := tiertest.Names()
	for name, f := range flaws() {
		require.Contains(t, names, f.found, name)
	}
}
