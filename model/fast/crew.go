package fast

import (
	"sync"
	"sync/atomic"

	"github.com/genlock-go/genlock/model/packed"
)

// each does something for the numbers below n, on all workers; the caller is one of them. A worker begins with its own
// share, always the same one, because what it did with a number in an earlier phase is still in its cache; then it helps the
// others. Who gets which number does not matter to what comes of it.
func (s *search) each(n int, do func(w packed.Walker, i int)) {
	workers := min(n, len(s.walkers))
	shares := make([]share, workers)
	for i := range shares {
		shares[i].next.Store(int64(i * n / workers))
		shares[i].end = int64((i + 1) * n / workers)
	}
	work := func(self int) {
		for k := range shares {
			part := &shares[(self+k)%workers]
			for i, ok := part.take(); ok; i, ok = part.take() {
				do(s.walkers[self], i)
			}
		}
	}
	var others sync.WaitGroup
	for self := 1; self < workers; self++ {
		others.Add(1)
		go func() {
			defer others.Done()
			work(self)
		}()
	}
	work(0)
	others.Wait()
}

// A share is a range of numbers that is not taken yet. It has a cache line of its own.
type share struct {
	next atomic.Int64
	end  int64
	_    [48]byte
}

func (s *share) take() (int, bool) {
	i := s.next.Add(1) - 1
	return int(i), i < s.end
}
