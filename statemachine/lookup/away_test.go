package lookup_test

import (
	"context"
	"math"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// If it failed, calls that have just begun would count as stuck when the owner comes back after a pause, and a tier whose
// storage answers would go down.
func TestOwnerThatWasAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const each, calls = 100 * time.Millisecond, 200
		watch, err := health.New(time.Now(), health.Config{Bound: 1})
		require.NoError(t, err)
		m, err := lookup.New(lookup.ProberFunc[string](func(context.Context, []string, lookup.Answer) error {
			time.Sleep(each)
			return nil
		}), time.Now(), lookup.Config[string, int]{Workers: 2, Batch: 1, Watch: watch})
		require.NoError(t, err)
		h, err := m.Begin(1)
		require.NoError(t, err)
		for i := range calls {
			m.Lookup(h, strconv.Itoa(i))
		}
		m.Flush(time.Now(), math.MaxInt)
		const away = calls/2*each - each/2 // up to the middle of the last calls
		require.Greater(t, away, lookup.DefaultProbeDeadline)
		time.Sleep(away)
		m.Flush(time.Now(), math.MaxInt)
		assert.Zero(t, watch.Stats().Outages)
		assert.Zero(t, m.Stats().Stuck)
		require.NoError(t, m.Close(context.Background()))
		require.NoError(t, watch.Close(context.Background()))
	})
}
