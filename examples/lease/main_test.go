package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genlock-go/genlock/cli"
	"github.com/genlock-go/genlock/spec"

	"example.com/lease/lease"
	"example.com/lease/leasespec"
)

// If the last line but one were another, the token would fence nothing.
func Example() {
	main()
	// Output:
	// alice asks for the lease: granted with token 1
	// bob asks for it: denied
	// alice sleeps, and her lease runs out
	// bob asks again: granted with token 2
	// bob writes: Write in Empty: apply, newest becomes token, to Written, reply stored
	// alice wakes and writes: Write in Written when late: ignore (a later holder has written), reply refused
	// on the disk: bob's
}

// If this failed, what runs would not be what was declared, and so not what was checked.
func TestTheStepIsOfThisDeclaration(t *testing.T) {
	if want := spec.Digest(leasespec.System); lease.Digest != want {
		t.Errorf("the step was generated from %s, the declaration is %s: run go generate ./...", lease.Digest, want)
	}
}

// If a verb failed here it would fail in anybody's module.
func TestEveryVerb(t *testing.T) {
	for _, verb := range []string{"verify", "check", "check -engine fast", "generate -check", "graph", "mutants -known"} {
		t.Run(verb, func(t *testing.T) {
			tool(t, strings.Fields(verb)...)
		})
	}
}

func tool(t *testing.T, args ...string) {
	t.Helper()
	if out, err := leases(t, args...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func leases(t *testing.T, args ...string) (string, error) {
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"tool", "leases"}, args...)...).CombinedOutput()
	return string(out), err
}

var (
	shown   = regexp.MustCompile(`(?ms)^\$ go (run|tool) ([^\n]*)\n(.*?)^(\x60\x60\x60|\$)`)
	seconds = regexp.MustCompile(`\d+\.\d\d s`)
)

// If the README showed what is not printed, its reader would look for a mistake of his own.
func TestTheREADMEShowsWhatIsPrinted(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := shown.FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 3 {
		t.Fatalf("%d commands with output", len(blocks))
	}
	for _, b := range blocks {
		out, _ := exec.CommandContext(t.Context(), "go", append([]string{b[1]}, strings.Fields(b[2])...)...).CombinedOutput()
		printed := seconds.ReplaceAllString(string(out), "")
		for line := range strings.Lines(strings.ReplaceAll(b[3], "…\n", "")) {
			if line = seconds.ReplaceAllString(line, ""); !strings.Contains(printed, line) {
				t.Errorf("go %s %s does not print %s\n%s", b[1], b[2], line, out)
			}
		}
	}
}

// If TLC found something else, the TLA+ would not say what the Go says. Where there is no TLC this is skipped.
func TestTLCAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC, which -short leaves out")
	}
	out, err := leases(t, "check", "-engine", "tlc")
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == int(cli.Error) && !strings.Contains(os.Getenv("GENLOCK_REQUIRE"), "tlc") {
		t.Skip(out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tool(t, "mutants", "-known", "-engine", "tlc")
}

// If this failed, a program that runs a lifecycle would carry the checker with it.
func TestTheProgramLinksOnlyTheStep(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"example.com/lease", "example.com/lease/lease", "github.com/genlock-go/genlock/statemachine"}
	got := strings.Fields(string(out))
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("links %v, not %v", got, want)
	}
}

// The README says that this is what there is to write, beside what must hold, and how long it is.
func TestItIsShort(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, name := range []string{"leasespec/leasespec.go", "internal/leases/main.go", "main.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n := code(string(text))
		lines += n
		said := regexp.MustCompile(fmt.Sprintf("(?m)^\\| `%s` .*\\(%d lines\\) \\|$", regexp.QuoteMeta(name), n))
		if !said.Match(readme) {
			t.Errorf("the README does not say that %s has %d lines of code", name, n)
		}
	}
	if !strings.Contains(string(readme), fmt.Sprintf("wrote %d lines of code", lines)) {
		t.Errorf("the README does not say that these are %d lines of code", lines)
	}
	if lines >= 150 {
		t.Errorf("%d lines of code", lines)
	}
}

// code counts the lines that hold something beside a comment.
func code(text string) (n int) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}
