//go:build !unix

package fs

import "io/fs"

// Where files have no owner by number, access lists decide, and the directory's are the operator's affair.

func ours(fs.FileInfo) bool           { return true }
func othersCanWrite(fs.FileInfo) bool { return false }
