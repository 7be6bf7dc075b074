// Tests of a process that is killed while it stores a block: a child of the test, by SIGKILL, in each call that a store
// makes to the file system. They need root and /dev/fuse: the call is held where it is until the child is dead.
package e2e

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/internal/e2e/reexec"
	"github.com/genlock-go/genlock/tiers/fs"
)

func init() { reexec.Register("storer", storer) }

// storer opens the directory, says so, and stores the versions of keys that it is told, one after the other.
func storer(args []string) error {
	s, err := fs.Open(args[0], durable())
	if err != nil {
		return err
	}
	defer s.Close(context.Background())
	talk := newTalk(os.NewFile(reexec.Link, "link"))
	b := slot()
	for err := talk.say("opened"); err == nil; err = talk.say("stored") {
		line, err := talk.hear()
		if err != nil {
			return nil // nobody asks for more
		}
		var key string
		var v uint64
		if _, err := fmt.Sscanf(line, "%s %d", &key, &v); err != nil {
			return err
		}
		fill(b, key, v)
		if err := s.Store(context.Background(), key, b); err != nil {
			return err
		}
	}
	return nil
}

// startStorer starts one that has opened the directory.
func startStorer(t *testing.T, dir string) (*reexec.Child, talk) {
	t.Helper()
	c := reexec.Start(t, "storer", dir)
	talk := newTalk(c.Link)
	line, err := talk.hear()
	require.NoError(t, err, "the child ended")
	require.Equal(t, "opened", line)
	return c, talk
}

// callsOfAStore are how many calls a store makes to the file system: of a key that is not there, and of one that is.
func callsOfAStore(t *testing.T, f *faultfs.FS) (calls [2]int) {
	t.Helper()
	_, talk := startStorer(t, f.Dir())
	for i := range calls {
		before := f.Counts().All()
		require.NoError(t, talk.say("count %d", i+1))
		_, err := talk.hear()
		require.NoError(t, err)
		calls[i] = f.Counts().All() - before
	}
	return calls
}

// If a process that dies in the middle of a store left a block that is not whole, it would be served as a hit for ever;
// if it took the block with it that it was to replace, a store would lose what was there.
func TestKilledInEachCallOfAStore(t *testing.T) {
	kills, kinds := 13, []uint64{0, 1} // kills in each call; the versions that are there before
	if testing.Short() {
		kills, kinds = 2, kinds[1:]
	}
	f := faultfs.Mount(t)
	s := openStore(t, f.Backing(), config()) // its calls are none of those that are counted
	calls := callsOfAStore(t, f)
	left := map[uint64]int{} // how often which version was there afterwards
	for _, before := range kinds {
		require.Greater(t, calls[before], 5)
		for nth := 1; nth <= calls[before]; nth++ {
			for n := range kills {
				k := kill{nth: nth, made: n%2 != 0, key: fmt.Sprintf("k-%d-%d-%d", before, nth, n), before: before}
				v := k.do(t, f, s)
				require.Contains(t, []uint64{k.before, 2}, v, "%+v", k)
				left[v]++
			}
		}
	}
	t.Logf("%d calls of a store, %d kills in each; versions that were there afterwards: %v", calls, kills, left)
	for _, v := range append(kinds, 2) {
		require.Positive(t, left[v], "there were kills before the new block was there, and after")
	}
	require.NotEmpty(t, temporary(t, f.Backing()), "there were kills in the middle of a file")
}

// A kill of a process in the nth call of a store of version 2.
type kill struct {
	nth    int
	made   bool // the call is made, after the death, but a write does half of it; false: it never is
	key    string
	before uint64 // the version that is there
}

// do returns the version that is there afterwards.
func (k kill) do(t *testing.T, f *faultfs.FS, s *fs.Store[string]) uint64 {
	t.Helper()
	if k.before > 0 {
		require.NoError(t, s.Store(context.Background(), k.key, block(k.key, k.before)))
	}
	c, talk := startStorer(t, f.Dir())
	fault := faultfs.Fault{Nth: k.nth, Hang: true, Short: blockBytes / 2}
	if !k.made {
		fault.Errno = syscall.EIO
	}
	f.Set(fault)
	require.NoError(t, talk.say("%s 2", k.key))
	f.AwaitHung(1)
	require.NoError(t, syscall.Kill(c.Pid(), syscall.SIGKILL))
	f.Clear() // only then can it die
	require.NoError(t, c.Kill())
	return have(t, s, k.key)
}
