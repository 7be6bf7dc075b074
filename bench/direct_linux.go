package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// directWorks reports whether files in a directory can be opened past the page cache.
func directWorks(dir string) bool {
	name := filepath.Join(dir, ".genlock-bench-direct")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR|syscall.O_DIRECT, 0o600)
	if err != nil {
		return false
	}
	f.Close()
	return os.Remove(name) == nil
}

// filesystem is the kind of file system that a directory is on, and its device.
func filesystem(dir string) string {
	found, longest := "an unknown file system", -1
	mounts, err := os.Open("/proc/self/mounts")
	if err != nil {
		return found
	}
	defer mounts.Close()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for lines := bufio.NewScanner(mounts); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) < 3 || len(f[1]) < longest {
			continue
		}
		if rest, under := strings.CutPrefix(dir, strings.TrimSuffix(f[1], "/")); under && (rest == "" || rest[0] == '/') {
			found, longest = f[2]+" on "+f[0], len(f[1])
		}
	}
	return found
}
