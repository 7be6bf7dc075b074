//go:build unix

package fs_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// A child process of a test stores a block, says so when it has reached a step, and waits there for its end.
const (
	childDir  = "GENLOCK_FS_TEST_DIR"
	childStep = "GENLOCK_FS_TEST_STEP"
)

func init() { beChild = child }

// child is what this test binary does instead of testing when it was started by killedAt. It returns if it was not.
func child() {
	dir := os.Getenv(childDir)
	if dir == "" {
		return
	}
	stop, err := strconv.Atoi(os.Getenv(childStep))
	if err != nil {
		panic(err)
	}
	s, err := fs.Open(dir, killable)
	if err != nil {
		panic(err)
	}
	fs.At(s, func(at fs.Step) {
		if at == fs.Step(stop) {
			fmt.Println("reached")
			select {}
		}
	})
	if err := s.Store(context.Background(), "key", killBlock(stop)); err != nil {
		panic(err)
	}
	fmt.Println("stored")
	select {}
}

// killable takes several chunks a block, and does all that a store can do.
var killable = fs.Config[string]{BlockBytes: 20 << 20, AppendKey: appendString, Durable: true, Checksum: true}

func killBlock(number int) []byte {
	b := make([]byte, killable.BlockBytes)
	for i := range b {
		b[i] = byte(i>>12 + number)
	}
	return b
}

// killedAt stores a block in another process and kills it at a step.
func killedAt(t *testing.T, dir string, step fs.Step) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, childStep+"="+strconv.Itoa(int(step)))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
	_ = cmd.Wait()
	require.NoError(t, err)
	require.Equal(t, "reached\n", line)
}

// TestKilledWhileStoring fails if a process that dies between any two steps of a store leaves a torn block, loses the one
// before, or leaves temporary files for ever.
func TestKilledWhileStoring(t *testing.T) {
	if testing.CoverMode() != "" {
		t.Skip("a killed process writes no coverage")
	}
	ctx := context.Background()
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	killed := 0
	for round := range rounds {
		dir := newRoot(t)
		if round%2 == 1 { // there is a block already
			s := open(t, dir, killable)
			require.NoError(t, s.Store(ctx, "key", killBlock(100)))
			require.NoError(t, s.Close(ctx))
		}
		for step := range fs.Steps {
			before := loaded(t, dir)
			killedAt(t, dir, step)
			killed++
			after := loaded(t, dir)
			if step < fs.StepRenamed {
				require.Equal(t, before, after, "killed at step %d", step)
			} else {
				require.Equal(t, int(step), after, "killed at step %d", step)
			}
		}
		left := temporaries(t, dir)
		require.Len(t, left, int(fs.StepRenamed), "each of those that died before")
		sweptWhenOld(t, dir, left)
	}
	if !testing.Short() {
		require.GreaterOrEqual(t, killed, 25)
	}
}

// loaded is the number of the block that is there, or -1. It fails if that is no whole block.
func loaded(t *testing.T, dir string) int {
	s, err := fs.Open(dir, killable)
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.Background())) }()
	slot := make([]byte, killable.BlockBytes)
	err = s.Load(context.Background(), "key", slot)
	if err != nil {
		require.ErrorIs(t, err, tiers.ErrNotFound)
		return -1
	}
	number := int(slot[0])
	require.Equal(t, killBlock(number), slot)
	return number
}

// temporaries are the paths of temporary files.
func temporaries(t *testing.T, dir string) []string {
	found, err := filepath.Glob(filepath.Join(dir, "*", "??", "t-*"))
	require.NoError(t, err)
	return found
}

// sweptWhenOld makes sure that temporary files of dead processes go once they are old, and nothing else does.
func sweptWhenOld(t *testing.T, dir string, left []string) {
	old := time.Now().Add(-2 * time.Hour)
	aged, recent := left[1:], left[0]
	for _, path := range aged {
		require.NoError(t, os.Chtimes(path, old, old))
	}
	shard := filepath.Dir(recent)
	link, foreign := filepath.Join(shard, "t-0123456789abcdef-1"), filepath.Join(shard, "notes.txt")
	require.NoError(t, os.Symlink(recent, link))
	require.NoError(t, os.WriteFile(foreign, nil, 0o600))
	require.NoError(t, os.Chtimes(foreign, old, old))

	s := open(t, dir, killable)
	assert.EqualValues(t, len(aged), s.Stats().Swept)
	require.ElementsMatch(t, []string{recent, link}, temporaries(t, dir))
	require.FileExists(t, foreign)
	require.NoError(t, s.Close(context.Background()))
	require.NoError(t, os.Remove(foreign))
}

// TestTemporaryFilesOfTheLivingAreLeft fails if the file that another process is writing is swept, however slow it is.
func TestTemporaryFilesOfTheLivingAreLeft(t *testing.T) {
	dir := newRoot(t)
	config := stringKeys
	slow, err := fs.Open(dir, config)
	require.NoError(t, err)
	var swept fs.Stats
	fs.At(slow, func(at fs.Step) {
		if at != fs.StepClosed {
			return
		}
		old := time.Now().Add(-48 * time.Hour)
		writing := temporaries(t, dir)
		require.Len(t, writing, 1)
		require.NoError(t, os.Chtimes(writing[0], old, old))
		require.NoError(t, fs.Sweep(slow))
		swept = slow.Stats()
		require.Len(t, temporaries(t, dir), 1)
	})
	require.NoError(t, slow.Store(context.Background(), "key", block(1)))
	require.Zero(t, swept.Swept)
	require.NoError(t, slow.Close(context.Background()))
	require.Empty(t, strings.Join(temporaries(t, dir), " "))
}
