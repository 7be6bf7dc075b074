package health_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/genlock-go/genlock/statemachine/health"
)

// If it failed, a call that returns just when it is given up would leave its pool with a worker too few, or one too many.
func TestReturnRacesRelief(t *testing.T) {
	w := newWatch(t, health.Config{})
	relieved, missed := 0, 0
	for range 2000 {
		var call health.Call
		call.Start(0)
		var ends, replaced bool
		var both sync.WaitGroup
		tookOver := false
		both.Go(func() { ends = call.Return(w) })
		both.Go(func() { replaced = call.Relieve(w, func() { tookOver = true }) })
		both.Wait()
		assert.Equal(t, replaced, ends)
		assert.Equal(t, replaced, tookOver)
		if replaced {
			relieved++
		} else {
			missed++
		}
	}
	t.Logf("%d calls were replaced, %d had returned", relieved, missed)
	assert.Zero(t, w.Stats().Stuck)
	assert.True(t, w.Serves())
	assert.EqualValues(t, relieved, w.Stats().Lent)
}

// If it failed, the last worker of a pool could be gone before the one is there that takes over: the pool would take its
// workers for ended.
func TestTakenOverBeforeItReturns(t *testing.T) {
	w := newWatch(t, health.Config{})
	var call health.Call
	call.Start(0)
	returned := make(chan struct{})
	assert.True(t, call.Relieve(w, func() {
		go func() {
			defer close(returned)
			assert.True(t, call.Return(w))
		}()
		for range 1000 {
			runtime.Gosched()
		}
		select {
		case <-returned:
			t.Error("it has returned, and nobody has taken over")
		default:
		}
	}))
	<-returned
	assert.Zero(t, w.Stats().Stuck)
}

// If it failed, a call that began while its owner was away would be late at once, or one that hangs would never be.
func TestUnseenCallsCountFromTheFirstLook(t *testing.T) {
	w := newWatch(t, health.Config{})
	var call health.Call
	call.See(1)
	assert.False(t, call.Late(100, 5), "no call")
	call.Start(health.Unseen)
	assert.False(t, call.Late(100, 5))
	assert.Zero(t, call.For(100))
	call.See(100)
	call.See(103)
	assert.False(t, call.Late(104, 5))
	assert.True(t, call.Late(105, 5))
	assert.False(t, call.Return(w))
	call.Start(7)
	call.See(8)
	assert.True(t, call.Late(12, 5), "of this one it is known when it began")
	assert.False(t, call.Return(w))
}

// nobody takes over from calls that belong to no pool.
func nobody() {}

// If it failed, a stuck call would take two places, or one that found none would take the tier down whenever it is looked
// at.
func TestACallIsRelievedOnce(t *testing.T) {
	w := newWatch(t, health.Config{Bound: 1})
	var first, second health.Call
	assert.False(t, first.Relieve(w, nobody), "no call")
	first.Start(0)
	second.Start(0)
	assert.False(t, first.Late(4, 5))
	assert.True(t, first.Late(5, 5))
	assert.True(t, first.Relieve(w, nobody))
	assert.False(t, first.Relieve(w, nobody))

	assert.False(t, second.Relieve(w, nobody))
	assert.False(t, w.Serves())
	for range 10 {
		assert.False(t, second.Relieve(w, nobody))
	}
	assert.EqualValues(t, 1, w.Stats().Refused, "it asked once")

	assert.True(t, first.Return(w))
	assert.False(t, second.Relieve(w, nobody), "the tier is down")
	assert.True(t, w.Step(time.Now()))
	assert.True(t, second.Relieve(w, nobody))
	assert.True(t, second.Return(w))
	assert.Equal(t, 1, w.Free())
}

// If it failed, a worker would be taken for late that has nothing to do, or began at the first moment of the clock.
func TestHowLongACallRuns(t *testing.T) {
	w := newWatch(t, health.Config{})
	var call health.Call
	assert.False(t, call.Late(1<<62, 1))
	call.Start(0)
	assert.Equal(t, time.Duration(7), call.For(7))
	assert.False(t, call.Return(w))
	assert.False(t, call.Late(1<<62, 1))
}

// If it failed, a pool whose calls are not to be replaced would take its tier down at the first one that is late.
func TestNoPlaces(t *testing.T) {
	w := newWatch(t, health.Config{Bound: health.NoPlaces})
	var call health.Call
	call.Start(0)
	assert.False(t, call.Relieve(w, nobody))
	assert.True(t, w.Serves())
	assert.False(t, call.Return(w))
}
