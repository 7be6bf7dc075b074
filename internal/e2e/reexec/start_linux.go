package reexec

import (
	"os"
	"runtime"
	"syscall"
)

// init keeps a role on the first thread of its process. The kernel gives that thread the signals that would end the
// process: if it hung in a system call, SIGTERM would be waited for in vain.
func init() {
	if os.Getenv(roleVariable) != "" {
		runtime.LockOSThread()
	}
}

// connect makes the child's link, and returns the end that the child gets.
func (c *Child) connect() (theirs *os.File, err error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	c.Link = os.NewFile(uintptr(fds[0]), "link")
	return os.NewFile(uintptr(fds[1]), "link of the child"), nil
}

// diesWithUs asks for a signal when the thread dies that starts the process.
func diesWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }

// run starts the child on a thread that lives as long as the child does: the kernel takes its end for the parent's.
func (c *Child) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := c.cmd.Start()
	started <- err
	if err == nil {
		c.cmd.Wait() // how it ended is in its state
	}
	close(c.ended)
}
