package main

import (
	"fmt"
	"os"
	"slices"
)

// A medium is where blocks are kept and how they are moved, the same for all who move them.
type medium struct {
	dir        string // in which each takes a fresh directory at its turn
	blockBytes int
	blocks     int
	threads    int
	direct     bool // past the page cache
}

func (m medium) bytes() float64 { return float64(m.blockBytes) * float64(m.blocks) }

func (m medium) String() string {
	how := "through the page cache"
	if m.direct {
		how = "past the page cache"
	}
	return fmt.Sprintf("%d blocks of %d KiB, %d threads, %s", m.blocks, m.blockBytes>>10, m.threads, how)
}

// A mover keeps the blocks of a medium in the files of one directory.
type mover interface {
	// store makes all blocks where there are none, and load reads them again. The seconds that took.
	store() (float64, error)
	load() (float64, error)
	close() error
}

// A way is how blocks can be moved.
type way struct {
	name string
	open func(m medium, dir string) (mover, error)
}

// moved are the seconds of a way's turns.
type moved struct{ stores, loads []float64 }

func (a moved) stored() []float64 { return a.stores }
func (a moved) loaded() []float64 { return a.loads }

// rate is MiB a second in the best turn, and in the one in the middle.
func (m medium) rate(seconds []float64) (best, median float64) {
	ordered := slices.Sorted(slices.Values(seconds))
	mib := m.bytes() / (1 << 20)
	return mib / ordered[0], mib / ordered[len(ordered)/2]
}

// alternate lets ways move blocks in turn, so that all of them meet the same noise. A turn stores in a fresh directory,
// loads, and leaves nothing.
func alternate(turns int, m medium, loads bool, ways ...way) ([]moved, error) {
	all := make([]moved, len(ways))
	for turn := range turns {
		for i := range ways {
			at := (turn + i) % len(ways)
			if err := all[at].turn(m, loads, ways[at]); err != nil {
				return nil, fmt.Errorf("%s: %w", ways[at].name, err)
			}
		}
	}
	return all, nil
}

func (a *moved) turn(m medium, loads bool, w way) (err error) {
	dir, err := os.MkdirTemp(m.dir, "genlock-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	v, err := w.open(m, dir)
	if err != nil {
		return err
	}
	defer func() {
		if closed := v.close(); err == nil {
			err = closed
		}
	}()
	seconds, err := v.store()
	if err != nil {
		return err
	}
	a.stores = append(a.stores, seconds)
	if !loads {
		return nil
	}
	if seconds, err = v.load(); err == nil {
		a.loads = append(a.loads, seconds)
	}
	return err
}
