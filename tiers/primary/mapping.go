package primary

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// hugePage is the size of a huge page where there are some, and what a mapping that wants them is aligned to.
const hugePage = 2 << 20

// A mapping is memory that the garbage collector neither moves nor gives back.
type mapping struct {
	bytes []byte
	whole []byte // as the system gave it: bytes is the aligned part
}

// newMapping is size bytes of zeros, aligned, and there page by page.
func newMapping(size int, huge bool) (*mapping, error) {
	alignment := Alignment
	if huge {
		alignment = hugePage
	}
	if most := mostMemory(); uint64(size) > most {
		return nil, fmt.Errorf("%w: %d bytes are wanted, there are at most %d", ErrMemory, size, most)
	}
	whole, err := mapMemory(size + alignment)
	if err != nil {
		return nil, err
	}
	m := &mapping{aligned(whole, alignment)[:size], whole}
	if huge {
		adviseHuge(m.bytes)
	}
	prefault(m.bytes)
	return m, nil
}

func aligned(b []byte, alignment int) []byte {
	past := int(uintptr(unsafe.Pointer(&b[0])) & uintptr(alignment-1))
	return b[(alignment-past)&(alignment-1):]
}

// mostFaulters is how many goroutines fault pages in: the system does little more at a time.
const mostFaulters = 8

// prefault writes to each page, so that it is there before a copy needs it.
func prefault(b []byte) {
	const page = Alignment // a system with larger pages is written to more often than need be
	share := (len(b)/min(runtime.GOMAXPROCS(0), mostFaulters) + page) &^ (page - 1)
	var faulters sync.WaitGroup
	for ; len(b) > 0; b = b[min(share, len(b)):] {
		part := b[:min(share, len(b))]
		faulters.Go(func() {
			for i := 0; i < len(part); i += page {
				part[i] = 0
			}
		})
	}
	faulters.Wait()
}
