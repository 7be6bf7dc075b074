package tlc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/genlock-go/genlock/gen"
)

// A Runner runs TLC.
type Runner struct {
	Tool
	// Heap bounds the memory of a run in bytes; 0: DefaultHeap.
	Heap int64
	// Workers is the number of threads that explore; 0: one. With several, depth and traces differ from run to run, and
	// TLC's verdict on the long run is not to be trusted.
	Workers int
	// Short has Java compile in haste, for runs that are over before it would be done: a tiny model then costs half.
	Short bool
}

// DefaultHeap is enough for some million states.
const DefaultHeap = 1 << 30

// smallestHeap is what TLC needs to parse a module.
const smallestHeap = 64 << 20

// killDelay is how long a process may take to end once it was told to.
const killDelay = 5 * time.Second

// seed makes runs repeatable: of random choices, and of the polynomial of fingerprints (-fp).
const seed = "1"

// An outcome is how a run ended.
type outcome struct {
	verdict
	code       int
	seconds    float64
	cpuSeconds float64
}

// A job is some modules, of which one is checked, and its configuration.
type job struct {
	files          []gen.File // in one folder, whatever their paths say
	module, config string     // names of two of them
}

// jobOf is the job of what gen.TLA renders.
func jobOf(files []gen.File) job { return job{files, files[1].Path, files[2].Path} }

// run does a job. Progress is told of what TLC says on its way.
func (r Runner) run(ctx context.Context, j job, progress func(message)) (outcome, error) {
	dir, err := os.MkdirTemp("", "genlock-tlc-")
	if err != nil {
		return outcome{}, fmt.Errorf("tlc: a folder for the run: %w", err)
	}
	defer os.RemoveAll(dir)
	for _, sub := range []string{"module", "states", "tmp"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			return outcome{}, fmt.Errorf("tlc: a folder for the run: %w", err)
		}
	}
	for _, f := range j.files {
		if err := os.WriteFile(filepath.Join(dir, "module", filepath.Base(f.Path)), f.Data, 0o644); err != nil {
			return outcome{}, fmt.Errorf("tlc: writing the module: %w", err)
		}
	}
	cmd := exec.CommandContext(ctx, r.Java, r.arguments(dir, j)...)
	cmd.Dir = filepath.Join(dir, "module")
	cmd.WaitDelay = killDelay
	return collect(cmd, progress)
}

func (r Runner) arguments(dir string, j job) []string {
	heap := r.Heap
	if heap == 0 {
		heap = DefaultHeap
	}
	var haste []string
	if r.Short {
		haste = []string{"-XX:TieredStopAtLevel=1"}
	}
	return append(haste,
		"-XX:+UseSerialGC", // the others start threads for cores that are not ours
		"-Xss16m",          // values are evaluated recursively
		fmt.Sprintf("-Xmx%d", max(heap, smallestHeap)),
		"-Dfile.encoding=UTF-8",
		"-Djava.io.tmpdir="+filepath.Join(dir, "tmp"), // TLC unpacks the standard modules there
		"-cp", r.Jar, "tlc2.TLC",
		"-tool", // frames messages and numbers them
		"-workers", strconv.Itoa(max(r.Workers, 1)),
		"-fp", "0", "-seed", seed,
		"-lncheck", "final", // judge the long run once, at the end
		"-metadir", filepath.Join(dir, "states"),
		"-config", j.config, j.module,
	)
}

// collect runs a command to its end and reads what it says.
func collect(cmd *exec.Cmd, progress func(message)) (outcome, error) {
	o := outcome{verdict: verdict{loop: -1}}
	out, in := io.Pipe()
	cmd.Stdout = in
	var complaint lastBytes
	cmd.Stderr = &complaint
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return o, fmt.Errorf("tlc: starting Java: %w", err)
	}
	var readErr error
	var reader sync.WaitGroup
	reader.Add(1)
	go func() {
		defer reader.Done()
		readErr = read(out, func(m message) { o.verdict.message(m); progress(m) }, o.verdict.line)
		_, _ = io.Copy(io.Discard, out) // a writer that nobody reads would hang
	}()
	err := cmd.Wait()
	in.Close()
	reader.Wait()
	o.seconds = time.Since(start).Seconds()
	if s := cmd.ProcessState; s != nil {
		o.code, o.cpuSeconds = s.ExitCode(), (s.UserTime() + s.SystemTime()).Seconds()
	}
	if text := complaint.String(); text != "" {
		o.complaints = append(o.complaints, text)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return o, fmt.Errorf("tlc: running Java: %w", err)
	}
	return o, readErr
}

// line is what the module prints.
func (v *verdict) line(s string) { v.printed = append(v.printed, s) }

// lastBytes keeps the end of what is written to it.
type lastBytes struct{ b []byte }

func (l *lastBytes) Write(p []byte) (int, error) {
	l.b = tail(append(l.b, p...))
	return len(p), nil
}

func (l *lastBytes) String() string { return string(l.b) }
