package lookup

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine"
)

// TestDelays fails if a wait is counted under another bound than its own.
func TestDelays(t *testing.T) {
	var d Delays
	for i := range DelayBounds {
		d.add(DelayBound(i))
		d.add(DelayBound(i) + 1)
	}
	d.add(0)
	d.add(math.MaxInt64 / 2)
	assert.EqualValues(t, 2, d.Counts[0])
	for i := 1; i < DelayBounds; i++ {
		assert.EqualValues(t, 2, d.Counts[i], DelayBound(i))
	}
	assert.EqualValues(t, 2, d.Counts[DelayBounds])
	assert.Equal(t, 131072*time.Nanosecond, DelayBound(0))
	assert.Greater(t, DelayBound(DelayBounds-1), 17*time.Second)
}

// TestEveryAskIsCounted fails if the table has an answer that no counter has, or two.
func TestEveryAskIsCounted(t *testing.T) {
	times := map[Cell]int{}
	for _, cells := range [][]Cell{saysHit, saysMiss, saysRetry} {
		for _, c := range cells {
			times[c]++
		}
	}
	for i := range Table.Cells {
		want := 0
		if Table.Cells[i].Event == "Ask" {
			want = 1
		}
		assert.Equal(t, want, times[Cell(i)], Cell(i))
	}
	assert.Len(t, saysDown, 3)
	assert.Len(t, saysLate, 1)
}

// TestFailureOfNothing fails if the end of a load that was never started looks like a bug of ours: in the cell that
// MarkMiss returns, in the counters, or in a build that looks for such bugs.
func TestFailureOfNothing(t *testing.T) {
	m := newSilent(t, Config[string, int]{})
	cell, err := m.MarkMiss("k", Generation{})
	require.ErrorIs(t, err, ErrGeneration)
	assert.Equal(t, statemachine.Ignore, cell.Info().Outcome)
	assert.Equal(t, "MarkMiss in Gone: ignore (nobody holds the block)", cell.String())
	assert.Zero(t, m.Stats().Rejected)
	assert.Zero(t, m.Met(cell), "nothing has happened")
}

// TestMissesOfAPrivateTier fails if a miss ages though nobody but the tier writes to its storage.
func TestMissesOfAPrivateTier(t *testing.T) {
	for _, tt := range []struct {
		age  time.Duration
		want Verdict
	}{{Never, VerdictMiss}, {time.Hour, VerdictRetry}} {
		m := newSilent(t, Config[string, int]{MissAge: tt.age})
		first, err := m.Begin(1)
		require.NoError(t, err)
		m.Lookup(first, "k")
		m.Deleted("k")
		m.Flush(bootTime.AddDate(200, 0, 0), 0)
		second, err := m.Begin(2)
		require.NoError(t, err)
		v, _, err := m.Lookup(second, "k")
		require.NoError(t, err)
		assert.Equal(t, tt.want, v, tt.age)
	}
}
