package tiers_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// hang lets calls of the storage hang until the tier is down.
func (s *stand) hang() {
	s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpStore, Hung: true})
	for i := 0; s.Ready() == nil && i < 10; i++ {
		_, err := s.SubmitStore(blocks(i, fmt.Sprint("stuck ", i)))
		require.NoError(s.t, err)
		s.step(100)
		time.Sleep(job.DefaultCallDeadline)
		s.step(100)
	}
	require.ErrorIs(s.t, s.Ready(), tiers.ErrDown)
}

// TestReadySaysWhyNot fails if somebody who watches a tier that is down learns nothing of the reason, or of its name.
func TestReadySaysWhyNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Health: health.Config{Bound: 1}})
		require.NoError(t, s.Ready())
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpTest, Err: errIO})
		s.hang()
		s.step(100) // a test begins
		s.step(100) // and has failed
		err := s.Ready()
		require.ErrorIs(t, err, errIO)
		assert.ErrorContains(t, err, "disk: ready: tiers: the tier is down")
		assert.ErrorContains(t, err, "disk: test: input/output error")
		assert.True(t, s.Stats().Down)
		assert.Contains(t, s.log.String(), "tier is down")
	})
}

// TestWakeRingsWhenTestsEnd fails if a scheduler that waits sleeps on while its tier could serve again.
func TestWakeRingsWhenTestsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Health: health.Config{Bound: 1}})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpTest, Slow: 2 * time.Second})
		s.hang()
		s.step(100)
		synctest.Wait()
		require.Equal(t, 1, s.faulty.Calls(tiertest.OpTest).Running)
		select {
		case <-s.Wake(): // for something else
		default:
		}
		select {
		case <-s.Wake():
		case <-time.After(time.Minute):
			require.Fail(t, "nobody is woken by the end of a test")
		}
		s.BeginStep(time.Now(), 100)
		require.NoError(t, s.Ready())
	})
}

// TestShutdownWaitsForATest fails if a test of the storage that hangs outlives its tier unnamed.
func TestShutdownWaitsForATest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Health: health.Config{Bound: 1}})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpTest, Hung: true})
		s.hang()
		s.step(100)
		synctest.Wait()
		require.Equal(t, 1, s.faulty.Calls(tiertest.OpTest).Running)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := s.Shutdown(ctx)
		require.ErrorIs(t, err, tiers.ErrStuck)
		require.ErrorContains(t, err, "disk: shutdown: test: ")
	})
}
