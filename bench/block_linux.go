package main

import (
	"syscall"
	"time"
)

// block is a system call that takes its time, as one does that waits for a storage: it holds a thread.
func block(d time.Duration) {
	left := syscall.NsecToTimespec(int64(d))
	for syscall.Nanosleep(&left, &left) == syscall.EINTR {
	}
}
