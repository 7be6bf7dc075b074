package cli_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// `go tool genlock` is how this repository's own scripts call the command; it must pass the codes on.
func TestGoTool(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	for args, code := range map[string]int{
		"check lookup -instance tiny -json": 0,
		"check lookup -instance nosuch":     2,
		"check lookup -bug noMarkMiss":      12,
		"check lookup -bug noDeadline":      13,
	} {
		r := call(t, "..", goTool, append([]string{"tool", "genlock"}, strings.Fields(args)...)...)
		assert.Equal(t, code, r.code, "%s\n%s", args, r.stderr)
	}
}
