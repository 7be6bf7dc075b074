package main

import (
	"strings"
	"testing"
)

// If the overlay were ignored, or the hand-written step did something else, the manager would be compared with itself, or
// with one that does less work.
func TestTheManagerRunsTheHandWrittenStep(t *testing.T) {
	if testing.Short() {
		t.Skip("builds this command twice")
	}
	generated, hand, err := startBoth(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer generated.close()
	defer hand.close()
	for _, p := range []*process{generated, hand} {
		if ns, err := p.number("cycle 64 3"); err != nil || ns <= 0 {
			t.Errorf("%s plays no cycle: %g, %v", p.name, ns, err)
		}
	}
	if err := sameSteps(generated, generated); err == nil {
		t.Error("the generated step passes for the hand-written one")
	}
}

// If a declaration after the events were cut off, or the events stayed, the build would not be the one that is meant.
func TestBeforeSteps(t *testing.T) {
	const types = "package p\n\ntype A int\n\nfunc (A) On() {}\n\n"
	got, err := beforeSteps([]byte(types + "// OnB is the step.\nfunc OnB() {}\n"))
	if err != nil || got != types {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{types, types + "// OnB is one.\nfunc OnB() {}\n\ntype C int\n"} {
		if _, err := beforeSteps([]byte(bad)); err == nil || !strings.Contains(err.Error(), "the generated step") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// If a command were answered with something else, the parent would take it for a time.
func TestServe(t *testing.T) {
	var out strings.Builder
	if err := serve(strings.NewReader("lookup 8 3\nmark 8 1\ncleanup 8 1\n"), &out); err != nil || strings.Count(out.String(), "\n") != 3 {
		t.Errorf("%q, %v", out.String(), err)
	}
	if err := serve(strings.NewReader("dance 8 3\n"), &out); err == nil {
		t.Error("an unknown game is played")
	}
}
