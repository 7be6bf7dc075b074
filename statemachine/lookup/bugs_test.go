package lookup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/spec/lookupspec"
)

// TestEveryKnownBugHasAConversation fails if a known bug of the spec has no conversation whose header names it, or if a
// header names a bug that nobody knows: then a scenario that once went wrong is not shown to go right.
func TestEveryKnownBugHasAConversation(t *testing.T) {
	shown := bugsShown(t)
	for _, bug := range lookupspec.System.KnownBugs {
		assert.NotEmpty(t, shown[bug.Name], "no conversation shows the scenario of %s: %s", bug.Name, bug.Doc)
		delete(shown, bug.Name)
	}
	assert.Empty(t, shown, "bugs that the spec does not know")
}

// bugsShown are the conversations of each bug, by their headers.
func bugsShown(t *testing.T) map[string][]string {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	shown := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, line := range strings.Split(string(text), "\n") {
			bugs, found := strings.CutPrefix(line, "# bugs: ")
			for _, bug := range strings.Fields(bugs) {
				if found {
					shown[bug] = append(shown[bug], filepath.Base(file))
				}
			}
		}
	}
	return shown
}
