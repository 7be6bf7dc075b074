// Tests of what a mount leaves behind where nobody ended it in order: nothing. A process that mounts and lets a call
// hang is killed, or exits, in the middle of it. They need root and /dev/fuse.
package faultfs_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/internal/e2e/reexec"
)

// If a call that hangs outlived its mount, a test that fails in the middle would never end.
func TestTheEndOfATestEndsWhatHangs(t *testing.T) {
	ends := make(chan error, 1)
	var dir string
	t.Run("a test that lets a call hang", func(t *testing.T) {
		f := faultfs.Mount(t)
		dir = f.Dir()
		require.True(t, faultfs.Mounted(dir))
		f.Set(faultfs.Fault{Op: faultfs.Lookup, Name: "stuck", Hang: true})
		go func() { _, err := os.Lstat(filepath.Join(dir, "stuck")); ends <- err }()
		f.AwaitHung(1)
	})
	if dir == "" {
		demand.Of(t, "fuse", faultfs.Missing())
	}
	require.Error(t, <-ends)
	require.False(t, faultfs.Mounted(dir))
}

func init() { reexec.Register("victim", victim) }

// A careless test has no end, and so cleans up nothing.
type careless struct {
	testing.TB
	dir string
}

func (careless) Helper()                           {}
func (careless) Cleanup(func())                    {}
func (careless) Log(...any)                        {}
func (careless) Fatal(args ...any)                 { panic(fmt.Sprint(args...)) }
func (careless) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (c careless) TempDir() string                 { return c.dir }

// victim mounts, lets a call hang, says where, and waits for its end; or exits, if it is told so.
func victim(args []string) error {
	f := faultfs.Mount(careless{dir: args[0]})
	f.Set(faultfs.Fault{Op: faultfs.Lookup, Name: "stuck", Hang: true})
	go os.Lstat(filepath.Join(f.Dir(), "stuck"))
	f.AwaitHung(1)
	link := os.NewFile(reexec.Link, "link")
	fmt.Fprintln(link, f.Dir())
	if _, err := bufio.NewReader(link).ReadString('\n'); err != nil {
		return err
	}
	os.Exit(7)
	return nil
}

// If a process could not end while a call hangs, or its mount stayed, each failing test would leave one of them on the
// machine.
func TestTheEndOfAProcessEndsItsMount(t *testing.T) {
	demand.Of(t, "fuse", faultfs.Missing())
	for how, end := range map[string]func(*reexec.Child) error{
		"killed":     (*reexec.Child).Kill,
		"terminated": func(c *reexec.Child) error { return syscall.Kill(c.Pid(), syscall.SIGTERM) },
		"exits":      func(c *reexec.Child) error { _, err := fmt.Fprintln(c.Link); return err },
	} {
		t.Run(how, func(t *testing.T) {
			base := t.TempDir()
			c := reexec.Start(t, "victim", base)
			line, err := bufio.NewReader(c.Link).ReadString('\n')
			require.NoError(t, err, "it ended before it was to")
			dir := line[:len(line)-1]
			require.True(t, faultfs.Mounted(dir))

			require.NoError(t, end(c))
			state, err := c.Wait(10 * time.Second)
			require.NoError(t, err)
			require.False(t, state.Success())
			require.Eventually(t, func() bool { return !faultfs.Mounted(dir) }, 10*time.Second, time.Millisecond)
		})
	}
}
