//go:build unix

package dir

import (
	"errors"
	"syscall"
)

// Refused reports whether err is what a storage answers that works and takes nothing more: it is full, over a quota, or
// read-only.
func Refused(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS)
}
