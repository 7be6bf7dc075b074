package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// writeOutput writes the file that -o names: whole or not at all. What is no regular file (a pipe, a device) is written
// to as it is.
func writeOutput(name string, data []byte) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real // /dev/stdout is a link, and is not to be replaced
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = writeTo(name, data)
	} else {
		err = replaceFile(name, data)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

func writeTo(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func replaceFile(name string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".genlock-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(f.Name())))
		}
	}()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
