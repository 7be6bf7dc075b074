// Tests of processes that are started for tests. They need Linux, and no more.
package reexec_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/e2e/reexec"
)

func TestMain(m *testing.M) {
	reexec.Register("echo", echo)
	reexec.Register("fail", func(args []string) error { return errors.New("no " + args[0]) })
	reexec.Main()
	goleak.VerifyTestMain(m)
}

// echo says what it hears, and its argument.
func echo(args []string) error {
	link := os.NewFile(reexec.Link, "link")
	from := bufio.NewReader(link)
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return nil
		}
		fmt.Fprint(link, args[0], line)
	}
}

// If a child were not told from its parent, or could not be talked to, each test with a child would hang.
func TestAChild(t *testing.T) {
	c := reexec.Start(t, "echo", ">")
	from := bufio.NewReader(c.Link)
	for range 2 {
		fmt.Fprintln(c.Link, "hello")
		line, err := from.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, ">hello\n", line)
	}
	_, err := c.Wait(time.Millisecond)
	require.Error(t, err, "it lives")
	require.NoError(t, c.Kill())
	state, err := c.Wait(10 * time.Second)
	require.NoError(t, err)
	require.Equal(t, "signal: killed", state.String())
	require.NoError(t, c.Kill(), "a dead one can be killed")
}

// If a child that fails looked like one that ended well, what it found would be lost.
func TestAChildThatFails(t *testing.T) {
	c := reexec.Start(t, "fail", "moon")
	state, err := c.Wait(10 * time.Second)
	require.NoError(t, err)
	require.Equal(t, 1, state.ExitCode())
	require.Equal(t, "no moon\n", c.Output())
}
