package reexec

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// Link is where a role finds the other end of its child's Link: an open file of the process.
const Link = 3

// roleVariable names the role that a process has.
const roleVariable = "GENLOCK_E2E_ROLE"

// quickEnd is for a child with the race detector in it: else each would sleep for a second before it ends.
const quickEnd = "GORACE=atexit_sleep_ms=0"

// longestEnd is how long a child may take to end once it was told to.
const longestEnd = 30 * time.Second

var roles = map[string]func(args []string) error{}

// Register makes a role. It is called before Main, from an init function say.
func Register(name string, run func(args []string) error) {
	if roles[name] != nil {
		panic("reexec: two roles are named " + name)
	}
	roles[name] = run
}

// Main is the first thing that TestMain calls. In a child it plays the role and does not return: the exit code is 0, or 1
// with the error on standard error.
func Main() {
	name := os.Getenv(roleVariable)
	if name == "" {
		return
	}
	run := roles[name]
	if run == nil {
		fmt.Fprintf(os.Stderr, "reexec: no role %q\n", name)
		os.Exit(2)
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// A Child is a process with a role. Its methods may be called from any goroutine.
type Child struct {
	// Link is connected with the child's Link: a stream in both directions.
	Link *os.File

	cmd    *exec.Cmd
	output bytes.Buffer
	ended  chan struct{}
}

// Start starts a child. When the test ends it is killed, if it still runs. When the process of the test dies, of
// whatever, it gets SIGTERM, also while a thread of that process hangs in a system call.
func Start(t testing.TB, role string, args ...string) *Child {
	t.Helper()
	c := &Child{ended: make(chan struct{})}
	theirs, err := c.connect()
	if err != nil {
		t.Fatalf("reexec: %s: %v", role, err)
	}
	defer theirs.Close()
	c.cmd = exec.Command(os.Args[0], args...)
	c.cmd.Env = append(os.Environ(), roleVariable+"="+role, quickEnd)
	c.cmd.ExtraFiles = []*os.File{theirs}
	c.cmd.Stdout, c.cmd.Stderr = &c.output, &c.output
	c.cmd.WaitDelay = time.Second
	c.cmd.SysProcAttr = diesWithUs()

	started := make(chan error)
	go c.run(started)
	if err := <-started; err != nil {
		t.Fatalf("reexec: starting %s: %v", role, err)
	}
	t.Cleanup(func() { c.cleanup(t) })
	return c
}

// Kill sends SIGKILL, and waits for the end. That the child ended before is no error.
func (c *Child) Kill() error {
	if err := c.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("reexec: killing a child: %w", err)
	}
	_, err := c.Wait(longestEnd)
	return err
}

// Pid is the number of the process.
func (c *Child) Pid() int { return c.cmd.Process.Pid }

// Wait waits for the end of the child, so long at most. What it returns says how the child ended; the error, that it
// did not.
func (c *Child) Wait(within time.Duration) (*os.ProcessState, error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-c.ended:
		return c.cmd.ProcessState, nil
	case <-timer.C:
		return nil, fmt.Errorf("reexec: process %d did not end within %v", c.Pid(), within)
	}
}

// Output is what the child has written, once it has ended.
func (c *Child) Output() string {
	<-c.ended
	return c.output.String()
}

func (c *Child) cleanup(t testing.TB) {
	if err := c.Kill(); err != nil {
		t.Error(err)
		return
	}
	c.Link.Close()
	if t.Failed() && c.output.Len() > 0 {
		t.Logf("process %d (%v) said:\n%s", c.Pid(), c.cmd.ProcessState, c.output.String())
	}
}
