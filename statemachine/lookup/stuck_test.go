package lookup

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReturnRacesReplacement fails if the call of a pool's only worker, returning just before another one has taken over,
// leaves the pool without workers: it would take itself for ended.
func TestReturnRacesReplacement(t *testing.T) {
	release := make(chan struct{})
	begun := make(chan struct{}, 2)
	m, err := New(ProberFunc[string](func(_ context.Context, keys []string, answer Answer) error {
		begun <- struct{}{}
		if keys[0] == "late" {
			<-release
		}
		answer.Post(0, VerdictHit)
		return nil
	}), bootTime, Config[string, int]{Workers: 1})
	require.NoError(t, err)
	takesOver, replaced := m.pool.begin, 0
	m.pool.begin = func(w *worker[string]) {
		replaced++
		close(release)
		select {
		case <-m.pool.ended:
			assert.Fail(t, "the pool has ended")
		case <-time.After(20 * time.Millisecond): // enough for a worker that is let go
		}
		takesOver(w)
	}
	h, err := m.Begin(1)
	require.NoError(t, err)
	m.Lookup(h, "late")
	m.Flush(bootTime, math.MaxInt)
	<-begun
	m.Lookup(h, "next")
	m.Flush(bootTime.Add(time.Hour), math.MaxInt)
	require.Equal(t, 1, replaced)

	for left := 2; left > 0; left -= m.Drain(left) {
		<-m.Wake()
	}
	for _, key := range []string{"late", "next"} {
		v, _, err := m.Lookup(h, key)
		require.NoError(t, err)
		assert.Equal(t, VerdictHit, v, key)
	}
	require.NoError(t, m.Close(context.Background()))
	assert.Zero(t, m.pool.watch.Stats().Stuck)
}
