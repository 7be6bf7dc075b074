// Package faultfs is a file system for tests whose calls can be made to fail, to be slow, to come back short, or to hang.
//
// Mount mounts it over an empty directory, until the test ends. What lies in it is real: every call goes through to a
// backing directory, unless it meets a Fault. Faults are values, and can be exchanged while calls run:
//
//	func TestMain(m *testing.M) { reexec.Main(); os.Exit(m.Run()) }
//
//	fsys := faultfs.Mount(t)
//	fsys.Set(faultfs.Fault{Op: faultfs.Read, Name: "k1", Hang: true})
//	go os.ReadFile(filepath.Join(fsys.Dir(), "k1")) // hangs as on a dead server: no signal ends it
//	fsys.AwaitHung(1)
//	fsys.Clear() // and now it ends
//
// Nothing is cached by the kernel: each call reaches the faults. Files are opened for direct I/O, so that a short read is
// seen as one; O_DIRECT is taken, and asks for no alignment.
//
// # Nothing is left behind
//
// A thread inside a hung call cannot be killed, and its process does not end before the call does. So the file system is
// served by a process of its own, which starts when the test mounts and ends in any of these ways: the test ends; the
// test's process dies, of whatever; it has lived for LongestLife. Each time it unmounts, whatever hangs or is open, and
// ends; with it all calls end with an error. No call hangs longer than LongestHang.
//
// # What it needs
//
// Linux, root with the right to mount, and /dev/fuse. Where one is missing the test is skipped with the reason, or fails
// where "fuse" is required: see internal/demand.
package faultfs
