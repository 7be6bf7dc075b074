//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lease_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers/fs/internal/lease"
)

// inDirectory is the environment variable that makes a process of this test binary contend for the lease of a directory.
const inDirectory = "LEASE_TEST_DIRECTORY"

func TestMain(m *testing.M) {
	dir := os.Getenv(inDirectory)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := contend(dir); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// contend waits for the lease, says so when it has it, and lives until its parent does not want it any more.
func contend(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	k, err := lease.NewKeeper(root, "lease", 0o600, time.Millisecond)
	if err != nil {
		return err
	}
	if _, err := lease.Announce(root, fmt.Sprint(os.Getpid()), 0o600); err != nil {
		return err
	}
	fmt.Println("lives")
	for now := range time.Tick(time.Millisecond) {
		if leads, err := k.Step(now); err != nil {
			return err
		} else if leads {
			break
		}
	}
	fmt.Println("leads")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// A contender is a process that wants the lease.
type contender struct {
	*exec.Cmd
	says *bufio.Scanner
}

func startContender(t *testing.T, dir string) *contender {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), inDirectory+"="+dir)
	_, err := c.StdinPipe() // it ends with us
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
	p := &contender{c, bufio.NewScanner(out)}
	p.hear(t, "lives")
	return p
}

// hear waits until the process says something, and fails if it says something else.
func (c *contender) hear(t *testing.T, word string) {
	require.True(t, c.says.Scan(), "the process has ended")
	require.Equal(t, word, c.says.Text())
}

func (c *contender) instance() string { return fmt.Sprint(c.Process.Pid) }

// TestTakeover fails if a holder that is killed keeps the lease, if two processes have it, or if a dead process passes for one
// that lives.
func TestTakeover(t *testing.T) {
	root := newRoot(t)
	leader := startContender(t, root.Name())
	leader.hear(t, "leads")
	for range 25 {
		heir := startContender(t, root.Name())
		_, err := lease.Acquire(root, "lease", 0o600)
		require.ErrorIs(t, err, lease.ErrHeld)
		require.True(t, alive(t, root, leader) && alive(t, root, heir))

		require.NoError(t, leader.Process.Kill())
		heir.hear(t, "leads")
		require.Error(t, leader.Wait(), "it was killed")
		require.False(t, alive(t, root, leader))
		require.NoError(t, lease.Bury(root, leader.instance()))
		leader = heir
	}
}

func alive(t *testing.T, root *os.Root, c *contender) bool {
	alive, err := lease.Alive(root, c.instance())
	require.NoError(t, err)
	return alive
}
