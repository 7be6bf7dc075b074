//go:build !unix

package dir

import "io/fs"

// Where files have no owner by number, access lists decide, and the directory's are the operator's affair.

// Ours is always true.
func Ours(fs.FileInfo) bool { return true }

// OthersCanWrite is always false.
func OthersCanWrite(fs.FileInfo) bool { return false }
