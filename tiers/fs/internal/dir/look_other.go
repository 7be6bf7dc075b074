//go:build !linux || !(amd64 || arm64)

package dir

import (
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
)

// A handle is nothing: os.Root does it all.
type handle struct{}

func openHandle(*os.Root) (handle, error) { return handle{}, nil }

func (handle) close() error { return nil }

// Look looks a name up. A link is not followed.
func (d *Dir) Look(name []byte) (Info, error) {
	info, err := d.root.Lstat(string(name))
	if errors.Is(err, iofs.ErrNotExist) {
		return Info{}, nil
	}
	if err != nil {
		return Info{}, err
	}
	return Info{true, info.Size(), info.Mode().IsRegular(), Ours(info)}, nil
}

// Open opens a regular file to read. What was a link or a pipe before is an error. One that is planted in between is opened:
// a link leads to a file below the directory, a pipe does not make it wait (on Unix). The caller judges owner and kind of what
// is open.
func (d *Dir) Open(name string, flag int) (*os.File, error) {
	info, err := d.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: name, Err: fmt.Errorf("%w: %v", ErrNotRegular, info.Mode())}
	}
	return d.open(name, flag)
}

func (d *Dir) open(name string, flag int) (*os.File, error) {
	return d.root.OpenFile(name, os.O_RDONLY|openFlags|flag, 0)
}
