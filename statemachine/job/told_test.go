package job_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
)

// If it failed, a job whose blocks all arrived would not be told so, or the caller would not know its buffer is free.
func TestAllArrived(t *testing.T) {
	onStand(t, job.Config{Workers: 2}, func(s *stand) {
		id := s.submit(job.Read, 3)
		require.Equal(t, []at{{id, 0}, {id, 1}}, s.running(), "two workers, side by side")
		s.ends(id, 1, nil)
		s.ends(id, 2, nil)
		s.silent()
		s.ends(id, 0, nil)

		<-s.Wake()
		r := s.report()
		assert.Equal(t, id, r.ID)
		assert.Equal(t, job.Read, r.Class)
		assert.Same(t, s, r.Mover)
		assert.Equal(t, outcomes(arrived, arrived, arrived), r.Outcomes)
		assert.Equal(t, job.CauseNone, r.Cause)
		assert.NoError(t, r.Err)
		assert.False(t, r.Held)
		s.silent()
		assert.Zero(t, s.Stats().UnderWay())
	})
}

// If it failed, a job would wait for blocks that it does not have.
func TestNoBlocks(t *testing.T) {
	onStand(t, job.Config{}, func(s *stand) {
		id := s.submit(job.Write, 0)
		r := s.report()
		assert.Equal(t, id, r.ID)
		assert.Empty(t, r.Outcomes)
		assert.NoError(t, r.Err)
	})
}

// If it failed, blocks after the first bad one would be tried for nothing, or told as failed though nobody tried them, or
// the others would not be told as what they are.
func TestFirstFailureStops(t *testing.T) {
	onStand(t, job.Config{Workers: 3}, func(s *stand) {
		id := s.submit(job.Read, 5)
		s.ends(id, 0, nil) // its worker takes block 3
		s.ends(id, 2, errDisk)
		require.Equal(t, []at{{id, 1}, {id, 3}}, s.running())
		s.ends(id, 1, context.DeadlineExceeded) // of the mover's own making
		s.silent()
		s.ends(id, 3, nil)

		r := s.report()
		assert.Equal(t, outcomes(arrived, failed, failed, arrived, untried), r.Outcomes)
		assert.Equal(t, job.CauseFailure, r.Cause)
		assert.ErrorIs(t, r.Err, errDisk, "the first one")
		assert.False(t, r.Held)
		assert.Empty(t, s.running())
		s.silent()
	})
}

// If it failed, a mover with a bug would take the process down, or its worker with it, or its job would never end.
func TestMoverThatPanics(t *testing.T) {
	for _, how := range []error{errPanics, errExits} {
		onStand(t, job.Config{Workers: 1}, func(s *stand) {
			id := s.submit(job.Write, 2)
			next := s.submit(job.Write, 1)
			s.ends(id, 0, how)
			r := s.report()
			assert.Equal(t, outcomes(failed, untried), r.Outcomes)
			assert.ErrorIs(t, r.Err, job.ErrPanic)

			s.ends(next, 0, nil)
			assert.NoError(t, s.report().Err, "the worker lives")
		})
	}
}

// If it failed, what nobody wants would still be copied, or be told as failed though nobody tried it.
func TestGivenUpInTheQueue(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		first := s.submit(job.Read, 1)
		id := s.submit(job.Read, 2)
		require.NoError(t, s.GiveUp(id))
		r := s.report()
		assert.Equal(t, id, r.ID)
		assert.Equal(t, outcomes(untried, untried), r.Outcomes)
		assert.ErrorIs(t, r.Err, job.ErrGivenUp)
		assert.Equal(t, job.CauseGivenUp, r.Cause)
		assert.False(t, r.Held)

		s.ends(first, 0, nil)
		assert.Empty(t, s.running())
		assert.Equal(t, first, s.report().ID)
		require.ErrorIs(t, s.GiveUp(id), job.ErrJob, "it is over")
		require.ErrorIs(t, s.GiveUp(id+1<<40), job.ErrJob, "it never was")
		require.ErrorIs(t, s.GiveUp(0), job.ErrJob)
		s.silent()
	})
}

// If it failed, giving up would give the buffer back while a copy runs on it, or tell of a copy that was called off that
// its block is not there.
func TestGivenUpWhileItRuns(t *testing.T) {
	onStand(t, job.Config{Workers: 3}, func(s *stand) {
		id := s.submit(job.Read, 4)
		ctx := s.copy(at{id, 0}).ctx
		require.NoError(t, ctx.Err())
		require.NoError(t, s.GiveUp(id))
		require.NoError(t, s.GiveUp(id), "twice is once")
		require.ErrorIs(t, ctx.Err(), context.Canceled)
		<-ctx.Done()
		s.silent()
		s.ends(id, 0, ctx.Err())
		s.ends(id, 1, nil)
		s.silent()
		s.ends(id, 2, errDisk)

		r := s.report()
		assert.Equal(t, outcomes(untried, arrived, failed, untried), r.Outcomes)
		assert.ErrorIs(t, r.Err, job.ErrGivenUp, "the first reason")
		assert.False(t, r.Held)
		s.silent()
	})
}

// If it failed, an id that somebody kept would give up the next job on the same record.
func TestGivingUpAnOldJob(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		old := s.submit(job.Read, 0)
		s.report()
		id := s.submit(job.Read, 2)
		require.NotEqual(t, old, id)
		require.ErrorIs(t, s.GiveUp(old), job.ErrJob)
		s.ends(id, 0, nil)
		s.ends(id, 1, nil)
		assert.NoError(t, s.report().Err)
	})
}

// If it failed, a place in the queue that a job left behind would be taken for that of the next job on its record.
func TestOldPlaceInTheQueue(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		first := s.submit(job.Read, 1)
		old := s.submit(job.Read, 1)
		require.NoError(t, s.GiveUp(old))
		s.report()
		between := s.submit(job.Read, 1) // on the record of the old one, whose place is before its own
		id := s.submit(job.Read, 1)
		s.ends(first, 0, nil)
		require.Equal(t, []at{{between, 0}}, s.running())
		s.ends(between, 0, nil)
		require.Equal(t, []at{{id, 0}}, s.running())
		s.ends(id, 0, nil)
		assert.Len(t, s.Poll(nil), 3)
	})
}

// If it failed, a slow storage would hold its callers beyond their deadline.
func TestDeadlineInTheQueue(t *testing.T) {
	onStand(t, job.Config{Workers: 1, Deadline: 10 * time.Second, CallDeadline: never}, func(s *stand) {
		first := s.submit(job.Read, 1)
		s.pass(5 * time.Second)
		id := s.submit(job.Read, 2)
		s.pass(5 * time.Second)
		require.Equal(t, first, s.report().ID)
		s.pass(5*time.Second - 1)
		s.silent()
		s.pass(1)
		r := s.report()
		assert.Equal(t, id, r.ID)
		assert.Equal(t, outcomes(untried, untried), r.Outcomes)
		assert.ErrorIs(t, r.Err, job.ErrExpired)
		assert.False(t, r.Held)
		s.pass(-time.Hour)
		s.pass(time.Hour)
		s.silent()
	})
}

// If it failed, a deadline would free a buffer that a copy still writes to, or what arrives too late would be told beside
// the failure, or the buffer would never come back.
func TestDeadlineWhileItRuns(t *testing.T) {
	onStand(t, job.Config{Workers: 2, Deadline: time.Second}, func(s *stand) {
		id := s.submit(job.Read, 4)
		s.ends(id, 1, nil)
		s.pass(time.Second)
		for _, a := range s.running() {
			assert.ErrorIs(t, s.copy(a).ctx.Err(), context.Canceled)
		}
		r := s.report()
		assert.Equal(t, outcomes(failed, arrived, failed, untried), r.Outcomes)
		assert.ErrorIs(t, r.Err, job.ErrExpired)
		assert.True(t, r.Held)
		assert.Equal(t, 1, s.Stats().Owning())
		require.NoError(t, s.GiveUp(id), "it changes nothing")
		s.ends(id, 0, nil)
		s.silent()
		s.ends(id, 2, nil)
		assert.Empty(t, s.Poll(nil))
		assert.Equal(t, []job.Release{{ID: id, Mover: s}}, s.Released(nil))
		assert.Equal(t, outcomes(failed, arrived, failed, untried), r.Outcomes, "as it was told")
		s.silent()
		assert.Zero(t, s.Stats().UnderWay())
	})
}

// If it failed, a copy that ends between the deadline and the poll would lead to two reports, or to a buffer that nobody
// gives back.
func TestDeadlineAndThenTheEnd(t *testing.T) {
	onStand(t, job.Config{Deadline: time.Second}, func(s *stand) {
		id := s.submit(job.Write, 1)
		s.pass(time.Second)
		s.ends(id, 0, nil)
		r := s.report()
		assert.Equal(t, outcomes(failed), r.Outcomes)
		assert.ErrorIs(t, r.Err, job.ErrExpired)
		assert.False(t, r.Held)
		s.silent()
	})
}

// If it failed, the deadline would hide why a job had been stopped, or restart for a job that was given up.
func TestDeadlineOfAStoppedJob(t *testing.T) {
	onStand(t, job.Config{Workers: 2, Deadline: time.Second}, func(s *stand) {
		id := s.submit(job.Write, 2)
		s.ends(id, 0, errDisk)
		s.pass(time.Second)
		r := s.report()
		assert.ErrorIs(t, r.Err, errDisk)
		assert.True(t, r.Held)
		s.ends(id, 1, nil)
		assert.Len(t, s.Released(nil), 1)
	})
}
