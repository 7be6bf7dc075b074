package faultfs

import "github.com/hanwen/go-fuse/v2/fuse"

func (t *tree) Open(cancel <-chan struct{}, in *fuse.OpenIn, out *fuse.OpenOut) fuse.Status {
	if s := t.meet(Open, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	in.Flags &^= callersOwn
	status := t.RawFileSystem.Open(cancel, in, out)
	out.OpenFlags |= fuse.FOPEN_DIRECT_IO
	return status
}

func (t *tree) Create(cancel <-chan struct{}, in *fuse.CreateIn, name string, out *fuse.CreateOut) fuse.Status {
	if s := t.meet(Create, name); !s.Ok() {
		return s
	}
	in.Flags &^= callersOwn
	status := t.RawFileSystem.Create(cancel, in, name, out)
	out.OpenFlags |= fuse.FOPEN_DIRECT_IO
	return t.found(status, name, &out.EntryOut)
}

// Tmpfile refuses files without a name, as many file systems do.
func (t *tree) Tmpfile(<-chan struct{}, *fuse.CreateIn, *fuse.CreateOut) fuse.Status {
	return fuse.ENOSYS
}

func (t *tree) Read(cancel <-chan struct{}, in *fuse.ReadIn, into []byte) (fuse.ReadResult, fuse.Status) {
	most, errno := t.faults.meet(Read, t.name(in.NodeId))
	if errno != 0 {
		return nil, fuse.Status(errno)
	}
	if most > 0 && most < len(into) {
		into = into[:most]
		in.Size = uint32(most)
	}
	return t.RawFileSystem.Read(cancel, in, into)
}

func (t *tree) Write(cancel <-chan struct{}, in *fuse.WriteIn, data []byte) (uint32, fuse.Status) {
	most, errno := t.faults.meet(Write, t.name(in.NodeId))
	if errno != 0 {
		return 0, fuse.Status(errno)
	}
	if most > 0 && most < len(data) {
		data = data[:most]
		in.Size = uint32(most)
	}
	return t.RawFileSystem.Write(cancel, in, data)
}

// Writev leaves it to Write.
func (t *tree) Writev(<-chan struct{}, *fuse.WriteIn, [][]byte) (uint32, fuse.Status) {
	return 0, fuse.ENOSYS
}

func (t *tree) Flush(cancel <-chan struct{}, in *fuse.FlushIn) fuse.Status {
	if s := t.meet(Flush, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.Flush(cancel, in)
}

func (t *tree) Fsync(cancel <-chan struct{}, in *fuse.FsyncIn) fuse.Status {
	if s := t.meet(Fsync, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.Fsync(cancel, in)
}

func (t *tree) Fallocate(cancel <-chan struct{}, in *fuse.FallocateIn) fuse.Status {
	if s := t.meet(Allocate, t.name(in.NodeId)); !s.Ok() {
		return s
	}
	return t.RawFileSystem.Fallocate(cancel, in)
}

// CopyFileRange is refused, so that the kernel copies by Read and Write.
func (t *tree) CopyFileRange(<-chan struct{}, *fuse.CopyFileRangeIn) (uint32, fuse.Status) {
	return 0, fuse.ENOSYS
}
