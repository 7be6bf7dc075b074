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

// If it failed, one hung call after another would hold all workers, and nothing would move any more; or hung calls would
// take goroutines without end.
func TestStuckCallsAreReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, err := health.New(time.Now(), health.Config{Bound: 2, Test: func(context.Context) error { return errDisk }})
		require.NoError(t, err)
		defer watch.Close(context.Background())
		onWatch(t, watch)
	})
}

func onWatch(t *testing.T, watch *health.Watch) {
	s := &stand{t: t, now: time.Now(), open: map[at]*copying{}}
	m, err := job.New(s.now, job.Config{Workers: 1, CallDeadline: time.Second, Deadline: time.Hour, Watch: watch})
	require.NoError(t, err)
	s.Manager = m
	defer s.close()
	late := func() {
		s.pass(0) // it is seen
		s.pass(time.Second)
	}
	var ids []job.ID
	for range 5 {
		ids = append(ids, s.submit(job.Read, 1))
	}
	require.Len(t, s.running(), 1)
	s.pass(time.Second)
	require.Len(t, s.running(), 1, "it may have begun just now")
	late()
	require.Len(t, s.running(), 2, "another worker took over")
	late()
	require.Len(t, s.running(), 3)
	late()
	require.Len(t, s.running(), 3, "there are two places")
	require.False(t, watch.Serves())
	_, err = s.Submit(job.Read, 1, s)
	require.ErrorIs(t, err, job.ErrDown)

	s.ends(ids[0], 0, nil)
	s.ends(ids[2], 0, nil)
	require.Len(t, s.running(), 1, "nothing is started while the tier is down")
	require.Equal(t, 3, s.Stats().In[job.Queued]+s.Stats().In[job.Running])
	last := s.copy(at{ids[1], 0})
	go func() { last.end <- nil }()
	require.NoError(t, m.Drain(context.Background()), "two are queued, and cannot start")
	require.Len(t, s.Poll(nil), 3)
}

// If it failed, a tier that serves again would leave what is queued where it is.
func TestServesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := true
		test := func(context.Context) error {
			if down {
				return errDisk
			}
			return nil
		}
		watch, err := health.New(time.Now(), health.Config{Bound: 1, Test: test})
		require.NoError(t, err)
		defer watch.Close(context.Background())
		s := &stand{t: t, now: time.Now(), open: map[at]*copying{}}
		s.Manager, err = job.New(s.now, job.Config{Workers: 1, CallDeadline: time.Second, Deadline: time.Hour, Watch: watch})
		require.NoError(t, err)
		defer s.close()
		step := func(d time.Duration) {
			s.pass(d)
			watch.Step(s.now)
			synctest.Wait()
			watch.Step(s.now)
		}
		hung, second, third := s.submit(job.Read, 1), s.submit(job.Read, 1), s.submit(job.Read, 1)
		for range 4 {
			step(time.Second)
		}
		require.Equal(t, []at{{hung, 0}, {second, 0}}, s.running())
		require.False(t, watch.Serves())
		down = false
		step(time.Minute)
		require.True(t, watch.Serves())
		s.ends(second, 0, nil)
		s.ends(hung, 0, nil)
		step(0)
		require.Equal(t, []at{{third, 0}}, s.running())
	})
}

// If it failed, what is queued on a tier that is down would wait longer than its deadline, or be told as failed.
func TestQueuedWhileDown(t *testing.T) {
	onStand(t, job.Config{Workers: 1, CallDeadline: time.Second, Deadline: time.Hour}, func(s *stand) {
		hung := 0
		for range 200 {
			s.submit(job.Read, 1)
		}
		for range 70 {
			s.pass(0)
			s.pass(time.Second)
			hung = max(hung, len(s.running()))
		}
		s.pass(time.Hour)
		require.Equal(t, 1+health.DefaultBound, hung)
		reports := s.Poll(nil)
		require.Len(t, reports, 200)
		count := map[job.Outcome]int{}
		for _, r := range reports {
			count[r.Outcomes[0]]++
			require.ErrorIs(t, r.Err, job.ErrExpired)
			require.Equal(t, r.Outcomes[0] == failed, r.Held)
		}
		assert.Equal(t, map[job.Outcome]int{failed: hung, untried: 200 - hung}, count)
	})
}

// If it failed, a mover that has got stuck and then ends its goroutine would leave its place taken, or its pool without
// a worker, or with one too many.
func TestStuckAndGone(t *testing.T) {
	onStand(t, job.Config{Workers: 1, CallDeadline: time.Second}, func(s *stand) {
		id := s.submit(job.Read, 3)
		s.pass(0)
		s.pass(time.Second)
		require.Equal(t, []at{{id, 0}, {id, 1}}, s.running())
		s.ends(id, 0, errExits)
		next := s.submit(job.Read, 2)
		require.Equal(t, []at{{id, 1}}, s.running(), "one worker, and that one is busy")
		s.ends(id, 1, nil)
		require.Equal(t, []at{{next, 0}}, s.running())
		s.ends(next, 0, errExits)
		require.Len(t, s.Poll(nil), 2)
	})
}

// If it failed, submissions would be taken without end, or of one class at the cost of the other.
func TestBusy(t *testing.T) {
	onStand(t, job.Config{Workers: 1, Jobs: 2}, func(s *stand) {
		s.submit(job.Write, 1)
		s.submit(job.Write, 1)
		_, err := s.Submit(job.Write, 1, s)
		require.ErrorIs(t, err, job.ErrBusy)
		id := s.submit(job.Read, 0)
		s.submit(job.Read, 0)
		_, err = s.Submit(job.Read, 0, s)
		require.ErrorIs(t, err, job.ErrBusy, "as long as nobody polls")
		require.Equal(t, id, s.Poll(nil)[0].ID)
		s.submit(job.Read, 0)
	})
}

// If it failed, something that is no job would be taken for one, or take the process down.
func TestBadSubmissions(t *testing.T) {
	onStand(t, job.Config{}, func(s *stand) {
		for _, try := range []func() (job.ID, error){
			func() (job.ID, error) { return s.Submit(2, 1, s) },
			func() (job.ID, error) { return s.Submit(job.Read, -1, s) },
			func() (job.ID, error) { return s.Submit(job.Read, job.MaxBlocks+1, s) },
			func() (job.ID, error) { return s.Submit(job.Read, 1, nil) },
		} {
			id, err := try()
			assert.Zero(t, id)
			assert.ErrorIs(t, err, job.ErrSubmission)
		}
		assert.Zero(t, s.Stats().UnderWay())
	})
}

// If it failed, a bound that makes no sense would be worked with.
func TestBadConfig(t *testing.T) {
	for name, c := range map[string]job.Config{
		"Deadline":     {Deadline: -1},
		"CallDeadline": {CallDeadline: -1},
		"CleanUpAfter": {CleanUpAfter: -1},
		"Workers":      {Workers: job.MaxWorkers + 1},
		"Jobs":         {Jobs: -1},
		"Overtakes":    {Overtakes: -1},
	} {
		_, err := job.New(time.Now(), c)
		assert.ErrorIs(t, err, job.ErrConfig)
		assert.ErrorContains(t, err, name)
	}
}

// If it failed, the first tick would lie centuries after the start, and every job would be told as late at once.
func TestNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, err := health.New(time.Now(), health.Config{})
		require.NoError(t, err)
		defer watch.Close(context.Background())
		_, err = job.New(time.Time{}, job.Config{Watch: watch})
		require.ErrorIs(t, err, job.ErrConfig)
		require.ErrorContains(t, err, "the time is zero")
	})
}
