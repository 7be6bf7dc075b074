package sweep_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers/fs/internal/ledger"
)

// A process works on a directory, with books of its own or with none.
type process struct {
	y      *yard
	random *rand.Rand
}

func (p *process) key() string { return fmt.Sprint(p.random.IntN(40)) }

// publish writes a block as a store does: beside its place first.
func (p *process) publish(key string) error {
	temporary := fmt.Sprintf("%s/t-me.%d", p.y.dir, p.random.Uint64())
	if err := os.WriteFile(temporary, make([]byte, blockBytes), 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, p.y.path(key))
}

// leads stores, loads and removes by the books.
func (p *process) leads(t *testing.T) {
	key := p.key()
	switch p.random.IntN(3) {
	case 0:
		if r, err := p.y.books.Reserve(nameOf(key), key, blockBytes, p.unlink); err == nil {
			assert.NoError(t, p.publish(key))
			p.y.books.Publish(r, time.Now())
		}
	case 1:
		p.read(t, key)
	case 2:
		if pin, ok := p.y.books.Pin(nameOf(key), key); ok {
			p.condemn(pin, key)
		}
	}
}

func (p *process) unlink(name string) error {
	root := p.y.shards[shardOf(name)]
	return root.Remove(name)
}

func (p *process) read(t *testing.T, key string) {
	pin, ok := p.y.books.Pin(nameOf(key), key)
	if !ok {
		return
	}
	info, err := os.Lstat(p.y.path(key))
	switch {
	case err == nil:
		p.y.books.Found(pin, info.Size(), info.ModTime())
	case errors.Is(err, os.ErrNotExist):
		p.y.books.Lost(pin)
	default:
		assert.NoError(t, err)
	}
}

func (p *process) condemn(pin ledger.Pin, key string) {
	if _, err := os.Lstat(p.y.path(key)); err != nil {
		p.y.books.Unpin(pin)
		return
	}
	if r, ok := p.y.books.Condemn(pin, blockBytes); ok {
		_ = os.Remove(p.y.path(key)) // gone it is, whoever was faster
		p.y.books.Removed(r, true)
	}
}

// follows stores and removes as it likes.
func (p *process) follows(t *testing.T) {
	if key := p.key(); p.random.IntN(2) == 0 {
		assert.NoError(t, p.publish(key))
	} else if err := os.Remove(p.y.path(key)); err != nil {
		assert.ErrorIs(t, err, os.ErrNotExist)
	}
}

// TestBooksAgreeInTheEnd fails if the books lose a file, or keep a ghost, whatever our stores, loads and removals, the scan and
// another process did at once: once all is quiet, two rounds must make them true.
func TestBooksAgreeInTheEnd(t *testing.T) {
	y := newYard(t, 20*blockBytes)
	require.NoError(t, y.sweeper.Count(t.Context(), start))
	var wg sync.WaitGroup
	for i := range 4 {
		p := &process{y, rand.New(rand.NewPCG(7, uint64(i)))}
		act := p.leads
		if i == 0 {
			act = p.follows
		}
		wg.Go(func() {
			for range 500 {
				act(t)
			}
		})
	}
	wg.Go(func() {
		for range 200 {
			_, err := y.sweeper.Step(start, 10)
			assert.NoError(t, err)
		}
	})
	wg.Wait()
	rounds := y.sweeper.Stats().Rounds
	require.Greater(t, rounds, uint64(2), "the scan went round meanwhile")
	y.round(0)
	y.round(0)

	var files int
	for i := range 40 {
		if _, err := os.Lstat(y.path(fmt.Sprint(i))); err == nil {
			files++
			assert.True(t, y.books.Seen(nameOf(fmt.Sprint(i)), blockBytes, start), "%d is there", i)
		}
	}
	s := y.books.Stats()
	assert.Equal(t, files, s.Files)
	assert.EqualValues(t, files*blockBytes, s.Bytes)
	assert.Equal(t, []int64{0, 0, 0}, []int64{s.Reserved, s.Leaving, int64(s.Rejected)})
	assert.Equal(t, s.Files, s.Names)
	assert.Positive(t, s.Evicted)
}
