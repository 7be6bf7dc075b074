package faultfs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Missing says what this machine lacks for a Mount; nil: nothing.
func Missing() error {
	if os.Geteuid() != 0 {
		return errors.New("faultfs: only root can mount here")
	}
	device, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("faultfs: no FUSE: %w", err)
	}
	device.Close()
	return mayMount()
}

// mayMount tries the right to mount, which root has not everywhere: it asks for a change of a mount that is none.
func mayMount() error {
	nowhere := filepath.Join(os.TempDir(), "faultfs-no-such-directory")
	if err := syscall.Unmount(nowhere, 0); errors.Is(err, syscall.EPERM) {
		return fmt.Errorf("faultfs: root may not mount here: %w", err)
	}
	return nil
}
