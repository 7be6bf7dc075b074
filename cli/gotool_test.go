package cli_test

import (
	"os/exec"
	"strings"
	"testing"
)

// `go tool genlock` is how this repository's own scripts call the command; it must pass the codes on.
func TestGoTool(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	for args, ends := range map[string]struct {
		code int
		word string
	}{
		"check lookup -instance tiny -json": {0, "holds"},
		"check lookup -instance nosuch":     {2, "error"},
		"check lookup -bug noMarkMiss":      {12, "safety"},
		"check lookup -bug noDeadline":      {13, "liveness"},
	} {
		r := call(t, "..", goTool, append([]string{"tool", "genlock"}, strings.Fields(args)...)...)
		requireCode(t, ends.code, ends.word, r)
	}
}
