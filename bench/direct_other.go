//go:build !linux

package main

import "runtime"

// directWorks reports whether files in a directory can be opened past the page cache.
func directWorks(string) bool { return false }

// filesystem is the kind of file system that a directory is on.
func filesystem(string) string { return "a file system of " + runtime.GOOS }
