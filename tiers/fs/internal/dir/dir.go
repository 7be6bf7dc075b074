// Package dir is one open directory of blocks. Names are looked up relative to it, so a path is never walked again, and
// what is done there stays there: a link is neither followed out of it nor taken for a block.
package dir

import (
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
)

// ErrUnfit is a directory that cannot be trusted with blocks.
var ErrUnfit = errors.New("not a directory of ours alone")

// ErrNotRegular is a link, a pipe, a directory, where a file should be.
var ErrNotRegular = errors.New("not a regular file")

// A Dir is an open directory. Several goroutines may use it; names have one component.
type Dir struct {
	root *os.Root
	fast handle // what looks are made with, where there is something faster than root
}

// Open opens the directory of that name in parent. A link to one is refused, and so is one that others own or can write to,
// unless othersMayWrite says that it is as it should be.
func Open(parent *os.Root, name string, othersMayWrite bool) (*Dir, error) {
	before, err := parent.Lstat(name)
	if err != nil {
		return nil, err
	}
	root, err := parent.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	opened, err := root.Stat(".")
	if err == nil && !os.SameFile(before, opened) {
		err = fmt.Errorf("%w: %s is a link", ErrUnfit, root.Name())
	}
	if err == nil {
		err = Fit(root, othersMayWrite)
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	fast, err := openHandle(root)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &Dir{root, fast}, nil
}

// Make makes a directory with exactly this mode, whatever the umask, unless there is one.
func Make(parent *os.Root, name string, mode os.FileMode) error {
	err := parent.Mkdir(name, mode)
	if errors.Is(err, iofs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return parent.Chmod(name, mode)
}

// Fit is an ErrUnfit if others own the directory, or can write to it, and that was not said.
func Fit(root *os.Root, othersMayWrite bool) error {
	info, err := root.Stat(".")
	switch {
	case err != nil:
		return err
	case !Ours(info) && !othersMayWrite:
		return fmt.Errorf("%w: %s belongs to another user", ErrUnfit, root.Name())
	case OthersCanWrite(info) && !othersMayWrite:
		return fmt.Errorf("%w: others can write to %s (%v)", ErrUnfit, root.Name(), info.Mode())
	}
	return nil
}

// Close closes the directory. It was opened to look at, so there is nothing that could be lost.
func (d *Dir) Close() {
	_ = d.fast.close()
	_ = d.root.Close()
}

// Info is what a look learns about a name.
type Info struct {
	There   bool // something stands there; false: nothing does, and the rest is zero
	Size    int64
	Regular bool
	Ours    bool // the file is owned by the user we run as
}

// Create makes a file that must not exist yet. The umask may take from its mode; who cares gives it back, by Chmod: a file
// whose mode cannot be set is there already, and the caller's to remove. So it may be after an error.
func (d *Dir) Create(name string, flag int, mode os.FileMode) (*os.File, error) {
	return d.root.OpenFile(name, flag|os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// Rename moves a file to another name, atomically, over what stands there.
func (d *Dir) Rename(from, to string) error { return d.root.Rename(from, to) }

// Link gives a file a second name, unless something stands there.
func (d *Dir) Link(from, to string) error { return d.root.Link(from, to) }

// Remove removes a file.
func (d *Dir) Remove(name string) error { return d.root.Remove(name) }

// Lstat is what stands under a name; a link is not followed.
func (d *Dir) Lstat(name string) (iofs.FileInfo, error) { return d.root.Lstat(name) }

// Root is the directory, for what looks at all of it.
func (d *Dir) Root() *os.Root { return d.root }

// Sync makes the names in the directory durable.
func (d *Dir) Sync() error { return Sync(d.root) }

// Sync makes the names in a directory durable.
func Sync(root *os.Root) error {
	f, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
