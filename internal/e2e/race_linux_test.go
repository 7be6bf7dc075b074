// Tests of two processes on one directory, as ranks of one server or pods on a shared volume are, which store and load
// the same keys while one or the other of them is killed. They need Linux, and no more.
package e2e

import (
	"context"
	"errors"
	"fmt"
	iofs "io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/reexec"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

func init() { reexec.Register("racer", racer) }

// raceKeys are few, so that stores and loads of one key meet.
const raceKeys = 8

// racer stores and loads blocks, and compares each that it loads, until it is told to end or an operation fails. Its
// arguments are the directory, how many blocks there is room for, and a number that no other racer has.
func racer(args []string) error {
	room, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	number, err := strconv.ParseUint(args[2], 10, 31)
	if err != nil {
		return err
	}
	s, err := fs.Open(args[0], bounded(room))
	if err != nil {
		return err
	}
	defer s.Close(context.Background())
	talk := newTalk(os.NewFile(reexec.Link, "link"))
	end := make(chan struct{})
	go func() {
		defer close(end)
		talk.hear()
	}()
	b := slot()
	for n := uint64(1); ; n++ {
		select {
		case <-end:
			return nil
		default:
		}
		if err := raceOnce(s, b, number<<32|n); err != nil {
			return err
		}
		if err := talk.say("%d", n); err != nil {
			return nil // nobody listens
		}
	}
}

// raceOnce stores a block, or loads and compares one.
func raceOnce(s *fs.Store[string], b []byte, v uint64) error {
	key := fmt.Sprint("k", rand.N(raceKeys))
	if v%2 == 0 {
		fill(b, key, v)
		return s.Store(context.Background(), key, b)
	}
	err := s.Load(context.Background(), key, b)
	if errors.Is(err, tiers.ErrNotFound) {
		return nil
	}
	if err == nil {
		_, err = version(b, key)
	}
	return err
}

// A runner is a racer, and how far it has come.
type runner struct {
	*reexec.Child
	talk
}

func startRacer(t *testing.T, dir string, room, number int) runner {
	t.Helper()
	c := reexec.Start(t, "racer", dir, strconv.Itoa(room), strconv.Itoa(number))
	return runner{c, newTalk(c.Link)}
}

// run waits until it has done some operations more.
func (r runner) run(t *testing.T, operations int) {
	t.Helper()
	for range operations {
		if _, err := r.hear(); err != nil {
			_, err := r.Wait(10 * time.Second)
			require.NoError(t, err)
			require.Fail(t, "a racer failed", r.Output())
		}
	}
}

// end lets it end in order.
func (r runner) end(t *testing.T) {
	t.Helper()
	require.NoError(t, r.say("end"))
	for err := error(nil); err == nil; {
		_, err = r.hear() // what it has said still
	}
	state, err := r.Wait(10 * time.Second)
	require.NoError(t, err)
	require.True(t, state.Success(), r.Output())
}

// If processes that store the same keys disturbed each other, alive or dead, one would load what nobody has stored, or
// fail to store.
func TestTwoProcessesOneOfThemKilled(t *testing.T) {
	dir := race(t, 2*raceKeys)
	s := openStore(t, dir, config())
	for k := range raceKeys {
		require.NotZero(t, have(t, s, fmt.Sprint("k", k)))
	}
}

// If the death of a process that bounds a directory unbound it, the storage would fill up.
func TestTwoProcessesWithLittleRoom(t *testing.T) {
	const room = raceKeys / 2
	dir := race(t, room)
	s := openStore(t, dir, bounded(room))
	require.True(t, s.Stats().Leads)
	require.LessOrEqual(t, blocksIn(t, dir), room)
	require.Positive(t, s.Stats().Files)
}

// race lets two processes work on a directory, with room for so many blocks, and kills them in turn. They have ended when
// it returns the directory.
func race(t *testing.T, room int) (dir string) {
	t.Helper()
	kills := 25
	if testing.Short() {
		kills = 5
	}
	dir = t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	racers := [2]runner{startRacer(t, dir, room, 1), startRacer(t, dir, room, 2)}
	for n := range kills {
		for _, r := range racers {
			r.run(t, 1+rand.N(40))
		}
		which := n % 2
		require.NoError(t, racers[which].Kill())
		racers[which] = startRacer(t, dir, room, 3+n)
	}
	for _, r := range racers {
		r.run(t, 40)
		r.end(t)
	}
	return dir
}

// If nobody took the lease over from a process that dies, the directory would grow for ever.
func TestTheLeaseIsTakenOver(t *testing.T) {
	const room, stored = 4, 10
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	leader := startRacer(t, dir, room, 1)
	leader.run(t, 1)
	s := openStore(t, dir, bounded(room))
	require.False(t, s.Stats().Leads)
	require.NoError(t, leader.Kill())
	for n := range stored {
		key := fmt.Sprint("mine", n)
		require.NoError(t, s.Store(context.Background(), key, block(key, 1)))
	}

	require.Eventually(t, func() bool { return s.Stats().Leads }, 20*time.Second, time.Millisecond)
	require.LessOrEqual(t, blocksIn(t, dir), room)
	for n := range stored {
		there := have(t, s, fmt.Sprint("mine", n)) > 0
		require.Equal(t, n >= stored-room, there, "block %d of %d: those that were stored last are kept", n, stored)
	}
}

// bounded is the configuration of a storage with room for so many blocks.
func bounded(blocks int) fs.Config[string] {
	c := config()
	c.Capacity = int64(blocks) * blockBytes
	return c
}

// blocksIn is how many blocks there are below a directory. What the dead have left is none, and not counted.
func blocksIn(t *testing.T, dir string) (n int) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, d iofs.DirEntry, err error) error {
		if err == nil && tiers.IsName(d.Name()) {
			n++
		}
		return err
	}))
	return n
}
