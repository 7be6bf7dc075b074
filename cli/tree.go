package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/genlock-go/genlock/gen"
)

// A tree is the folder of the module. Everything generated is read and written below it, never through a link.
type tree struct{ root *os.Root }

func openTree(dir string) (*tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the module's root: %w", err)
	}
	return &tree{root}, nil
}

func (t *tree) close() error { return t.root.Close() }

// read is the content of a regular file; nil where there is none.
func (t *tree) read(name string) ([]byte, error) {
	if err := t.noLink(name); err != nil {
		return nil, err
	}
	data, err := t.root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// noLink refuses a path on which something is neither a folder nor, at its end, a regular file.
func (t *tree) noLink(name string) error {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := t.root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		case at == name && !info.Mode().IsRegular():
			return fmt.Errorf("%s is no regular file", at)
		case at != name && !info.IsDir():
			return fmt.Errorf("%s is no folder: nothing is read or written through a link", at)
		}
	}
	return nil
}

// differing are the files that the tree does not hold as they are.
func (t *tree) differing(files []gen.File) ([]gen.File, error) {
	var out []gen.File
	for _, f := range files {
		old, err := t.read(f.Path)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", f.Path, err)
		}
		if old == nil || !bytes.Equal(old, f.Data) {
			out = append(out, f)
		}
	}
	return out, nil
}

// write puts files in place. All of them are written beside their places first, and only when the last one is complete
// does any take its place: a full disk leaves everything as it was.
func (t *tree) write(files []gen.File) (err error) {
	var staged []string
	defer func() {
		for _, name := range staged {
			err = errors.Join(err, ignoreMissing(t.root.Remove(name)))
		}
	}()
	for _, f := range files {
		name := f.Path + ".genlock-new"
		if err := t.noLink(f.Path); err != nil {
			return fmt.Errorf("writing %s: %w", f.Path, err)
		}
		if err := t.root.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
			return fmt.Errorf("writing %s: %w", f.Path, err)
		}
		staged = append(staged, name)
		if err := t.writeNew(name, f.Data); err != nil {
			return fmt.Errorf("writing %s: %w", f.Path, err)
		}
	}
	for i, f := range files {
		if err := t.root.Rename(staged[i], f.Path); err != nil {
			return fmt.Errorf("writing %s: %w", f.Path, err)
		}
	}
	return nil
}

// writeNew writes a file that was not there. What an interrupted run left under that name is ours and goes.
func (t *tree) writeNew(name string, data []byte) error {
	if err := ignoreMissing(t.root.Remove(name)); err != nil {
		return err
	}
	f, err := t.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
