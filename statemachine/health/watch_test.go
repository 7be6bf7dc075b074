package health_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/statemachine/health"
)

// TestMain says which step runs where that is asked, and fails if a goroutine is left.
func TestMain(m *testing.M) {
	overlay.Confirm(health.Digest)
	goleak.VerifyTestMain(m)
}

var errDead = errors.New("storage does not answer")

// newWatch is a watch of two places that closes with its test.
func newWatch(t *testing.T, config health.Config) *health.Watch {
	t.Helper()
	if config.Bound == 0 {
		config.Bound = 2
	}
	w, err := health.New(time.Now(), config)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, w.Close(context.Background())) })
	return w
}

// takeDown asks for one place more than there are.
func takeDown(t *testing.T, w *health.Watch) {
	t.Helper()
	for range w.Free() {
		require.True(t, w.Borrow())
	}
	require.False(t, w.Borrow())
	require.False(t, w.Serves())
}

// step lets a second pass, and steps. Before and after it whatever runs comes to its end, or hangs.
func step(w *health.Watch) bool {
	time.Sleep(time.Second)
	synctest.Wait()
	defer synctest.Wait()
	return w.Step(time.Now())
}

// If it failed, a hanging storage would get more threads than there are places, or would take the tier down before.
func TestStuckCallsAreReplacedUpToTheBound(t *testing.T) {
	w := newWatch(t, health.Config{Bound: 3})
	for range 3 {
		assert.True(t, w.Borrow())
		assert.True(t, w.Serves())
	}
	w.Return()
	assert.True(t, w.Borrow(), "a place that was given back is lent again")

	assert.False(t, w.Borrow())
	assert.False(t, w.Serves())
	w.Return()
	assert.False(t, w.Borrow(), "while the tier is down nothing is started")
	s := w.Stats()
	assert.Equal(t, health.TiersDown, s.Phase)
	assert.Equal(t, 2, s.Stuck)
	assert.EqualValues(t, 4, s.Lent)
	assert.EqualValues(t, 2, s.Refused)
	assert.EqualValues(t, 1, s.Outages)
}

// If it failed, a tier would stay down though its storage answers, or serve though it does not.
func TestServesAgainOnceATestSucceeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead, tests := true, 0
		w := newWatch(t, health.Config{Test: func(context.Context) error {
			tests++
			if dead {
				return errDead
			}
			return nil
		}})
		assert.True(t, step(w))
		assert.Zero(t, tests, "a tier that serves is not tested")

		takeDown(t, w)
		for range 5 {
			assert.False(t, step(w))
		}
		synctest.Wait()
		assert.Equal(t, 5, tests)
		var down *health.DownError
		require.ErrorAs(t, w.Ready(), &down)
		assert.ErrorIs(t, down, health.ErrDown)
		assert.ErrorIs(t, down, errDead)
		assert.Equal(t, 2, down.Stuck)
		assert.EqualError(t, down,
			"health: the tier is down for 5s: 2 of 2 places are taken by stuck calls, 5 tests, the last one: storage does not answer")

		dead = false
		step(w) // hears that the fifth has failed, and begins the sixth
		assert.True(t, step(w))
		assert.NoError(t, w.Ready())
		assert.Equal(t, 6, tests)
		assert.False(t, w.Borrow(), "its places are as they were")
	})
}

// If it failed, every interval would leave another goroutine in a storage that hangs.
func TestHungTestIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung, tests := make(chan struct{}), 0
		w := newWatch(t, health.Config{TestDeadline: 3 * time.Second, Test: func(context.Context) error {
			tests++
			<-hung
			return nil
		}})
		takeDown(t, w)
		for range 100 {
			assert.False(t, step(w))
		}
		assert.Equal(t, 1, tests)
		assert.ErrorIs(t, w.Ready(), health.ErrLate)
		assert.EqualValues(t, 1, w.Stats().TestsFailed)

		close(hung)
		assert.False(t, step(w), "a success that comes late counts for nothing")
		step(w)
		assert.True(t, step(w))
		assert.Equal(t, 2, tests)
	})
}

// If it failed, the end of a test that was given up would be taken for the end of the one that runs. A watch hears ends
// before it begins a test, so it never holds one back so long; the step is asked for itself.
func TestEndOfAnOlderTestChangesNothing(t *testing.T) {
	entry := health.TiersEntry{Phase: health.TiersTesting, Trial: 2}
	for _, passed := range []bool{true, false} {
		r := health.OnTestEnds(entry, 1, passed)
		assert.Equal(t, entry, r.Next)
	}
	assert.Equal(t, health.TiersUp, health.OnTestEnds(entry, 2, true).Next.Phase)
}

// If it failed, a test that panics, ends its goroutine, or returns an error that panics, would take the process down or keep
// the tier down for ever.
func TestTestsThatBreak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tests := 0
		w := newWatch(t, health.Config{Test: func(context.Context) error {
			tests++
			switch tests {
			case 1:
				panic("boom")
			case 2:
				runtime.Goexit()
			case 3:
				return (*brokenError)(nil)
			}
			return nil
		}})
		takeDown(t, w)
		step(w)
		assert.False(t, step(w))
		assert.ErrorIs(t, w.Ready(), health.ErrPanic)
		assert.ErrorContains(t, w.Ready(), "boom")
		assert.False(t, step(w))
		assert.False(t, step(w))
		assert.ErrorIs(t, w.Ready(), health.ErrPanic, "of each of the three")
		assert.True(t, step(w))
		assert.Equal(t, 4, tests)
	})
}

// A brokenError cannot be asked for anything: it is nil, and an error all the same.
type brokenError struct{ inner error }

func (e *brokenError) Error() string { return e.inner.Error() }
func (e *brokenError) Unwrap() error { return e.inner }

// If it failed, a tier without a test would be down for ever, or serve with all of its places taken.
func TestWithoutATest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatch(t, health.Config{})
		takeDown(t, w)
		for range 10 {
			assert.False(t, step(w))
		}
		assert.ErrorIs(t, w.Ready(), health.ErrPlaces)
		w.Return()
		assert.True(t, step(w))
	})
}

// If it failed, a test would get no end of its time, and could not know when to stop.
func TestContextOfATest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended atomic.Int32 // a second test ends with the watch
		w := newWatch(t, health.Config{TestDeadline: 2500 * time.Millisecond, Test: func(ctx context.Context) error {
			<-ctx.Done()
			ended.Add(1)
			return ctx.Err()
		}})
		takeDown(t, w)
		step(w)
		for range 2 {
			step(w)
		}
		assert.Zero(t, ended.Load())
		step(w)
		assert.EqualValues(t, 1, ended.Load())
	})
}

// If it failed, a shutdown would wait for a storage that hangs, or leave a test behind without a word.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := make(chan struct{})
		w := newWatch(t, health.Config{Test: func(context.Context) error { <-hung; return nil }})
		takeDown(t, w)
		step(w)
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
		defer cancel()
		start := time.Now()
		err := w.Close(ctx)
		assert.ErrorIs(t, err, health.ErrStuck)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 7*time.Second, time.Since(start))

		close(hung)
		require.NoError(t, w.Close(context.Background()))
		assert.False(t, step(w), "the end of the test opens nothing")
		assert.ErrorIs(t, w.Ready(), health.ErrClosed)
		assert.False(t, w.Borrow())
		assert.Zero(t, w.Free())
		w.Return()
		w.Return()
		assert.Zero(t, w.Stats().Stuck, "places are given back also after it")
		assert.Zero(t, w.Stats().Rejected)
	})
}

// If it failed, a slip in a configuration would show itself in production, or not at all.
func TestConfig(t *testing.T) {
	for name, c := range map[string]health.Config{
		"Bound":        {Bound: health.NoPlaces - 1},
		"4096":         {Bound: health.MaxBound + 1},
		"TestEvery":    {TestEvery: -time.Second},
		"TestDeadline": {TestDeadline: -1},
	} {
		_, err := health.New(time.Now(), c)
		assert.ErrorIs(t, err, health.ErrConfig)
		assert.ErrorContains(t, err, name)
	}
	_, err := health.New(time.Time{}, health.Config{})
	assert.ErrorIs(t, err, health.ErrConfig)
	assert.Equal(t, health.DefaultBound, newWatch(t, health.Config{Bound: health.DefaultBound}).Free())
}

// If it failed, what every step does would cost memory.
func TestNoAllocations(t *testing.T) {
	w := newWatch(t, health.Config{})
	var call health.Call
	now := time.Now()
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		w.Serves()
		w.Step(now)
		w.Borrow()
		w.Return()
		call.Start(0)
		call.Late(1, 2)
		call.Return(w)
	}))
}
