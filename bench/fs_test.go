package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

func small(t *testing.T) medium {
	dir := t.TempDir()
	return medium{dir: dir, blockBytes: 64 << 10, blocks: 20, threads: 4, direct: directWorks(dir)}
}

// If a way moved nothing, or left something, its rate would mean nothing, or the next turn would not be a cold one.
func TestEveryWayMovesAllBlocks(t *testing.T) {
	moveAll(t, append(ourWays(false), ourWays(true)...)...)
	for _, p := range []peer{{fio, "fio", 0}, {pythonFiles(false), "python3", 0}, {pythonFiles(true), "python3", 0}} {
		t.Run(p.name, func(t *testing.T) {
			_, err := find(p.needs)
			demand.Of(t, p.needs, err)
			moveAll(t, p.way)
		})
	}
}

func moveAll(t *testing.T, ways ...way) {
	t.Helper()
	m := small(t)
	all, err := alternate(1, m, true, ways...)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range all {
		if len(a.stores) != 1 || len(a.loads) != 1 || min(a.stores[0], a.loads[0]) <= 0 {
			t.Errorf("%s: %+v", ways[i].name, a)
		}
	}
	if left, err := os.ReadDir(m.dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// If a bar without its peer held, a machine without fio would look as if ours were as fast as the device.
func TestWithoutPeersFilesAreSkipped(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	r, m := quietly(io.Discard), small(t)
	all, err := standings(r, m, false, ourWays(false), peer{fio, "fio", 0.8}, peer{pythonFiles(false), "python3", 1.5})
	if err != nil || len(all) != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, why := range []string{"skipped: no fio", "skipped: no fio", "skipped: no python3", "skipped: no python3"} {
		if b := all[i].bar(r, m, "store", moved.stored); b.Holds || !b.uncounted || b.Bar != why || b.Ours <= 0 {
			t.Errorf("%+v: not %q", b, why)
		}
	}
}

// If a peer's rate were not the one of its own turns, a bar would compare ours with ours.
func TestAStandingComparesWithItsPeer(t *testing.T) {
	m := medium{blockBytes: mebibyte, blocks: 100}
	s := standing{way: way{name: "ours"}, peer: peer{way: way{name: "theirs"}, least: 0.8},
		ours: moved{stores: []float64{4, 2, 3}}, theirs: moved{stores: []float64{1, 3, 2}}}
	var notes strings.Builder
	b := s.bar(quietly(&notes), m, "store", moved.stored)
	if b.Ours != 50 || *b.Peer != 100 || b.Holds {
		t.Errorf("%+v", b)
	}
	if !strings.Contains(notes.String(), "ratio 0.667") {
		t.Errorf("the medians are not told: %s", notes.String())
	}
}

// If fio's report were misread, its rate would be anything.
func TestFioReports(t *testing.T) {
	f := &fioMover{medium: medium{blockBytes: mebibyte, blocks: 2}}
	const good = `fio: a warning
{"jobs": [{"error": 0, "read": {"io_bytes": 0, "runtime": 0}, "write": {"io_bytes": 2097152, "runtime": 500}}]}`
	if s, err := f.seconds("write", []byte(good)); err != nil || s != 0.5 {
		t.Errorf("%g, %v", s, err)
	}
	for _, bad := range []string{"", "{}", `{"jobs": [{"error": 28}]}`, strings.Replace(good, "2097152", "1048576", 1)} {
		if s, err := f.seconds("write", []byte(bad)); err == nil {
			t.Errorf("%q is taken for %g seconds", bad, s)
		}
	}
}

// If all probed keys were there, or none, half of the work would not be measured.
func TestHalfOfTheProbedKeysAreThere(t *testing.T) {
	m := small(t)
	m.blockBytes, m.blocks = 4096, probedKeys/2
	ours, err := storedTier(m, m.dir+"/ours")
	if err != nil {
		t.Fatal(err)
	}
	defer ours.close()
	ours.probeTier(1)
	if ours.probeFiles(1) <= 0 {
		t.Error("the storage was not asked")
	}
	if _, err := ours.probe(probed()); err != nil {
		t.Fatal(err)
	}
	there := 0
	for _, key := range probed() {
		if v, err := ours.scheduled.Lookup(ours.request, key); err != nil {
			t.Fatal(err)
		} else if v == lookup.VerdictHit {
			there++
		}
	}
	if there != probedKeys/2 {
		t.Errorf("%d of %d keys are there", there, probedKeys)
	}
}

// If the file system were not told, a reader could not say what the figures are of.
func TestFilesystem(t *testing.T) {
	if s := filesystem(t.TempDir()); s == "" {
		t.Error("nothing is said")
	}
}
