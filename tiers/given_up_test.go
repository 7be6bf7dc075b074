package tiers_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// stubborn is a storage whose stores go on to their end, whoever gives them up.
type stubborn struct {
	tiers.Backend[string]
	release chan struct{}
}

func (b stubborn) Store(_ context.Context, key string, from []byte) error {
	<-b.release
	return b.Backend.Store(context.Background(), key, from)
}

// TestGivenUpTooLate fails if a job of which all has arrived is reported with an error, because somebody gave it up while its
// last block was on its way: who looks at the error alone would throw away blocks that are there.
func TestGivenUpTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage := stubborn{tiertest.NewMemory[string](blockBytes, 10), make(chan struct{})}
		s, err := tiers.New[string, int](storage, tiertest.NewSlots(2, blockBytes), time.Now(), config{Name: "disk"})
		require.NoError(t, err)
		id, err := s.SubmitStore(blocks(0, "a"))
		require.NoError(t, err)
		synctest.Wait()
		require.NoError(t, s.GiveUp(id))
		close(storage.release)
		synctest.Wait()
		s.BeginStep(time.Now(), 100)
		results := s.Poll(nil)
		require.Len(t, results, 1)
		require.Equal(t, []tiers.Outcome{tiers.Arrived}, results[0].Outcomes)
		require.NoError(t, results[0].Err)
		require.NoError(t, s.Shutdown(context.Background()))
	})
}
