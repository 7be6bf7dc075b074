// Tests of the file tier's storage on a file system whose calls fail or come back short. They need root and /dev/fuse.
package e2e

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/fs"
)

// failing are faults that make some calls fail.
func failing(errno syscall.Errno, ops ...faultfs.Op) (all []faultfs.Fault) {
	for _, op := range ops {
		all = append(all, faultfs.Fault{Op: op, Errno: errno})
	}
	return all
}

// requireError requires that err says which tier, operation and key it is of, and what the storage said.
func requireError(t *testing.T, err error, op, key string, want error) {
	t.Helper()
	require.ErrorIs(t, err, want)
	var of *tiers.OpError
	require.ErrorAs(t, err, &of)
	require.Equal(t, []string{"fs", op, tiers.PrintKey(key)}, []string{of.Tier, of.Op, of.Key}, "%v", err)
}

// If a store that fails left anything, it would be served, or fill the storage; if it did not say so, nobody would know.
func TestStoresThatFail(t *testing.T) {
	f := faultfs.Mount(t)
	s := openStore(t, f.Dir(), durable())
	require.NoError(t, s.Store(context.Background(), "other", block("other", 1)))

	half := faultfs.Fault{Op: faultfs.Write, Nth: 1, Short: blockBytes / 2}
	cases := map[string][]faultfs.Fault{
		"disk full":             failing(syscall.ENOSPC, faultfs.Create, faultfs.Write, faultfs.Allocate),
		"full in the middle":    {half, {Op: faultfs.Write, Errno: syscall.ENOSPC}},
		"over quota at the end": failing(syscall.EDQUOT, faultfs.Flush),
		"read-only":             failing(syscall.EROFS, faultfs.Writing()...),
	}
	for _, op := range []faultfs.Op{faultfs.Create, faultfs.Setattr, faultfs.Write, faultfs.Fsync, faultfs.Flush, faultfs.Rename, faultfs.Syncdir} {
		cases[string(op)+" fails"] = failing(syscall.EIO, op)
		cases[string(op)+" is denied"] = failing(syscall.EACCES, op)
	}
	for name, faults := range cases {
		for before := range uint64(2) {
			t.Run(fmt.Sprintf("%s/%d", name, before), func(t *testing.T) {
				key := t.Name()
				if before > 0 {
					require.NoError(t, s.Store(context.Background(), key, block(key, before)))
				}
				f.Set(faults...)
				err := s.Store(context.Background(), key, block(key, 2))
				requireError(t, err, "store", key, faults[len(faults)-1].Errno)
				require.Positive(t, f.Met())
				require.EqualValues(t, 1, have(t, s, "other"), "others are served meanwhile")
				f.Clear()

				assert.Empty(t, temporary(t, f.Backing()))
				v := have(t, s, key)
				assert.Less(t, v, uint64(2), "nothing of it is visible")
				if faults[0].Op != faultfs.Syncdir { // then it had taken the place of the one before
					assert.Equal(t, before, v)
				}
				require.NoError(t, s.Store(context.Background(), key, block(key, 3)), "it serves again")
				require.EqualValues(t, 3, have(t, s, key))
			})
		}
	}
}

// If a file that cannot be removed were forgotten, nobody would know why the storage fills up.
func TestWhatAFailedStoreCannotRemoveIsCounted(t *testing.T) {
	f := faultfs.Mount(t)
	s := openStore(t, f.Dir(), config())
	f.Set(failing(syscall.EIO, faultfs.Rename, faultfs.Unlink)...)
	err := s.Store(context.Background(), "k", block("k", 1))
	requireError(t, err, "store", "k", syscall.EIO)
	require.EqualValues(t, 1, s.Stats().Leftover)
	require.Len(t, temporary(t, f.Backing()), 1)
	f.Clear()
	require.Zero(t, have(t, s, "k"))
}

// If each test of a tier that is down left a file that it cannot remove, a long night would fill the directory.
func TestTestsThatCannotRemoveLeaveOneFile(t *testing.T) {
	f := faultfs.Mount(t)
	s := openStore(t, f.Dir(), config())
	f.Set(faultfs.Fault{Op: faultfs.Unlink, Errno: syscall.EIO})
	for range 3 {
		require.ErrorIs(t, s.Test(context.Background()), syscall.EIO)
		require.Len(t, temporary(t, f.Backing()), 1)
	}
	require.Positive(t, f.Met())
	f.Clear()
	require.NoError(t, s.Test(context.Background()))
	require.Empty(t, temporary(t, f.Backing()))
}

// If an error that passes cost the file, a moment of trouble would cost the cache.
func TestLoadsThatFail(t *testing.T) {
	f := faultfs.Mount(t)
	s := openStore(t, f.Dir(), config())
	require.NoError(t, s.Store(context.Background(), "k", block("k", 1)))
	require.NoError(t, s.Store(context.Background(), "other", block("other", 1)))
	name := fileName(s, "k")
	for _, op := range []faultfs.Op{faultfs.Lookup, faultfs.Getattr, faultfs.Open, faultfs.Read} {
		for _, errno := range []syscall.Errno{syscall.EIO, syscall.EACCES, syscall.EMLINK, syscall.ENOMEM} {
			t.Run(fmt.Sprintf("%s/%d", op, errno), func(t *testing.T) {
				f.Set(faultfs.Fault{Op: op, Name: name, Errno: errno})
				requireError(t, s.Load(context.Background(), "k", slot()), "load", "k", errno)
				require.Positive(t, f.Met())
				require.EqualValues(t, 1, have(t, s, "other"), "others are served meanwhile")
				f.Clear()
				require.EqualValues(t, 1, have(t, s, "k"), "the file was left alone")
			})
		}
	}
	require.Zero(t, s.Stats().Removed)
}

// If an error were remembered as absence, a block would stay unused though it is there.
func TestProbesThatFail(t *testing.T) {
	f := faultfs.Mount(t)
	e := newEngine(t, f)
	e.put("k")
	for _, op := range []faultfs.Op{faultfs.Lookup, faultfs.Getattr} {
		f.Set(faultfs.Fault{Op: op, Name: fileName(e.store, "k"), Errno: syscall.EIO})
		h := e.begin()
		require.Equal(t, lookup.VerdictMiss, e.ask(h, "k"), "who waits is told miss")
		require.Positive(t, e.store.Stats().Failures)
		err := e.store.Probe(context.Background(), []string{"k"}, lookup.Answer{})
		requireError(t, err, "probe", "k", syscall.EIO)

		f.Clear()
		newcomer := e.begin()
		require.Equal(t, lookup.VerdictHit, e.ask(newcomer, "k"), "the next one looks again")
		require.Equal(t, lookup.VerdictMiss, e.hears(h, "k"))
		e.finish(h)
		e.finish(newcomer)
	}
	e.get("k", 0)
}

// If a call that moves less than it was asked for were taken for a whole one, half a block would be stored or served.
func TestShortReadsAndWrites(t *testing.T) {
	for _, direct := range []fs.Direct{fs.DirectNever, fs.DirectRequire} {
		t.Run(fmt.Sprint("direct ", direct), func(t *testing.T) {
			f := faultfs.Mount(t)
			c := config()
			c.Direct, c.Checksum = direct, true
			s := openStore(t, f.Dir(), c)
			for _, most := range []int{1000, 4096, blockBytes - 1} {
				key := fmt.Sprint("k", most)
				f.Set(faultfs.Fault{Op: faultfs.Write, Short: most}, faultfs.Fault{Op: faultfs.Read, Short: most})
				b := slot()
				fill(b, key, 1)
				require.NoError(t, s.Store(context.Background(), key, b))
				require.EqualValues(t, 1, have(t, s, key))
				for _, met := range f.Counts().Met {
					require.Greater(t, met, 1)
				}
				f.Clear()
				require.EqualValues(t, 1, have(t, s, key))
			}
			require.Equal(t, direct == fs.DirectRequire, s.Stats().Direct > 0)
		})
	}
}

// If a directory that cannot be used were taken, or held on to, the first block would be lost, or a second try fail.
func TestOpeningAStorageThatFails(t *testing.T) {
	for op, errno := range map[faultfs.Op]syscall.Errno{
		faultfs.Mkdir: syscall.EROFS, faultfs.Opendir: syscall.EACCES, faultfs.Getattr: syscall.EIO, faultfs.Lookup: syscall.EIO,
	} {
		f := faultfs.Mount(t)
		f.Set(faultfs.Fault{Op: op, Errno: errno})
		_, err := fs.Open(f.Dir(), config())
		require.ErrorIs(t, err, fs.ErrRoot, op)
		require.ErrorIs(t, err, errno, op)
		f.Clear()
		require.NoError(t, openStore(t, f.Dir(), config()).Store(context.Background(), "k", block("k", 1)))
	}
}

// If a storage that becomes read-only could no longer be read, as disks with errors do, what is there would be of no use.
func TestAReadOnlyStorageServesWhatItHas(t *testing.T) {
	f := faultfs.Mount(t)
	s := openStore(t, f.Dir(), config())
	require.NoError(t, s.Store(context.Background(), "k", block("k", 1)))
	f.Set(failing(syscall.EROFS, faultfs.Writing()...)...)
	require.EqualValues(t, 1, have(t, s, "k"))
	requireError(t, s.Store(context.Background(), "k2", block("k2", 1)), "store", "k2", syscall.EROFS)
}

// If a tier that is down stayed so because nothing can be written, what could be loaded would be of no use; if it came back
// though nothing can be read, it would go down again.
func TestAStorageThatTakesNothingLives(t *testing.T) {
	f := faultfs.Mount(t)
	s := openStore(t, f.Dir(), config())
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS} {
		for _, op := range []faultfs.Op{faultfs.Create, faultfs.Write, faultfs.Flush, faultfs.Unlink} {
			refused := faultfs.Fault{Op: op, Name: "t-*", Errno: errno}
			f.Set(refused)
			require.NoError(t, s.Test(context.Background()), "%s: %v", op, errno)
			require.Positive(t, f.Met(), op)
			for _, dead := range []faultfs.Op{faultfs.Lookup, faultfs.Open, faultfs.Read} {
				f.Set(refused, faultfs.Fault{Op: dead, Errno: syscall.EIO})
				require.ErrorIs(t, s.Test(context.Background()), syscall.EIO, "%s: %v, %s", op, errno, dead)
			}
			if op != faultfs.Create && op != faultfs.Unlink {
				f.Set(refused, faultfs.Fault{Op: faultfs.Unlink, Errno: syscall.EIO})
				require.ErrorIs(t, s.Test(context.Background()), syscall.EIO, "what was made stays")
			}
			f.Clear()
			require.NoError(t, s.Test(context.Background()))
			require.Empty(t, temporary(t, f.Backing()))
		}
	}
}

// fileName is the name of the file that the block of a key is in.
func fileName(s *fs.Store[string], key string) string {
	info, err := os.Lstat(s.Path(key))
	if err != nil {
		panic(err)
	}
	return info.Name()
}
