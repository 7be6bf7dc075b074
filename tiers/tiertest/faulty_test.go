package tiertest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

var errDisk = errors.New("disk on fire")

// newFaulty is a storage of blocks of four bytes that has one of the key "a".
func newFaulty(t *testing.T, faults ...tiertest.Fault[string]) *tiertest.FaultyBackend[string] {
	m := tiertest.NewMemory[string](4, 10)
	require.NoError(t, m.Store(t.Context(), "a", []byte("good")))
	return tiertest.Faulty(m, faults...)
}

// TestFaultsMeetTheirCalls fails if a test that plans a fault is about another call than it thinks.
func TestFaultsMeetTheirCalls(t *testing.T) {
	f := newFaulty(t,
		tiertest.Fault[string]{Op: tiertest.OpLoad, Nth: 2, Err: errDisk},
		tiertest.Fault[string]{Op: tiertest.OpLoad, Keys: []string{"b", "c"}, Err: tiers.ErrForeign},
		tiertest.Fault[string]{Op: tiertest.OpTest, Err: errDisk})
	into := make([]byte, 4)
	for _, tt := range []struct {
		key string
		err error
	}{{"a", nil}, {"a", errDisk}, {"a", nil}, {"b", tiers.ErrForeign}, {"d", tiers.ErrNotFound}, {"c", tiers.ErrForeign}} {
		assert.ErrorIs(t, f.Load(t.Context(), tt.key, into), tt.err)
	}
	assert.ErrorIs(t, f.Test(t.Context()), errDisk)
	assert.Equal(t, tiertest.Calls{Begun: 6, Most: 1, Faulty: 3}, f.Calls(tiertest.OpLoad))
	f.Heal()
	assert.NoError(t, f.Test(t.Context()))
}

// TestFaultsOfEachKind fails if a fault does something else to a call than it says.
func TestFaultsOfEachKind(t *testing.T) {
	load := func(fault tiertest.Fault[string]) (string, error) {
		fault.Op = tiertest.OpLoad
		into := []byte("old.")
		err := newFaulty(t, fault).Load(t.Context(), "a", into)
		return string(into), err
	}
	got, err := load(tiertest.Fault[string]{Err: errDisk})
	assert.ErrorIs(t, err, errDisk)
	assert.Equal(t, "old.", got, "the storage was not reached")
	got, err = load(tiertest.Fault[string]{Late: errDisk})
	assert.ErrorIs(t, err, errDisk)
	assert.Equal(t, "good", got, "the storage did all that it should")
	got, err = load(tiertest.Fault[string]{Short: true})
	assert.ErrorIs(t, err, tiers.ErrShort)
	assert.Equal(t, "go\x00\x00", got)
	assert.PanicsWithValue(t, "nil map", func() { load(tiertest.Fault[string]{Panic: "nil map"}) })

	f := newFaulty(t, tiertest.Fault[string]{Op: tiertest.OpStore, Short: true})
	assert.ErrorIs(t, f.Store(t.Context(), "b", []byte("good")), tiers.ErrSize, "half a block reached the storage")
}

// TestHungCallsWaitForRelease fails if a call that is to hang does not, or hangs for ever.
func TestHungCallsWaitForRelease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFaulty(t, tiertest.Fault[string]{Op: tiertest.OpLoad, Hung: true, Slow: time.Second})
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		var took [2]time.Duration
		for i := range took {
			go func() {
				f.Load(ctx, "a", make([]byte, 4))
				took[i] = time.Since(began)
			}()
		}
		cancel()
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, tiertest.Calls{Begun: 2, Running: 2, Most: 2, Faulty: 2}, f.Calls(tiertest.OpLoad))
		f.Heal()
		time.Sleep(time.Hour)
		require.Equal(t, 2, f.Calls(tiertest.OpLoad).Running, "who heals a storage does not end what hangs")
		f.Release()
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, [2]time.Duration{2*time.Hour + time.Second, 2*time.Hour + time.Second}, took)
	})
}
