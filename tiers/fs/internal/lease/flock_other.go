//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package lease

import "os"

const nonblock = 0

func lockFile(*os.File) error { return ErrUnsupported }
