package job_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
)

type mover func(ctx context.Context, id job.ID, block int) error

func (m mover) Move(ctx context.Context, id job.ID, block int) error { return m(ctx, id, block) }

func TestSmoke(t *testing.T) {
	now := time.Now()
	m, err := job.New(now, job.Config{})
	require.NoError(t, err)
	id, err := m.Submit(job.Read, 3, mover(func(context.Context, job.ID, int) error { return nil }))
	require.NoError(t, err)
	<-m.Wake()
	r := m.Poll(nil)
	require.Len(t, r, 1)
	require.Equal(t, id, r[0].ID)
	require.Equal(t, []job.Outcome{job.OutcomeArrived, job.OutcomeArrived, job.OutcomeArrived}, r[0].Outcomes)
	require.NoError(t, m.Drain(context.Background()))
	require.NoError(t, m.Close(context.Background()))
	t.Logf("%+v", m.Stats())
}
