package main

import (
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/genlock-go/genlock/internal/demand"
)

// needPython skips a test that needs it, and says so.
func needPython(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("python3")
	demand.Of(t, "python3", err)
}

// If a bar without its peer held, a machine without Python would look as if ours were faster.
func TestWithoutPythonABarIsSkipped(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, missing := startPython(lookupPeer)
	if !errors.Is(missing, errMissing) {
		t.Fatalf("without python3: %v", missing)
	}
	ours := newPlayer()
	defer ours.close()
	b, err := pythonGame{game: game{"lookup", 64}, title: "lookup", each: 1, bar: 6}.measure(quietly(io.Discard), ours, nil, missing)
	if err != nil || b.Holds || !b.uncounted || b.Bar != "skipped: no python3" {
		t.Errorf("%+v, %v", b, err)
	}
	b, err = sizeBar(nil, missing)
	if err != nil || b.Holds || !b.uncounted || b.Bar != "skipped: no python3" {
		t.Errorf("%+v, %v", b, err)
	}
}

// If the peer could not play a game, or answered nonsense, the bars would compare with nothing.
func TestPythonPlaysEveryGame(t *testing.T) {
	needPython(t)
	peer, err := startPython(lookupPeer)
	if err != nil {
		t.Fatal(err)
	}
	defer peer.close()
	for _, g := range pythonGames {
		if ns, err := peer.number("%s %d 2", g.name, min(g.keys, 64)); err != nil || ns <= 0 {
			t.Errorf("%s: %g, %v", g.name, ns, err)
		}
	}
	for _, other := range []string{"bytes 64 1", "idle 2 1", "busy 2 1"} {
		if x, err := peer.number("%s", other); err != nil || x <= 0 {
			t.Errorf("%s: %g, %v", other, x, err)
		}
	}
}

// If a peer that failed went on being asked, its times would be those of an error.
func TestAProcessThatFailsSaysWhy(t *testing.T) {
	needPython(t)
	peer, err := startPython(lookupPeer)
	if err != nil {
		t.Fatal(err)
	}
	defer peer.close()
	if _, err := peer.number("dance 3 1"); err == nil || !strings.Contains(err.Error(), "dance") {
		t.Errorf("an unknown game: %v", err)
	}
	peer.contender(game{"lookup", 64}).took(1)
	if peer.err == nil {
		t.Error("the error is forgotten")
	}
}
