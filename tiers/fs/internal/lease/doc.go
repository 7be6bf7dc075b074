// Package lease tells processes that share a directory which of them bounds it, and which of them live.
//
// Both are locks on files (flock), which the system gives up when their holder dies, however it dies. A Keeper holds the
// lease or waits for it: the caller gives it the time, it tries now and then and never waits for another holder. An Announce
// holds a lock of an instance's own, by which others know that its temporary files are still being written.
//
// # Caveats
//
// On a network file system a lock is as good as that system's: NFS gives a dead client's lock up only after its grace period.
// A call that hangs there hangs here, so callers make it where they may wait. Where there is no flock every call is an
// ErrUnsupported.
package lease
