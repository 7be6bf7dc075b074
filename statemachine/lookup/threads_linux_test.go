package lookup_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A pipe that nothing is written to: a read of it is a system call that holds its thread, as one of a hung mount does, and
// knows nothing of contexts. Once it is closed for writing every read returns at once.
type pipe struct {
	read, write int
	calls       atomic.Int64 // of Probe that have begun
	tests       atomic.Int64
}

func newPipe(t *testing.T) *pipe {
	var ends [2]int
	require.NoError(t, syscall.Pipe(ends[:]))
	p := &pipe{read: ends[0], write: ends[1]}
	t.Cleanup(func() { syscall.Close(p.read) })
	return p
}

func (p *pipe) wait() error {
	_, err := syscall.Read(p.read, make([]byte, 1))
	return err
}

func (p *pipe) Probe(_ context.Context, keys []int, answer lookup.Answer) error {
	p.calls.Add(1)
	err := p.wait()
	for i := range keys {
		answer.Post(i, lookup.VerdictHit)
	}
	return err
}

func (p *pipe) Test(context.Context) error {
	p.tests.Add(1)
	return p.wait()
}

// threads is how many threads this process has.
func threads(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(status), "\nThreads:")
	require.True(t, found)
	line, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.Atoi(strings.TrimSpace(line))
	require.NoError(t, err)
	return n
}

const alone = "GENLOCK_ALONE"

// TestHungMountHoldsFewThreads fails if asks of a storage that hangs, however many, cost more threads than there are
// places, workers and sixteen, if they wait for it, or if the tier does not serve again. It runs in a process of its own:
// threads that other tests have left would count, or hide some.
func TestHungMountHoldsFewThreads(t *testing.T) {
	if os.Getenv(alone) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHungMountHoldsFewThreads$", "-test.v")
		cmd.Env = append(os.Environ(), alone+"=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "threads at most", "%s", out)
		return
	}
	const asks = 100_000
	most := health.DefaultBound + lookup.DefaultWorkers + 16
	p, now := newPipe(t), time.Unix(1000, 0)
	m, err := lookup.New(p, now, lookup.Config[int, int]{Deadline: time.Hour, ProbeDeadline: time.Second, UnderWay: asks})
	require.NoError(t, err)
	e := &hungEngine{t: t, m: m, p: p, now: now}
	for i := range 2 {
		h, err := m.Begin(i)
		require.NoError(t, err)
		e.requests = append(e.requests, h)
	}

	e.goDown()
	assert.EqualValues(t, health.DefaultBound+lookup.DefaultWorkers, p.calls.Load())
	for range 10 {
		e.step()
		e.askAll(asks/10/2, lookup.VerdictMiss)
	}
	require.Eventually(t, func() bool { return p.tests.Load() == 1 }, 10*time.Second, time.Millisecond)
	e.peak = max(e.peak, threads(t))
	t.Logf("%d threads at most, %d allowed", e.peak, most)
	assert.Greater(t, e.peak, health.DefaultBound, "calls hold threads, or the test is about nothing")
	assert.LessOrEqual(t, e.peak, most)
	assert.ErrorIs(t, m.Ready(), health.ErrDown)

	require.NoError(t, syscall.Close(p.write))
	require.Eventually(t, func() bool { e.step(); return m.Ready() == nil }, 10*time.Second, time.Millisecond)
	h, err := m.Begin(3)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		e.step()
		v, _, err := m.Lookup(h, -7)
		require.NoError(t, err)
		return v == lookup.VerdictHit
	}, 10*time.Second, time.Millisecond)
	require.NoError(t, m.Close(context.Background()))
	assert.Zero(t, m.Stats().Stuck)
}

// A hungEngine is a scheduler over a storage that hangs.
type hungEngine struct {
	t        *testing.T
	m        *lookup.Manager[int, int]
	p        *pipe
	now      time.Time
	requests []lookup.Handle
	next     int // key
	peak     int // of threads
}

// step is one step; between two of them every call passes its deadline.
func (e *hungEngine) step() {
	e.now = e.now.Add(time.Second)
	e.m.Drain(math.MaxInt)
	e.m.Flush(e.now, math.MaxInt)
}

// goDown asks for ever more keys until the tier is down.
func (e *hungEngine) goDown() {
	require.Eventually(e.t, func() bool {
		for range 1000 {
			_, _, err := e.m.Lookup(e.requests[0], e.next)
			require.NoError(e.t, err)
			e.next++
		}
		before := e.p.calls.Load()
		e.step()
		e.settle(before)
		e.peak = max(e.peak, threads(e.t))
		return e.m.Stats().Down
	}, time.Minute, time.Millisecond)
}

// settle waits until those who took over have called, where any did.
func (e *hungEngine) settle(before int64) {
	s := e.m.Stats()
	want := int64(lookup.DefaultWorkers + s.Replaced)
	if want == before {
		return
	}
	require.Eventually(e.t, func() bool { return e.p.calls.Load() >= want }, 10*time.Second, time.Millisecond, fmt.Sprint(want))
}

// askAll asks for n keys that nobody asked for, and as often for one that somebody did; all hear the same, at once.
func (e *hungEngine) askAll(n int, want lookup.Verdict) {
	for range n {
		for _, key := range []int{e.next, 0} {
			v, _, err := e.m.Lookup(e.requests[1], key)
			require.NoError(e.t, err)
			require.Equal(e.t, want, v)
		}
		e.next++
	}
}
