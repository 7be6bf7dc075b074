package job_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
)

// A rubbish is a leftover that goes away with the n-th try.
type rubbish struct {
	ends  int
	tried []context.Context
	how   func()
}

func (r *rubbish) left() *job.Leftover {
	return &job.Leftover{What: "temporary file 7", Err: errDisk, Clean: func(ctx context.Context) error {
		r.tried = append(r.tried, ctx)
		if r.how != nil {
			r.how()
		}
		if len(r.tried) == r.ends {
			return nil
		}
		return errors.New("still there")
	}}
}

// If it failed, a clean-up that fails would be told as another end of its job, or nobody would try again, or at once.
func TestCleanUpIsRetried(t *testing.T) {
	onStand(t, job.Config{Workers: 1, CleanUpAfter: time.Second}, func(s *stand) {
		r := &rubbish{ends: 3}
		id := s.submit(job.Write, 1)
		s.ends(id, 0, r.left())
		told := s.report()
		require.ErrorIs(t, told.Err, errDisk)
		require.Contains(t, told.Err.Error(), "temporary file 7")
		require.False(t, told.Held, "the buffer is free, whatever lies about")
		require.Equal(t, 1, s.Stats().In[job.Dirty])
		for i, after := range []time.Duration{1, 2, 4} {
			s.pass(after*time.Second - 1)
			require.Len(t, r.tried, i)
			s.pass(1)
			require.Len(t, r.tried, i+1)
		}
		s.silent()
		require.Zero(t, s.Stats().UnderWay())
		require.Zero(t, s.Stats().Forsaken)
	})
}

// If it failed, what cannot be removed would be tried for ever, keep its record for ever, or be forgotten without a word.
func TestCleanUpIsGivenUp(t *testing.T) {
	for name, how := range map[string]func(){
		"fails": nil, "panics": func() { panic("x") }, "exits": runtime.Goexit,
	} {
		t.Run(name, func(t *testing.T) {
			onStand(t, job.Config{Workers: 1}, func(s *stand) {
				r := &rubbish{how: how}
				id := s.submit(job.Write, 1)
				s.ends(id, 0, r.left())
				s.report()
				for range 10 {
					s.pass(time.Hour)
				}
				require.Len(t, r.tried, job.Tries)
				list := s.Forsaken(nil)
				require.Len(t, list, 1)
				assert.Equal(t, id, list[0].ID)
				assert.Equal(t, "temporary file 7", list[0].What)
				assert.Error(t, list[0].Err)
				assert.EqualValues(t, 1, s.Stats().Forsaken)
				s.silent()
				require.Zero(t, s.Stats().UnderWay())
				s.ends(s.submit(job.Write, 1), 0, nil)
			})
		})
	}
}

// If it failed, names of what cannot be removed would pile up where nobody asks for them.
func TestForsakenAreBounded(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		const many = 100
		for range many {
			s.ends(s.submit(job.Write, 1), 0, (&rubbish{}).left())
			s.report()
		}
		for range 5 {
			s.pass(time.Hour)
		}
		require.Less(t, len(s.Forsaken(nil)), many)
		require.EqualValues(t, many, s.Stats().Forsaken)
	})
}

// If it failed, what a late copy leaves behind would stay, or be removed under a context that has ended.
func TestCleanUpAfterALateEnd(t *testing.T) {
	onStand(t, job.Config{Workers: 2, Deadline: time.Second}, func(s *stand) {
		r, second := &rubbish{ends: 1}, &rubbish{ends: 2}
		id := s.submit(job.Write, 2)
		s.pass(time.Second)
		require.True(t, s.report().Held)
		s.ends(id, 0, r.left())
		s.ends(id, 1, second.left())
		s.pass(time.Hour)
		require.Empty(t, r.tried, "not before its buffer went")
		require.Len(t, s.Released(nil), 1)
		s.pass(time.Hour)
		require.Len(t, r.tried, 1)
		require.NoError(t, r.tried[0].Err())
		s.pass(time.Hour)
		require.Len(t, r.tried, 1, "what was removed is not removed again")
		require.Len(t, second.tried, 2)
		require.Zero(t, s.Stats().UnderWay())
	})
}

// If it failed, a clean-up that hangs would hold its worker for ever, or hide from who asks what is stuck.
func TestCleanUpThatHangs(t *testing.T) {
	onStand(t, job.Config{Workers: 1, CallDeadline: time.Second}, func(s *stand) {
		hang := make(chan struct{})
		r := &rubbish{ends: 1, how: func() { <-hang }}
		id := s.submit(job.Write, 1)
		s.ends(id, 0, r.left())
		s.report()
		s.pass(time.Hour)
		s.pass(0)
		s.pass(time.Second)
		s.ends(s.submit(job.Write, 1), 0, nil)
		require.NoError(t, s.Drain(context.Background()), "it touches no buffer")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		err := s.Close(ctx)
		require.ErrorContains(t, err, "the clean-up of "+id.String())
		require.ErrorIs(t, r.tried[0].Err(), context.Canceled)
		close(hang)
		synctest.Wait()
		require.Zero(t, s.Stats().In[job.Cleaning])
	})
}

// If it failed, who gives up a job that was reported long ago would call off the removal of what it left behind.
func TestGiveUpBesideACleanUp(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		hang := make(chan struct{})
		r := &rubbish{ends: 1, how: func() { <-hang }}
		id := s.submit(job.Write, 1)
		s.ends(id, 0, r.left())
		s.report()
		s.pass(job.DefaultCleanUpAfter)
		require.Equal(t, 1, s.Stats().In[job.Cleaning])
		require.NoError(t, s.GiveUp(id))
		assert.NoError(t, r.tried[0].Err())
		close(hang)
		synctest.Wait()
		assert.Zero(t, s.Stats().UnderWay())
	})
}

// If it failed, a job that is dirty when the tier shuts down would be cleaned by nobody and yet count as clean.
func TestDirtyAtClose(t *testing.T) {
	onStand(t, job.Config{Workers: 1}, func(s *stand) {
		r := &rubbish{ends: 1}
		s.ends(s.submit(job.Write, 1), 0, r.left())
		s.report()
		require.NoError(t, s.Close(context.Background()))
		s.pass(time.Hour)
		require.Empty(t, r.tried)
		require.Equal(t, 1, s.Stats().In[job.Dirty])
	})
}
