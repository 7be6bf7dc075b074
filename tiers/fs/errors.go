package fs

import (
	"errors"
	"fmt"
)

// ErrRoot is a directory that cannot be used: it is missing, it is no directory, others can write to it, or what stands in
// it is not ours.
var ErrRoot = errors.New("fs: bad root")

// ErrNamespace is a directory of a namespace whose manifest says something else than its name.
var ErrNamespace = fmt.Errorf("%w: foreign manifest", ErrRoot)

// ErrDirect is O_DIRECT where it is required and does not work.
var ErrDirect = errors.New("fs: O_DIRECT does not work here")
