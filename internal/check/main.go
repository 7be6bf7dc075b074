// Command check runs the tests of every module of this workspace and says what ran and what did not.
//
//	go run ./internal/check                 all tests; what a machine lacks is skipped, and listed with the reason
//	go run ./internal/check -require tlc    a skip for want of TLC is a failure; so it is with fuse, and others (tlc,fuse)
//	go run ./internal/check -race ./model   only these packages, under the race detector
//
// `go test ./...` leaves out nested modules and hides the skips of packages that pass. The last line is
// "N passed, N failed, N skipped"; the exit code is 1 where anything failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/genlock-go/genlock/internal/demand"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var o options
	flag.StringVar(&o.require, "require", "", "what must not be skipped for want of it, separated by commas: tlc, fuse, …")
	flag.StringVar(&o.tags, "tags", "", "build tags")
	flag.BoolVar(&o.short, "short", false, "leave out what takes long")
	flag.BoolVar(&o.race, "race", false, "run under the race detector")
	flag.DurationVar(&o.timeout, "timeout", 10*time.Minute, "time limit of each package")
	flag.Parse()
	o.packages = flag.Args()
	failed, err := run(ctx, o, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

type options struct {
	dir      string // where the go command runs; "": here
	require  string
	tags     string
	race     bool
	short    bool
	timeout  time.Duration
	packages []string // none: every package of the workspace
}

// command is the go command. A run is never answered from the cache, which does not see the processes that tests start.
func (o options) command(ctx context.Context) *exec.Cmd {
	args := []string{"test", "-json", "-count=1", "-timeout", o.timeout.String()}
	if o.tags != "" {
		args = append(args, "-tags", o.tags)
	}
	if o.race {
		args = append(args, "-race")
	}
	if o.short {
		args = append(args, "-short")
	}
	if len(o.packages) == 0 {
		o.packages = []string{"work"}
	}
	cmd := exec.CommandContext(ctx, "go", append(args, o.packages...)...)
	cmd.Dir = o.dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Env = append(os.Environ(), demand.Variable+"="+o.require)
	return cmd
}

// run runs the tests and prints the report. The error is of the run itself; tests that fail are none.
func run(ctx context.Context, o options, stdout, stderr io.Writer) (failed bool, err error) {
	cmd := o.command(ctx)
	cmd.Stderr = stderr
	fmt.Fprintln(stdout, strings.Join(cmd.Args, " "))
	events, err := cmd.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := cmd.Start(); err != nil {
		return false, err
	}
	t := newTally(stdout)
	readErr := t.read(events)
	waitErr := cmd.Wait()
	t.finish()
	if exit := (*exec.ExitError)(nil); errors.As(waitErr, &exit) && t.failed > 0 {
		waitErr = nil // said already, test by test
	}
	return t.failed > 0, errors.Join(readErr, waitErr, ctx.Err())
}
