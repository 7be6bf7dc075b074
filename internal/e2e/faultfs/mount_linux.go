package faultfs

import (
	"net/rpc"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genlock-go/genlock/internal/demand"
	"github.com/genlock-go/genlock/internal/e2e/reexec"
)

// An FS is a mounted file system. Its methods may be called from any goroutine. They fail the test where the serving
// process does not do what it is told, so they are for the goroutine of the test.
type FS struct {
	t       testing.TB
	dir     string
	backing string
	server  *reexec.Child
	remote  *rpc.Client
	died    bool
}

// Mount mounts over an empty directory, without faults, until the test ends. The test is skipped, or fails, where the
// machine lacks what that takes.
func Mount(t testing.TB) *FS {
	t.Helper()
	demand.Of(t, "fuse", Missing())
	base, err := filepath.EvalSymlinks(t.TempDir()) // as Mounted finds it
	if err != nil {
		t.Fatal(err)
	}
	f := &FS{t: t, dir: filepath.Join(base, "mounted"), backing: filepath.Join(base, "backing")}
	for _, dir := range []string{f.dir, f.backing} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	f.server = reexec.Start(t, role, f.dir, f.backing)
	f.remote = rpc.NewClient(f.server.Link)
	t.Cleanup(f.unmount)
	f.Counts() // is answered once it is mounted
	return f
}

// Dir is the directory where it is mounted.
func (f *FS) Dir() string { return f.dir }

// Backing is the directory behind it, where things can be looked at and changed without meeting a fault.
func (f *FS) Backing() string { return f.backing }

// Set puts faults in place of those that are there: a call meets the first that it matches. Calls that hang in the old
// ones go on.
func (f *FS) Set(all ...Fault) {
	f.t.Helper()
	f.call("Remote.Set", all, &Nothing{})
}

// Clear takes all faults away.
func (f *FS) Clear() {
	f.t.Helper()
	f.Set()
}

// Counts counts.
func (f *FS) Counts() Counts {
	f.t.Helper()
	var c Counts
	f.call("Remote.Counts", Nothing{}, &c)
	return c
}

// Met is how many calls met one of the faults of now.
func (f *FS) Met() (n int) {
	f.t.Helper()
	for _, met := range f.Counts().Met {
		n += met
	}
	return n
}

// AwaitHung returns when at least so many calls hang.
func (f *FS) AwaitHung(n int) {
	f.t.Helper()
	f.call("Remote.AwaitHung", n, &Nothing{})
}

// Die kills the serving process: the mount stays, and every call to it fails, those that hang among them. There are no
// faults and no counts any more.
func (f *FS) Die() {
	f.t.Helper()
	f.died = true
	if err := f.server.Kill(); err != nil {
		f.t.Fatal(err)
	}
}

func (f *FS) call(method string, args, reply any) {
	f.t.Helper()
	if f.died {
		return
	}
	done := make(chan *rpc.Call, 1)
	timer := time.NewTimer(longestWait + 5*time.Second)
	defer timer.Stop()
	select {
	case call := <-f.remote.Go(method, args, reply, done).Done:
		if call.Error != nil {
			f.t.Fatalf("faultfs: %s: %v", method, call.Error)
		}
	case <-timer.C:
		f.t.Fatalf("faultfs: %s was not answered", method)
	}
}

// unmount hangs up; the serving process unmounts and ends. What it left mounted, say because it was killed, is
// unmounted here.
func (f *FS) unmount() {
	f.remote.Close()
	if _, err := f.server.Wait(longestWait); err != nil {
		f.t.Errorf("faultfs: it goes on serving: %v", err)
		if err := f.server.Kill(); err != nil {
			f.t.Error(err)
		}
	}
	if Mounted(f.dir) {
		if !f.died {
			f.t.Errorf("faultfs: %s was left mounted", f.dir)
		}
		if err := unmount(f.dir); err != nil {
			f.t.Error(err)
		}
	}
}

// Mounted reports whether something is mounted over the directory. It asks the kernel's table, not the directory, which
// may hang.
func Mounted(dir string) bool {
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(table)) {
		if fields := strings.Fields(line); len(fields) > 4 && fields[4] == dir {
			return true
		}
	}
	return false
}
