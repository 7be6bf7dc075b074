package job_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
)

// If it failed, a channel that a mover took from its context would stay open for ever, or that of an older job would end
// the next one on its record.
func TestContextsOfOneRecord(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		old := s.submit(job.Read, 1)
		ctx := s.copy(at{old, 0}).ctx
		child, cancel := context.WithCancel(ctx)
		defer cancel()
		s.ends(old, 0, nil)
		s.report()
		<-child.Done()
		<-ctx.Done()

		id := s.submit(job.Read, 1)
		next := s.copy(at{id, 0}).ctx
		require.NoError(t, next.Err())
		require.NoError(t, s.GiveUp(id))
		require.ErrorIs(t, next.Err(), context.Canceled)
		s.ends(id, 0, context.Cause(next))
		require.Equal(t, outcomes(untried), s.report().Outcomes)

		last := s.submit(job.Read, 1)
		require.NoError(t, s.copy(at{last, 0}).ctx.Err(), "a context that nobody asked for its channel is used again")
		_, limited := s.copy(at{last, 0}).ctx.Deadline()
		require.False(t, limited)
		require.Nil(t, s.copy(at{last, 0}).ctx.Value(s))
	})
}
