package job_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
)

// What a copy may end with, beside an error that is returned.
var (
	errPanics = errors.New("panics")
	errExits  = errors.New("ends its goroutine")
	errDisk   = errors.New("input/output error")
)

// A stand is a manager whose copies end when the test says so. It lives in a bubble: after each call all workers have
// come to rest.
type stand struct {
	*job.Manager
	t    *testing.T
	now  time.Time
	obey bool // copies end with their context

	mu   sync.Mutex
	open map[at]*copying
}

// at is one block of a job.
type at struct {
	id    job.ID
	block int
}

type copying struct {
	ctx context.Context
	end chan error
}

// onStand runs a test on a manager in a bubble. What is still open in the end ends well, and the manager is closed.
func onStand(t *testing.T, config job.Config, test func(s *stand)) {
	synctest.Test(t, func(t *testing.T) {
		s := &stand{t: t, now: time.Now(), open: map[at]*copying{}}
		m, err := job.New(s.now, config)
		require.NoError(t, err)
		s.Manager = m
		defer s.close()
		test(s)
	})
}

func (s *stand) close() {
	for _, a := range s.running() {
		s.copy(a).end <- nil
	}
	require.NoError(s.t, s.Close(context.Background()))
	require.Zero(s.t, s.Stats().Rejected)
}

// Move waits until the test ends it.
func (s *stand) Move(ctx context.Context, id job.ID, block int) error {
	c := &copying{ctx, make(chan error, 1)}
	s.note(at{id, block}, c)
	defer s.note(at{id, block}, nil)
	var called <-chan struct{}
	if s.obey {
		called = ctx.Done()
	}
	select {
	case <-called:
		return ctx.Err()
	case err := <-c.end:
		switch err {
		case errPanics:
			panic("no such device")
		case errExits:
			runtime.Goexit()
		}
		return err
	}
}

// note notes that a copy runs; nil: no longer.
func (s *stand) note(a at, c *copying) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c == nil {
		delete(s.open, a)
		return
	}
	s.open[a] = c
}

// copy is a copy that must run.
func (s *stand) copy(a at) *copying {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	require.Contains(s.t, s.open, a)
	return s.open[a]
}

// running are the copies that run, in order.
func (s *stand) running() []at {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []at
	for a := range s.open {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b at) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.block, b.block))
	})
	return list
}

// submit submits a job and lets workers take what they can of it.
func (s *stand) submit(class job.Class, blocks int) job.ID {
	id, err := s.Submit(class, blocks, s)
	require.NoError(s.t, err)
	synctest.Wait()
	return id
}

// ends ends a copy that must run.
func (s *stand) ends(id job.ID, block int, err error) {
	s.copy(at{id, block}).end <- err
	synctest.Wait()
}

// pass lets time pass, which the manager hears.
func (s *stand) pass(d time.Duration) {
	s.now = s.now.Add(d)
	s.Tick(s.now)
	synctest.Wait()
}

// report is the one report that waits to be polled.
func (s *stand) report() job.Report {
	reports := s.Poll(nil)
	require.Len(s.t, reports, 1)
	return reports[0]
}

// silent requires that nothing waits to be told.
func (s *stand) silent() {
	require.Empty(s.t, s.Poll(nil))
	require.Empty(s.t, s.Released(nil))
	require.Empty(s.t, s.Forsaken(nil))
}

const never = time.Duration(math.MaxInt64)

// Outcomes in short.
const (
	untried = job.OutcomeUntried
	arrived = job.OutcomeArrived
	failed  = job.OutcomeFailed
)

func outcomes(list ...job.Outcome) []job.Outcome { return list }
