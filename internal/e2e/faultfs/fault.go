package faultfs

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// An Op is a call to the file system, as the kernel makes it: opening a file is a Lookup of each part of its path and an
// Open or a Create.
type Op string

const (
	Any      Op = "" // in a fault: every one of them
	Lookup   Op = "lookup"
	Getattr  Op = "getattr"
	Setattr  Op = "setattr" // chmod, truncate, utimes
	Open     Op = "open"
	Create   Op = "create"
	Read     Op = "read"
	Write    Op = "write"
	Flush    Op = "flush" // close
	Fsync    Op = "fsync"
	Allocate Op = "allocate"
	Rename   Op = "rename"
	Link     Op = "link"
	Unlink   Op = "unlink"
	Mkdir    Op = "mkdir"
	Rmdir    Op = "rmdir"
	Opendir  Op = "opendir"
	Readdir  Op = "readdir"
	Syncdir  Op = "syncdir" // fsync of a directory
	Statfs   Op = "statfs"
)

// Ops are all of them.
func Ops() []Op {
	return []Op{Lookup, Getattr, Setattr, Open, Create, Read, Write, Flush, Fsync, Allocate, Rename, Link, Unlink, Mkdir, Rmdir,
		Opendir, Readdir, Syncdir, Statfs}
}

// Writing are the calls that change something: what a full or read-only storage refuses.
func Writing() []Op {
	return []Op{Create, Setattr, Write, Allocate, Rename, Link, Unlink, Mkdir, Rmdir}
}

// A Fault says what becomes of the calls that meet it: in this order they wait, hang, fail, or are cut short. One that
// does neither fail nor is cut short does its work in the end.
type Fault struct {
	Op Op
	// Name is a pattern (path.Match) for the last part of the file's name; of a rename, the old name's. "": any.
	Name string
	// Nth is the only call to meet the fault, of those that Op and Name are about, from 1 on. 0: each of them.
	Nth int

	Delay time.Duration // they wait so long first
	Hang  bool          // they wait until the fault is taken away
	Errno syscall.Errno // they do nothing, and fail
	Short int           // a read or write moves at most so many bytes
}

// String is the fault for a message: "2nd read of k*: hangs".
func (f Fault) String() string {
	what := string(f.Op)
	if f.Op == Any {
		what = "call"
	}
	if f.Nth > 0 {
		what = fmt.Sprintf("%s no. %d", what, f.Nth)
	}
	if f.Name != "" {
		what += " of " + f.Name
	}
	var does []string
	for _, d := range []struct {
		does bool
		text string
	}{
		{f.Delay > 0, fmt.Sprintf("waits %v", f.Delay)},
		{f.Hang, "hangs"},
		{f.Errno != 0, fmt.Sprintf("fails (%v)", f.Errno)},
		{f.Short > 0, fmt.Sprintf("moves at most %d bytes", f.Short)},
	} {
		if d.does {
			does = append(does, d.text)
		}
	}
	return what + ": " + strings.Join(does, ", ")
}

// check refuses a fault that no call could meet, or that does nothing.
func (f Fault) check() error {
	if f.Op != Any && !slices.Contains(Ops(), f.Op) {
		return fmt.Errorf("faultfs: there is no call %q", f.Op)
	}
	if _, err := path.Match(f.Name, ""); err != nil {
		return fmt.Errorf("faultfs: name %q: %w", f.Name, err)
	}
	if f.Short > 0 && f.Op != Any && f.Op != Read && f.Op != Write {
		return fmt.Errorf("faultfs: a %s cannot be cut short", f.Op)
	}
	if f.Nth < 0 || f.Delay < 0 || f.Short < 0 {
		return fmt.Errorf("faultfs: a negative field: %+v", f)
	}
	if f.Delay == 0 && !f.Hang && f.Errno == 0 && f.Short == 0 {
		return fmt.Errorf("faultfs: a fault of %q that does nothing", f.Op)
	}
	return nil
}

// hits reports whether a call is one that the fault is about.
func (f Fault) hits(op Op, name string) bool {
	if f.Op != Any && f.Op != op {
		return false
	}
	ok, _ := path.Match(f.Name, name)
	return ok || f.Name == ""
}
