package health_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/statemachine/health"
)

// A mount answers, fails, or hangs, as long as it is told.
type mount struct {
	hangs, fails atomic.Bool
	answers      atomic.Pointer[chan struct{}] // closed once it does not hang any more
	begun, now   atomic.Int32                  // tests, ever and at this moment
	passed       atomic.Int32
}

func (m *mount) test(context.Context) error {
	m.begun.Add(1)
	if m.now.Add(1) > 1 {
		panic("a second test")
	}
	defer m.now.Add(-1)
	if m.hangs.Load() {
		<-*m.answers.Load()
	}
	if m.fails.Load() {
		return errDead
	}
	m.passed.Add(1)
	return nil
}

// hang lets tests hang from now on.
func (m *mount) hang() {
	if !m.hangs.Swap(true) {
		answers := make(chan struct{})
		m.answers.Store(&answers)
	}
}

// TestRandomOutages fails if some order of late calls, returns, tests and outages takes a watch beyond its bound, has it
// serve without a good test, or keeps it down though its storage answers.
func TestRandomOutages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rapid.SyncTest(t, randomOutages)
	})
}

func randomOutages(t *rapid.T) {
	const bound = 3
	m := &mount{}
	w, err := health.New(time.Now(), health.Config{Bound: bound, Test: m.test, TestDeadline: 5 * time.Second})
	require.NoError(t, err)
	stuck, passed := 0, int32(0) // calls now, and tests when the tier went down
	heal := func() {
		m.fails.Store(false)
		if m.hangs.Swap(false) {
			close(*m.answers.Load())
		}
		synctest.Wait()
	}
	step := func() {
		served := w.Serves()
		begun := m.begun.Load()
		time.Sleep(time.Second)
		serves := w.Step(time.Now())
		synctest.Wait()
		require.LessOrEqual(t, m.begun.Load()-begun, int32(1), "tests a second")
		require.False(t, serves && !served && m.passed.Load() == passed, "serves again untested")
	}
	t.Repeat(map[string]func(*rapid.T){
		"late": func(t *rapid.T) {
			served := w.Serves()
			lent := w.Borrow()
			require.Equal(t, served && stuck < bound, lent)
			require.Equal(t, lent, w.Serves(), "a call that finds no place takes the tier down")
			if lent {
				stuck++
			} else if served {
				passed = m.passed.Load()
			}
		},
		"return": func(t *rapid.T) {
			if stuck == 0 {
				t.Skip("nothing is stuck")
			}
			served := w.Serves()
			w.Return()
			stuck--
			require.Equal(t, served, w.Serves())
		},
		"step":  func(t *rapid.T) { step() },
		"hangs": func(t *rapid.T) { m.hang() },
		"fails": func(t *rapid.T) { m.fails.Store(true) },
		"heals": func(t *rapid.T) { heal() },
		"":      func(t *rapid.T) { require.Equal(t, stuck, w.Stats().Stuck) },
	})
	heal()
	for range 4 { // what hung is heard of, another test is due, it passes, and is heard of
		step()
	}
	require.True(t, w.Serves(), "the storage answers")
	require.Zero(t, w.Stats().Rejected)
	require.NoError(t, w.Close(context.Background()))
}
