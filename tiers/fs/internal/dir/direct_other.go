//go:build !linux

package dir

import "os"

// Direct would be the flag of opening that bypasses the page cache; 0: there is none here.
const Direct = 0

// SyncData makes a file durable.
func SyncData(f *os.File) error { return f.Sync() }
