// Tests of the faulty file system itself, on plain files. Each mounts one of its own; they need root and /dev/fuse, and
// nothing else.
package faultfs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/internal/e2e/reexec"
)

func TestMain(m *testing.M) {
	reexec.Main()
	goleak.VerifyTestMain(m)
}

const page = 4096

var content = bytes.Repeat([]byte("0123456789abcdef"), 4*page/16)

// write writes a file into the backing directory: no fault is met.
func write(t *testing.T, f *faultfs.FS, name string, data []byte) string {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(f.Backing(), name), data, 0o600))
	return filepath.Join(f.Dir(), name)
}

// A call that could not be made to fail would let a test of that failure pass without it.
func TestEachCallFails(t *testing.T) {
	f := faultfs.Mount(t)
	at := func(name string) string { return filepath.Join(f.Dir(), name) }
	write(t, f, "file", content)
	require.NoError(t, os.Mkdir(at("full"), 0o700))
	file, err := os.OpenFile(at("file"), os.O_RDWR, 0)
	require.NoError(t, err)
	defer file.Close()
	dir, err := os.Open(f.Dir())
	require.NoError(t, err)
	defer dir.Close()

	calls := map[faultfs.Op]func() error{
		faultfs.Lookup:  func() error { _, err := os.Lstat(at("file")); return err },
		faultfs.Getattr: func() error { _, err := os.Lstat(at("file")); return err },
		faultfs.Setattr: func() error { return os.Chmod(at("file"), 0o600) },
		faultfs.Open: func() error {
			file, err := os.Open(at("file"))
			if err == nil {
				file.Close()
			}
			return err
		},
		faultfs.Create:   func() error { return os.WriteFile(at("new"), nil, 0o600) },
		faultfs.Read:     func() error { _, err := file.ReadAt(make([]byte, 1), 0); return err },
		faultfs.Write:    func() error { _, err := file.WriteAt([]byte{'0'}, 0); return err },
		faultfs.Flush:    func() error { return os.WriteFile(at("flushed"), nil, 0o600) },
		faultfs.Fsync:    file.Sync,
		faultfs.Allocate: func() error { return syscall.Fallocate(int(file.Fd()), 0, 0, page) },
		faultfs.Rename:   func() error { return os.Rename(at("flushed"), at("renamed")) },
		faultfs.Link:     func() error { return os.Link(at("file"), at("linked")) },
		faultfs.Unlink:   func() error { return os.Remove(at("renamed")) },
		faultfs.Mkdir:    func() error { return os.Mkdir(at("dir"), 0o700) },
		faultfs.Rmdir:    func() error { return syscall.Rmdir(at("dir")) },
		faultfs.Opendir:  func() error { _, err := os.ReadDir(f.Dir()); return err },
		faultfs.Readdir:  func() error { _, err := os.ReadDir(f.Dir()); return err },
		faultfs.Syncdir:  dir.Sync,
		faultfs.Statfs:   func() error { return syscall.Statfs(f.Dir(), new(syscall.Statfs_t)) },
	}
	errnos := []syscall.Errno{syscall.EIO, syscall.ENOSPC, syscall.EACCES, syscall.EROFS, syscall.EMLINK}
	for i, op := range faultfs.Ops() {
		require.Contains(t, calls, op)
		errno := errnos[i%len(errnos)]
		f.Set(faultfs.Fault{Op: op, Errno: errno})
		assert.ErrorIs(t, calls[op](), errno, op)
		assert.Positive(t, f.Met(), op)
		f.Clear()
		assert.NoError(t, calls[op](), op)
		assert.Positive(t, f.Counts().Calls[op], op)
	}
}

// If a fault met other calls than those it is about, a test would not know what it had seen.
func TestWhichCallsMeetAFault(t *testing.T) {
	f := faultfs.Mount(t)
	one, two := write(t, f, "one", content), write(t, f, "two", content)
	read := func(path string) error { _, err := os.ReadFile(path); return err }

	f.Set(faultfs.Fault{Op: faultfs.Open, Name: "o*", Errno: syscall.EIO})
	require.ErrorIs(t, read(one), syscall.EIO)
	require.NoError(t, read(two))

	f.Set(faultfs.Fault{Op: faultfs.Open, Nth: 2, Errno: syscall.EIO}, faultfs.Fault{Op: faultfs.Open, Name: "two", Errno: syscall.EACCES})
	require.NoError(t, read(one))
	require.ErrorIs(t, read(two), syscall.EIO, "the first that a call matches")
	require.ErrorIs(t, read(two), syscall.EACCES)
	require.NoError(t, read(one))
	require.Equal(t, []int{1, 1}, f.Counts().Met)

	f.Set(faultfs.Fault{Errno: syscall.EIO})
	require.ErrorIs(t, read(one), syscall.EIO)
}

// If short calls were made whole by the kernel, nobody who cannot bear them would be found.
func TestShortCalls(t *testing.T) {
	f := faultfs.Mount(t)
	path := write(t, f, "k", content)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer file.Close()

	f.Set(faultfs.Fault{Op: faultfs.Read, Short: 1000}, faultfs.Fault{Op: faultfs.Write, Short: 1000})
	got := make([]byte, len(content))
	n, err := syscall.Pread(int(file.Fd()), got, 0)
	require.NoError(t, err)
	require.Equal(t, 1000, n)
	n, err = syscall.Pwrite(int(file.Fd()), content[1:], 0)
	require.NoError(t, err)
	require.Equal(t, 1000, n)
	f.Clear()
	got, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, append(slices.Clone(content[1:1001]), content[1000:]...), got)
}

// If O_DIRECT were refused, or read something else, no test here would go the way that production goes.
func TestDirectIO(t *testing.T) {
	f := faultfs.Mount(t)
	path := filepath.Join(f.Dir(), "direct")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_DIRECT, 0o600)
	require.NoError(t, err)
	defer file.Close()
	buffer := aligned(len(content))
	copy(buffer, content)
	_, err = file.WriteAt(buffer, 0)
	require.NoError(t, err)
	clear(buffer)
	_, err = file.ReadAt(buffer, 0)
	require.NoError(t, err)
	require.Equal(t, content, buffer)
}

// aligned is memory that starts at a page.
func aligned(size int) []byte {
	b := make([]byte, size+page)
	skip := -int(uintptr(unsafe.Pointer(&b[0]))) & (page - 1)
	return b[skip : skip+size]
}

// If what hangs held up other calls, every test of a hung call would fail for the wrong reason.
func TestHungCalls(t *testing.T) {
	const many = 40 // more than one process can have in the background by default
	f := faultfs.Mount(t)
	other := write(t, f, "other", content)
	stuck := write(t, f, "stuck", content)
	f.Set(faultfs.Fault{Op: faultfs.Read, Name: "stuck", Hang: true})
	ends := make(chan error, many)
	for range many {
		go func() {
			got, err := os.ReadFile(stuck)
			if err == nil && !bytes.Equal(content, got) {
				err = os.ErrInvalid
			}
			ends <- err
		}()
	}
	f.AwaitHung(many)
	got, err := os.ReadFile(other)
	require.NoError(t, err)
	require.Equal(t, content, got)
	require.Empty(t, ends)

	f.Clear()
	for range many {
		require.NoError(t, <-ends)
	}
	require.Zero(t, f.Counts().Hung)
}

// If a slow call were quick, a test of slow storage would show nothing.
func TestSlowCalls(t *testing.T) {
	const delay = 30 * time.Millisecond
	f := faultfs.Mount(t)
	path := write(t, f, "slow", content)
	f.Set(faultfs.Fault{Op: faultfs.Lookup, Name: "slow", Delay: delay})
	start := time.Now()
	_, err := os.Lstat(path)
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(start), delay)
}

// A fault that cannot be met would let a test pass that never saw it.
func TestFaultsThatAreNone(t *testing.T) {
	for _, bad := range []faultfs.Fault{
		{},
		{Op: "raed", Errno: syscall.EIO},
		{Op: faultfs.Read, Name: "[", Errno: syscall.EIO},
		{Op: faultfs.Read, Nth: -1, Errno: syscall.EIO},
		{Op: faultfs.Rename, Short: 1},
	} {
		assert.Error(t, faultfs.Check(bad), "%+v", bad)
	}
	assert.Equal(t, "read no. 2 of k*: waits 1s, hangs, fails (input/output error)", faultfs.Fault{
		Op: faultfs.Read, Name: "k*", Nth: 2, Delay: time.Second, Hang: true, Errno: syscall.EIO}.String())
}
