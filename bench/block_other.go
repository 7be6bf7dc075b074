//go:build !linux

package main

import "time"

// block waits. It does not hold a thread, as a system call that waits for a storage would.
func block(d time.Duration) { time.Sleep(d) }
