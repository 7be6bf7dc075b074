package ledger

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A disk is a directory that several goroutines use at once. It looks whether the books keep their word.
type disk struct {
	mu      sync.Mutex
	books   *Ledger[string]
	files   map[string]int64 // by key
	readers map[string]int
	writing int64 // bytes of temporary files
	most    int64 // bytes there ever were
	faults  []string
}

func (d *disk) do(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
	used := d.writing
	for _, bytes := range d.files {
		used += bytes
	}
	d.most = max(d.most, used)
}

func (d *disk) evict(name string) error {
	d.do(func() {
		key := keyOf(name)
		if d.readers[key] > 0 {
			d.faults = append(d.faults, "evicted while it was read: "+key)
		}
		delete(d.files, key)
	})
	return nil
}

func (d *disk) store(key string, bytes int64, fails bool) {
	r, err := d.books.Reserve(nameOf(key), key, bytes, d.evict)
	if err != nil {
		return
	}
	d.do(func() { d.writing += bytes })
	if fails {
		d.do(func() { d.writing -= bytes })
		d.books.Fail(r)
		return
	}
	d.do(func() { d.writing -= bytes; d.files[key] = bytes })
	d.books.Publish(r, time.Time{})
}

func (d *disk) load(key string, bad bool) {
	p, ok := d.books.Pin(nameOf(key), key)
	if !ok {
		return
	}
	var bytes int64
	var there bool
	d.do(func() { bytes, there = d.files[key]; d.readers[key]++ })
	d.do(func() { d.readers[key]-- })
	switch {
	case !there:
		d.books.Lost(p)
	case !bad:
		d.books.Found(p, bytes, time.Time{})
	default:
		if r, ok := d.books.Condemn(p, bytes); ok {
			d.do(func() { delete(d.files, key) })
			d.books.Removed(r, true)
		}
	}
}

// TestManyAtOnce fails if stores, loads and evictions that run at once ever take more room than there is, lose count of a
// file, remove one that is being read, or are told in another order than they happened.
func TestManyAtOnce(t *testing.T) {
	const capacity, workers, each = 20, 8, 2000
	books, err := New(Config[string]{Capacity: capacity})
	require.NoError(t, err)
	books.Lead()
	books.Counted()
	d := &disk{books: books, files: map[string]int64{}, readers: map[string]int{}}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(w)))
			for range each {
				key := fmt.Sprint(random.IntN(12))
				if random.IntN(2) == 0 {
					d.store(key, 3, random.IntN(8) == 0)
				} else {
					d.load(key, random.IntN(8) == 0)
				}
			}
		})
	}
	wg.Wait()

	assert.Empty(t, d.faults)
	assert.LessOrEqual(t, d.most, int64(capacity))
	s := books.Stats()
	assert.Equal(t, int64(3*len(d.files)), s.Bytes)
	assert.Equal(t, []int64{0, 0, 0, 0}, []int64{s.Reserved, s.Leaving, int64(s.Rejected), int64(s.Dropped)})
	assert.Equal(t, s.Bytes, s.Idle)
	assert.Equal(t, len(d.files), s.Names)
	assert.Positive(t, s.Evicted)
	d.listen(t)
}

// listen: what was told is what is there.
func (d *disk) listen(t *testing.T) {
	heard := map[string]bool{}
	for _, c := range d.books.Changes(nil, 1<<20) {
		require.False(t, !c.There && !heard[c.Key], "%s was removed before it was stored", c.Key)
		heard[c.Key] = c.There
	}
	for key, there := range heard {
		_, stands := d.files[key]
		assert.Equal(t, stands, there, key)
	}
	assert.NotEmpty(t, heard)
}
