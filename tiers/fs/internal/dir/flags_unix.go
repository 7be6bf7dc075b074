//go:build unix && (!linux || !(amd64 || arm64))

package dir

import "syscall"

// openFlags make opening a pipe not wait for a writer. That a link is not followed out of the directory os.Root sees to, by
// O_NOFOLLOW and a look of its own; one within the directory it follows whatever the flags.
const openFlags = syscall.O_NONBLOCK
