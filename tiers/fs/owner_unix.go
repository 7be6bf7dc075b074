//go:build unix

package fs

import (
	"io/fs"
	"os"
	"syscall"
)

// ours reports whether the file is owned by the user we run as.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// othersCanWrite reports whether the group or everybody can.
func othersCanWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
