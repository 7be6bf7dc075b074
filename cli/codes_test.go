package cli_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func wordLine(code int, word string) string { return fmt.Sprintf("genlock: %s (%d)", word, code) }

// A script that looks at a code would take one fault for another if a line of this table failed.
func TestEveryCode(t *testing.T) {
	tests := []struct {
		args string
		code int
		word string
		says string // in what is printed
	}{
		{"check lease -instance one", 0, "holds", "distinct"},
		{"check LEASE", 0, "holds", "Lease"},
		{"diff lease LEASE", 0, "holds", "the same declaration"},
		{"export lease", 0, "holds", `"format": "genlock system"`},
		{"mutants -known lease strict", 0, "holds", "trustingStorage"},
		{"mutants strict -v", 0, "holds", "score 100 %"},

		{"", 2, "error", "Usage"},
		{"chekc", 2, "error", `no verb "chekc"`},
		{"check -nosuch", 2, "error", "nosuch"},
		{"check nosuch", 2, "error", "there is Lease, Gaps"},
		{"check lease -instance nosuch", 2, "error", "there is one, twoResources"},
		{"check lease -bug nosuch", 2, "error", "there is trustingStorage, stoppedClock"},
		{"check lease -engine fast", 2, "error", "no packed model"},
		{"check lease -engine slow", 2, "error", `no engine "slow"`},
		{"check lease -engine fast -symmetry", 2, "error", "go with -engine interp or tlc"},
		{"check lease -engine fast -unbounded", 2, "error", "go with -engine interp or tlc"},
		{"check lease -trace xml", 2, "error", `no trace format "xml"`},
		{"check lease -bug trustingStorage -trace go", 2, "error", "spec Lease has no manager"},
		{"check lease -max-mem lots", 2, "error", `"lots" is no size`},
		{"check lease -max-states 0", 2, "error", `"0" is no positive number`},
		{"check lease -timeout soon", 2, "error", "soon"},
		{"check -record -instance one lease", 2, "error", "of all that a spec has"},
		{"check lease -json -trace json", 2, "error", "needs -o"},
		{"check lease -engine tlc", 2, "error", "no Java found"},
		{"mutants lease -instance nosuch", 2, "error", "there is one, twoResources"},
		{"mutants -known lease -instance one", 2, "error", "-instance is of edits"},
		{"mutants -known lease -engine fast", 2, "error", "interp and tlc do that"},
		{"mutants lease -engine slow", 2, "error", `no engine "slow"`},
		{"diff lease", 2, "error", "takes two versions, got 1"},
		{"diff lease nosuch", 2, "error", "there is Lease, Gaps"},
		{"diff lease nosuch.json", 2, "error", "no such file"},
		{"diff lease lease@nosuch", 2, "error", "there is trustingStorage, stoppedClock"},
		{"diff lease strict", 2, "error", "no size"},
		{"diff lease lease@stoppedClock -observe thoughts", 2, "error", `cannot observe "thoughts"`},
		{"diff lease lease@stoppedClock -instance nosuch", 2, "error", "there is one, twoResources"},
		{"export lease lax", 2, "error", "takes one version, got 2"},
		{"graph", 2, "error", "one spec at a time"},
		{"graph lease -format gif", 2, "error", `no format "gif"`},
		{"generate lease", 2, "error", "takes no argument"},
		{"check lease -bug trustingStorage -o /nosuch/folder/file", 2, "error", "/nosuch/folder/file"},
		{"check lease -bug trustingStorage -o /dev/full", 2, "error", "no space left on device"},

		{"check lease -instance one -unbounded", 3, "incomplete", "compares tokens by age"},
		{"check lease -instance one -symmetry", 3, "incomplete", "is about the long run"},
		{"check huge -max-states 1000", 3, "incomplete", "incomplete"},
		{"check huge -max-mem 100KB", 3, "incomplete", "incomplete"},
		{"check huge -timeout 50ms", 3, "incomplete", "distinct"},
		{"diff lease lease@stoppedClock -max-states 10", 3, "incomplete", "too many pairs"},
		{"check gaps", 10, "invalid", "Whole"},
		{"diff lease gaps", 10, "invalid", "Whole"},
		{"export gaps", 10, "invalid", "Whole"},
		{"check stuck", 11, "deadlock", "1 step,"},
		{"check lease -bug trustingStorage", 12, "safety", "NoLateWrite"},
		{"check lease -bug stoppedClock", 13, "liveness", "EveryLeaseEnds"},
		{"check idle", 22, "vacuous", "HalfBlown"},
		{"diff lease lease@trustingStorage", 23, "disagree", "Lease: this step is not possible"},
		{"diff lease lease@stoppedClock", 23, "disagree", "weakly fair, then unfair"},
		{"mutants -known lax", 24, "survived", "3 steps"},
		{"mutants lease -instance one", 24, "survived", "Acquire in Free: answers denied"},

		{"check gaps stuck idle", 10, "invalid", "deadlock"},
		{"check idle stuck", 11, "deadlock", "HalfBlown"},
	}
	faulty := binary(t, "./internal/faulty")
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			cmd := command(t, module(t), faulty, strings.Fields(tt.args)...)
			cmd.Env = []string{"PATH=/nowhere"} // and no JAVA_HOME
			r := finish(t, cmd)
			requireCode(t, tt.code, tt.word, r)
			assert.Contains(t, r.stdout+r.stderr, tt.says)
		})
	}
}

// What holds files against the specs is told apart from what explores the specs.
func TestStaleAndDisagreeing(t *testing.T) {
	sound, dir := binary(t, "./internal/sound"), module(t)
	requireCode(t, 20, "stale", call(t, dir, sound, "generate", "-check"))
	assert.Len(t, files(t, dir), 1, "-check writes nothing")
	requireCode(t, 20, "stale", call(t, dir, sound, "verify"))
	requireCode(t, 0, "holds", call(t, dir, sound, "generate"))
	generated := files(t, dir)
	for _, name := range []string{"statemachine/lamps/step_gen.go", "tla/Lease.tla", "cli/internal/sound/models_gen.go"} {
		require.Contains(t, slices.Sorted(maps.Keys(generated)), name)
	}
	requireCode(t, 0, "holds", call(t, dir, sound, "generate"))
	assert.Equal(t, generated, files(t, dir), "a second run changes nothing")
	requireCode(t, 0, "holds", call(t, dir, sound, "generate", "-check"))
	r := call(t, dir, sound, "verify")
	requireCode(t, 0, "holds", r)
	assert.Regexp(t, `Lamps +three .*, not recorded\n`, r.stdout)

	recorded := `[{"spec":"Lamps","instance":"three","result":"holds","distinct":8,"generated":%d,"depth":4}]`
	write(t, dir, "tla/models.json", fmt.Sprintf(recorded, 25))
	r = call(t, dir, sound, "verify")
	requireCode(t, 0, "holds", r)
	assert.NotRegexp(t, `Lamps +three .*, not recorded\n`, r.stdout)
	write(t, dir, "tla/models.json", fmt.Sprintf(recorded, 24))
	r = call(t, dir, sound, "verify")
	requireCode(t, 23, "disagree", r)
	assert.Contains(t, r.stdout, "24 and 25 generated states")

	write(t, dir, "tla/Lease.tla", generated["tla/Lease.tla"]+"\\* mine\n")
	requireCode(t, 20, "stale", call(t, dir, sound, "verify"))
	r = call(t, dir, sound, "generate", "-check")
	requireCode(t, 20, "stale", r)
	assert.Contains(t, r.stdout, "-\\* mine\n")

	requireCode(t, 0, "holds", call(t, dir, sound, "generate"))
	first, _, _ := strings.Cut(generated["statemachine/lamps/step_gen.go"], "\n")
	write(t, dir, "statemachine/lamps/old_gen.go", first+"\n")
	r = call(t, dir, sound, "generate", "-check")
	requireCode(t, 20, "stale", r)
	assert.Contains(t, r.stderr, "old_gen.go is ours, and is no longer generated")
	requireCode(t, 0, "holds", call(t, dir, sound, "generate"))
	assert.FileExists(t, filepath.Join(dir, "statemachine/lamps/old_gen.go"), "what generate did not write stays")
}

// Outside its module the command has nothing to write to; it must not guess.
func TestOutsideTheModule(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/other\n")
	r := call(t, dir, binary(t, "./internal/sound"), "generate")
	requireCode(t, 2, "error", r)
	assert.Contains(t, r.stderr, "no go.mod of it")
	assert.Len(t, files(t, dir), 1)
}

// A run that is interrupted says what it knows, and leaves nothing half written.
func TestInterrupted(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		dir := module(t)
		cmd := command(t, dir, binary(t, "./internal/faulty"), "check", "huge", "-json", "-o", "trace", "-timeout", "1m")
		said := &tripwire{trip: func() { _ = cmd.Process.Signal(signal) }}
		cmd.Stderr = said
		r := finish(t, cmd)
		r.stderr = said.said.String()
		requireCode(t, 3, "incomplete", r)
		require.Len(t, r.objects(t), 1)
		assert.Positive(t, r.objects(t)[0]["distinct"])
		assert.Len(t, files(t, dir), 1)
		assert.Contains(t, said.said.String(), "Huge/only: ", "a line of progress")
	}
}

// A tripwire calls trip when something is written: here, when the run has got far enough to say so.
type tripwire struct {
	said bytes.Buffer // not embedded: its ReadFrom would be called, and not Write
	once sync.Once
	trip func()
}

func (w *tripwire) Write(p []byte) (int, error) {
	w.once.Do(w.trip)
	return w.said.Write(p)
}

// A disk that is full while files are written is an error, and leaves none of them half written.
func TestGenerateOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", dir).CombinedOutput()
	if err != nil {
		t.Skipf("no file system of a bounded size can be mounted here: %s", strings.TrimSpace(string(out)))
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", dir).Run()) })
	write(t, dir, "go.mod", "module github.com/genlock-go/genlock\n")
	r := call(t, dir, binary(t, "./internal/sound"), "generate")
	requireCode(t, 2, "error", r)
	assert.Contains(t, r.stderr, "no space left on device")
	assert.Equal(t, []string{"go.mod"}, slices.Collect(maps.Keys(files(t, dir))))
}

// A result that could not be written is an error, whatever the result was.
func TestFullStdout(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full")
	}
	defer full.Close()
	for _, args := range []string{"check lease -json", "mutants -known lease", "graph lease", "check -h"} {
		cmd := command(t, module(t), binary(t, "./internal/faulty"), strings.Fields(args)...)
		cmd.Stdout = full
		r := finish(t, cmd)
		requireCode(t, 2, "error", r)
		assert.Contains(t, r.stderr, "no space left on device")
	}
}
