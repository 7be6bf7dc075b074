package faultfs

import (
	"sync"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// A tree is the file system as the kernel calls it: each call meets the faults, and then goes to the file system below,
// which does it in the backing directory.
type tree struct {
	fuse.RawFileSystem
	faults *faults
	// names are the last parts of the names under which nodes were found last, by node: the kernel tells them only when
	// it looks them up. They are never dropped; a test has few.
	names sync.Map // uint64 to string
}

func newTree(backing string, f *faults) (*tree, error) {
	root, err := fs.NewLoopbackRoot(backing)
	if err != nil {
		return nil, err
	}
	// No time-outs: the kernel asks again for every name and every size.
	return &tree{RawFileSystem: fs.NewNodeFS(root, &fs.Options{NullPermissions: true}), faults: f}, nil
}

// meet is for calls that can only fail as a whole.
func (t *tree) meet(op Op, name string) fuse.Status {
	_, errno := t.faults.meet(op, name)
	return fuse.Status(errno)
}

func (t *tree) name(node uint64) string {
	name, _ := t.names.Load(node)
	s, _ := name.(string)
	return s
}

// found notes the name of a node that a call has returned.
func (t *tree) found(status fuse.Status, name string, out *fuse.EntryOut) fuse.Status {
	if status.Ok() && out.NodeId != 0 {
		t.names.Store(out.NodeId, name)
	}
	return status
}

func (t *tree) Lookup(cancel <-chan struct{}, header *fuse.InHeader, name string, out *fuse.EntryOut) fuse.Status {
	if s := t.meet(Lookup, name); !s.Ok() {
		return s
	}
	return t.found(t.RawFileSystem.Lookup(cancel, header, name, out), name, out)
}

func (t *tree) GetAttr(cancel <-chan struct{}, in *fuse.GetAttrIn, out *fuse.AttrOut) fuse.Status {
	if s := t.meet(Getattr, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.GetAttr(cancel, in, out)
}

func (t *tree) Statx(cancel <-chan struct{}, in *fuse.StatxIn, out *fuse.StatxOut) fuse.Status {
	if s := t.meet(Getattr, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.Statx(cancel, in, out)
}

func (t *tree) SetAttr(cancel <-chan struct{}, in *fuse.SetAttrIn, out *fuse.AttrOut) fuse.Status {
	if s := t.meet(Setattr, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.SetAttr(cancel, in, out)
}

func (t *tree) Mkdir(cancel <-chan struct{}, in *fuse.MkdirIn, name string, out *fuse.EntryOut) fuse.Status {
	if s := t.meet(Mkdir, name); !s.Ok() {
		return s
	}
	return t.found(t.RawFileSystem.Mkdir(cancel, in, name, out), name, out)
}

func (t *tree) Unlink(cancel <-chan struct{}, header *fuse.InHeader, name string) fuse.Status {
	if s := t.meet(Unlink, name); !s.Ok() {
		return s
	}
	return t.RawFileSystem.Unlink(cancel, header, name)
}

func (t *tree) Rmdir(cancel <-chan struct{}, header *fuse.InHeader, name string) fuse.Status {
	if s := t.meet(Rmdir, name); !s.Ok() {
		return s
	}
	return t.RawFileSystem.Rmdir(cancel, header, name)
}

func (t *tree) Rename(cancel <-chan struct{}, in *fuse.RenameIn, from, to string) fuse.Status {
	if s := t.meet(Rename, from); !s.Ok() {
		return s
	}
	return t.RawFileSystem.Rename(cancel, in, from, to)
}

func (t *tree) Link(cancel <-chan struct{}, in *fuse.LinkIn, name string, out *fuse.EntryOut) fuse.Status {
	if s := t.meet(Link, name); !s.Ok() {
		return s
	}
	return t.found(t.RawFileSystem.Link(cancel, in, name, out), name, out)
}

func (t *tree) OpenDir(cancel <-chan struct{}, in *fuse.OpenIn, out *fuse.OpenOut) fuse.Status {
	if s := t.meet(Opendir, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.OpenDir(cancel, in, out)
}

func (t *tree) ReadDir(cancel <-chan struct{}, in *fuse.ReadIn, out *fuse.DirEntryList) fuse.Status {
	if s := t.meet(Readdir, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.ReadDir(cancel, in, out)
}

func (t *tree) FsyncDir(cancel <-chan struct{}, in *fuse.FsyncIn) fuse.Status {
	if s := t.meet(Syncdir, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.FsyncDir(cancel, in)
}

func (t *tree) StatFs(cancel <-chan struct{}, in *fuse.InHeader, out *fuse.StatfsOut) fuse.Status {
	if s := t.meet(Statfs, ""); !s.Ok() {
		return s
	}
	return t.RawFileSystem.StatFs(cancel, in, out)
}

// Readers and writers of the backing files are buffered, whatever the caller asked for: O_DIRECT there would ask for
// alignment of this process's buffers.
const callersOwn = syscall.O_DIRECT
