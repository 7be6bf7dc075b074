//go:build unix

package dir

import (
	"io/fs"
	"os"
	"syscall"
)

// Ours reports whether the file is owned by the user we run as.
func Ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// OthersCanWrite reports whether the group or everybody can.
func OthersCanWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
