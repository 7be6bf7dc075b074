package faultfs

import (
	"errors"
	"fmt"
	"net/rpc"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/hanwen/go-fuse/v2/fuse"

	"github.com/genlock-go/genlock/internal/e2e/reexec"
)

// role is that of the serving process. Its arguments are the directory to mount over and the backing one.
const role = "faultfs"

func init() { reexec.Register(role, serve) }

// Remote is what the serving process does for the test.
type Remote struct{ faults *faults }

// Nothing is what a call takes or returns that needs nothing.
type Nothing struct{}

// Set puts faults in place of those that are there.
func (r *Remote) Set(all []Fault, _ *Nothing) error { return r.faults.replace(all) }

// Counts counts.
func (r *Remote) Counts(_ Nothing, into *Counts) error {
	*into = r.faults.counts()
	return nil
}

// AwaitHung returns when so many calls hang.
func (r *Remote) AwaitHung(n int, _ *Nothing) error { return r.faults.awaitHung(n, longestWait) }

// serve mounts, says so, and serves until the test or its process ends. It never makes a call to its own mount: so
// nothing keeps it from ending, and its end is the end of everything that hangs.
func serve(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("faultfs: %d arguments", len(args))
	}
	syscall.Umask(0) // the caller's was applied
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, syscall.SIGINT)
	remote := &Remote{newFaults()}
	mounted, backing := args[0], args[1]
	if err := mount(mounted, backing, remote.faults); err != nil {
		return err
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		answer(remote)
	}()
	select {
	case <-gone:
	case <-ended:
	case <-time.After(LongestLife):
	}
	return unmount(mounted)
}

// mount returns when the kernel has the mount and knows what it can do.
func mount(dir, backing string, f *faults) error {
	t, err := newTree(backing, f)
	if err != nil {
		return fmt.Errorf("faultfs: backing directory: %w", err)
	}
	server, err := fuse.NewServer(t, dir, &fuse.MountOptions{
		FsName: "faultfs", Name: "faultfs",
		DirectMountStrict: true,
		MaxWrite:          1 << 20,
		MaxBackground:     1 << 10, // so that many hung calls hold up no other
		DisableXAttrs:     true,
		// What passes the calls by: files read and written by the kernel itself.
		DisabledCapabilities: fuse.CAP_PASSTHROUGH | fuse.CAP_READDIRPLUS | fuse.CAP_READDIRPLUS_AUTO,
	})
	if err != nil {
		return fmt.Errorf("faultfs: mounting over %s: %w", dir, err)
	}
	go server.Serve()
	if err := server.WaitMount(); err != nil {
		return errors.Join(fmt.Errorf("faultfs: mounting over %s: %w", dir, err), unmount(dir))
	}
	return nil
}

// unmount takes the mount away from the names, whatever is open in it; the kernel is done with it when we have ended.
func unmount(dir string) error {
	if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
		return fmt.Errorf("faultfs: unmounting %s: %w", dir, err)
	}
	return nil
}

// answer answers the test until it hangs up. That it is there says that the mount is.
func answer(remote *Remote) {
	server := rpc.NewServer()
	if err := server.Register(remote); err != nil {
		panic(err) // a method that rpc does not take
	}
	server.ServeConn(os.NewFile(reexec.Link, "link"))
}
