package job_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
)

// If it failed, a shutdown would forget jobs, or tell what runs before it has ended, or take new ones.
func TestClose(t *testing.T) {
	onStand(t, job.Config{Workers: 2}, func(s *stand) {
		id := s.submit(job.Write, 3)
		queued := s.submit(job.Write, 2)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		err := s.Close(ctx)
		var stuck *job.StuckError
		require.ErrorAs(t, err, &stuck)
		require.ErrorIs(t, err, job.ErrStuck)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Len(t, stuck.Calls, 2)
		assert.Contains(t, err.Error(), "block 0 of "+id.String())
		assert.Contains(t, err.Error(), "block 1 of "+id.String())

		r := s.report()
		assert.Equal(t, queued, r.ID)
		assert.Equal(t, outcomes(untried, untried), r.Outcomes)
		assert.ErrorIs(t, r.Err, job.ErrClosed)
		_, err = s.Submit(job.Read, 1, s)
		require.ErrorIs(t, err, job.ErrClosed)

		runs := s.copy(at{id, 0}).ctx
		assert.ErrorIs(t, runs.Err(), context.Canceled)
		s.ends(id, 0, runs.Err())
		s.silent()
		s.ends(id, 1, nil)
		require.NoError(t, s.Close(context.Background()))
		r = s.report()
		assert.Equal(t, outcomes(untried, arrived, untried), r.Outcomes)
		assert.ErrorIs(t, r.Err, job.ErrClosed)
		s.silent()
		require.NoError(t, s.Close(context.Background()), "again")
		assert.Zero(t, s.Stats().UnderWay())
		_, err = s.Submit(job.Read, 1, s)
		require.ErrorIs(t, err, job.ErrClosed)
	})
}

// If it failed, copies that heed their context would hold up a shutdown.
func TestCloseCallsOff(t *testing.T) {
	onStand(t, job.Config{Workers: 2}, func(s *stand) {
		s.obey = true
		s.submit(job.Read, 3)
		require.NoError(t, s.Close(context.Background()))
		assert.Equal(t, outcomes(untried, untried, untried), s.report().Outcomes)
	})
}

// If it failed, the buffer of a late job would not come back after a shutdown.
func TestCloseBesideALateJob(t *testing.T) {
	onStand(t, job.Config{Workers: 1, Deadline: time.Second}, func(s *stand) {
		id := s.submit(job.Read, 1)
		s.pass(time.Second)
		require.True(t, s.report().Held)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		require.ErrorIs(t, s.Close(ctx), job.ErrStuck)
		s.ends(id, 0, nil)
		require.NoError(t, s.Close(context.Background()))
		require.Equal(t, []job.Release{{ID: id, Mover: s}}, s.Released(nil))
		s.silent()
	})
}

// If it failed, who unmaps memory would do so under a running copy, or wait for what never comes.
func TestDrain(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		require.NoError(t, s.Drain(context.Background()), "nothing runs")
		first, second := s.submit(job.Read, 1), s.submit(job.Write, 1)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		err := s.Drain(ctx)
		require.ErrorIs(t, err, job.ErrStuck)
		assert.Contains(t, err.Error(), "block 0 of "+first.String())
		assert.NotContains(t, err.Error(), second.String())

		drained := make(chan error, 1)
		go func() { drained <- s.Drain(context.Background()) }()
		s.ends(first, 0, nil)
		require.Empty(t, drained, "the second one runs by now")
		s.ends(second, 0, nil)
		synctest.Wait()
		require.NoError(t, <-drained)
		require.Len(t, s.Poll(nil), 2, "it polls nothing")
	})
}

// If it failed, blocks that were queued while the tier was down would wait for a tick that does not come, and whoever drains
// for them.
func TestDrainAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, err := health.New(time.Now(), health.Config{Bound: 1})
		require.NoError(t, err)
		defer watch.Close(context.Background())
		s := &stand{t: t, now: time.Now(), open: map[at]*copying{}}
		s.Manager, err = job.New(s.now, job.Config{Workers: 1, Watch: watch})
		require.NoError(t, err)
		defer s.close()
		first, second := s.submit(job.Read, 1), s.submit(job.Read, 1)
		require.True(t, watch.Borrow())
		require.False(t, watch.Borrow(), "it goes down")
		s.ends(first, 0, nil)
		require.Empty(t, s.running())
		watch.Return()
		require.True(t, watch.Step(s.now))

		go func() { s.copy(at{second, 0}).end <- nil }()
		require.NoError(t, s.Drain(context.Background()))
		require.Len(t, s.Poll(nil), 2)
	})
}
