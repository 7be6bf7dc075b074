package lookup

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/statemachine"
)

// TestMain says which step runs, and fails if a goroutine is left.
func TestMain(m *testing.M) {
	overlay.Confirm(Digest)
	goleak.VerifyTestMain(m)
}

// silent never answers until its context ends.
func silent[K comparable](ctx context.Context, _ []K, _ Answer) error {
	<-ctx.Done()
	return ctx.Err()
}

func newSilent[K comparable](t *testing.T, c Config[K, int]) *Manager[K, int] {
	m, err := New(ProberFunc[K](silent[K]), bootTime, c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close(context.Background())) })
	return m
}

// TestLongestDeadline fails if a deadline that lies beyond what can be told counts as passed.
func TestLongestDeadline(t *testing.T) {
	m := newSilent(t, Config[string, int]{Deadline: math.MaxInt64})
	m.Flush(bootTime.Add(time.Second), 0)
	request, err := m.Begin(1)
	require.NoError(t, err)
	for range 2 {
		verdict, _, err := m.Lookup(request, "key")
		require.NoError(t, err)
		assert.Equal(t, VerdictRetry, verdict)
	}
}

// TestNewRefuses fails if a configuration that cannot work is taken, or the error does not say what is wrong with it.
func TestNewRefuses(t *testing.T) {
	prober := ProberFunc[string](silent[string])
	for name, c := range map[string]Config[string, int]{
		"Deadline":      {Deadline: -1},
		"ProbeDeadline": {ProbeDeadline: -time.Second},
		"MissAge":       {MissAge: -1},
		"Workers":       {Workers: MaxWorkers + 1},
		"Batch":         {Batch: -1},
		"Queue":         {Queue: MaxQueue + 1},
		"UnderWay":      {UnderWay: MaxUnderWay + 1},
	} {
		_, err := New(prober, bootTime, c)
		require.ErrorIs(t, err, ErrConfig)
		assert.ErrorContains(t, err, name)
	}
	_, err := New[string, int](nil, bootTime, Config[string, int]{})
	require.ErrorIs(t, err, ErrConfig)
	_, err = New(prober, time.Time{}, Config[string, int]{})
	require.ErrorIs(t, err, ErrConfig)
}

// TestZeroConfigIsBounded fails if leaving a field out means that there is no bound.
func TestZeroConfigIsBounded(t *testing.T) {
	c, err := Config[string, int]{}.withDefaults()
	require.NoError(t, err)
	c.Observe = nil
	require.Equal(t, fmt.Sprint(Config[string, int]{
		Deadline: DefaultDeadline, ProbeDeadline: DefaultProbeDeadline, MissAge: DefaultMissAge,
		Workers: DefaultWorkers, Batch: DefaultBatch, Queue: DefaultQueue, UnderWay: DefaultUnderWay,
	}), fmt.Sprint(c))
}

// TestKeysOfAnyComparableType fails if the manager knows more of a key than that it can be compared.
func TestKeysOfAnyComparableType(t *testing.T) {
	t.Run("uint64", func(t *testing.T) { askAndEnd(t, uint64(7), 0) })
	t.Run("digest", func(t *testing.T) { askAndEnd(t, [36]byte{1, 2, 3}, [36]byte{}) })
	t.Run("string", func(t *testing.T) { askAndEnd(t, "../../etc/passwd\x00", "") })
	t.Run("struct", func(t *testing.T) {
		askAndEnd(t, struct{ tenant, key string }{"a", "k"}, struct{ tenant, key string }{})
	})
}

func askAndEnd[K comparable](t *testing.T, keys ...K) {
	m := newSilent(t, Config[K, int]{})
	h, err := m.Begin(1)
	require.NoError(t, err)
	for _, key := range keys {
		v, _, err := m.Lookup(h, key)
		require.NoError(t, err)
		require.Equal(t, VerdictRetry, v)
	}
	require.Equal(t, len(keys), m.Stats().Keys)
	require.NoError(t, m.Cleanup(h))
	m.Flush(bootTime, math.MaxInt)
	require.Zero(t, m.Stats().Keys)
}

// TestKeyThatDoesNotEqualItself fails if such a key makes an entry that nothing could ever find again.
func TestKeyThatDoesNotEqualItself(t *testing.T) {
	m := newSilent(t, Config[float64, int]{})
	h, err := m.Begin(1)
	require.NoError(t, err)
	v, _, err := m.Lookup(h, math.NaN())
	require.ErrorIs(t, err, ErrKey)
	require.Equal(t, VerdictMiss, v)
	require.Zero(t, m.Stats().Keys)
}

// TestKeyThatCannotBeCompared fails if a key or an id that panics when it is compared, which a type that is or has an
// interface lets pass, does so anywhere.
func TestKeyThatCannotBeCompared(t *testing.T) {
	type key [1]struct{ value any }
	good, bad := key{{"k"}}, key{{[]int{1}}}
	m, err := New(ProberFunc[key](silent[key]), bootTime, Config[key, any]{})
	require.NoError(t, err)
	defer m.Close(context.Background())
	_, err = m.Begin([]int{1})
	require.ErrorIs(t, err, ErrKey)
	h, err := m.Begin("a")
	require.NoError(t, err)
	for range 2 {
		v, _, err := m.Lookup(h, bad)
		require.ErrorIs(t, err, ErrKey)
		require.Equal(t, VerdictMiss, v)
		v, _, err = m.Lookup(h, good)
		require.NoError(t, err)
		require.Equal(t, VerdictRetry, v)
	}
	m.Stored(good)
	m.Stored(bad)
	m.Deleted(bad)
	_, started, err := m.Load(h, bad)
	require.NoError(t, err)
	require.False(t, started)
	g, started, err := m.Load(h, good)
	require.NoError(t, err)
	require.True(t, started)
	_, err = m.MarkMiss(bad, g)
	require.ErrorIs(t, err, ErrGeneration)
	require.Equal(t, 1, m.Stats().Keys)
}

// A brokenError cannot be asked for anything: it is nil, and an error all the same.
type brokenError struct{ inner error }

func (e *brokenError) Error() string { return e.inner.Error() }
func (e *brokenError) Unwrap() error { return e.inner }

// TestErrorThatPanics fails if an error of the prober that panics when it is asked what it wraps takes a worker with it, or
// the process.
func TestErrorThatPanics(t *testing.T) {
	var out bytes.Buffer
	m, err := New(ProberFunc[string](func(context.Context, []string, Answer) error { return (*brokenError)(nil) }), bootTime,
		Config[string, int]{Workers: 1, Log: slog.New(slog.NewTextHandler(&out, nil))})
	require.NoError(t, err)
	h, err := m.Begin(1)
	require.NoError(t, err)
	for i := range 2 {
		key := fmt.Sprint(i)
		m.Lookup(h, key)
		m.Flush(bootTime, math.MaxInt)
		for m.Drain(1) == 0 {
			<-m.Wake()
		}
		v, _, err := m.Lookup(h, key)
		require.NoError(t, err)
		require.Equal(t, VerdictMiss, v)
	}
	require.NoError(t, m.Close(context.Background()))
	require.EqualValues(t, 2, m.Stats().Probes.Errors)
	require.Contains(t, out.String(), "probe failed")
}

// TestAbandonedAsksStayBounded fails if requests that ask and end between two flushes leave something behind each.
func TestAbandonedAsksStayBounded(t *testing.T) {
	m := newSilent(t, Config[int, int]{})
	stays, err := m.Begin(-1)
	require.NoError(t, err)
	m.Lookup(stays, -1)
	for i := range 100_000 {
		h, err := m.Begin(i)
		require.NoError(t, err)
		m.Lookup(h, i)
		require.NoError(t, m.Cleanup(h))
	}
	s := m.Stats()
	require.Less(t, s.Gathered, 200)
	require.Less(t, s.Keys, 200)
	require.Less(t, len(m.slab), 200)
	require.Equal(t, 1, m.Flush(bootTime, math.MaxInt), "the one that stayed is sent")
}

// TestManyAnswersDoNotDelayALookup fails if a lookup, or a drain with a budget, does the work of answers that wait.
func TestManyAnswersDoNotDelayALookup(t *testing.T) {
	const waiting = 65_536
	m := newBench(t, waiting)
	h := m.begin(t)
	require.Equal(t, waiting, m.Flush(bootTime, waiting))
	answered := func() bool { return m.Stats().Probes.Calls == waiting/DefaultBatch }
	require.Eventually(t, answered, 20*time.Second, time.Millisecond)

	m.all(t, h, VerdictRetry)
	require.Equal(t, waiting, m.Stats().UnderWay, "a lookup drains nothing")
	require.Equal(t, 100, m.Drain(100))
	require.Equal(t, waiting-100, m.Stats().UnderWay)
	select {
	case <-m.Wake():
	default:
		require.Fail(t, "what a drain leaves wakes nobody")
	}
	require.Equal(t, waiting-100, m.Drain(math.MaxInt))
	m.all(t, h, VerdictHit)
}

// TestTimeDoesNotGoBack fails if a flush with an earlier time takes deadlines or ages back.
func TestTimeDoesNotGoBack(t *testing.T) {
	m := newSilent(t, Config[string, int]{Deadline: time.Second})
	h, err := m.Begin(1)
	require.NoError(t, err)
	m.Lookup(h, "k")
	m.Flush(bootTime.Add(time.Second), 1)
	m.Flush(bootTime.Add(-time.Hour), 1)
	v, _, err := m.Lookup(h, "k")
	require.NoError(t, err)
	require.Equal(t, VerdictMiss, v)
}

// TestRejectedEventChangesNothing fails if an event that can never be, a bug of ours, does any harm in production, or
// goes unseen, or is let pass in a build that looks for such bugs.
func TestRejectedEventChangesNothing(t *testing.T) {
	var heard []Cell
	m := newSilent(t, Config[string, int]{Observe: func(s *Step[string, int]) { heard = append(heard, s.Cell) }})
	h, err := m.Begin(1)
	require.NoError(t, err)
	m.Lookup(h, "k")
	slot := m.slot("k")
	before := m.slab[slot]
	forge := func() { m.settle(slot, nil, OnMarkMiss(before.Entry, before.Generation), about{}) }
	if statemachine.Invariants {
		require.Panics(t, forge)
		return
	}
	forge()
	require.Equal(t, before, m.slab[slot])
	require.EqualValues(t, 1, m.Stats().Rejected)
	require.Equal(t, statemachine.Reject, heard[len(heard)-1].Info().Outcome)
}
