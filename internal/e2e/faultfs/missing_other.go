//go:build !linux

package faultfs

import "errors"

// Missing says what this machine lacks for a Mount; nil: nothing.
func Missing() error { return errors.New("faultfs: mounts on Linux only") }
