package tiers_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// TestResultsWaitForChanges fails if a caller can hear that a store is over before an ask hears that its block is there: a
// small budget leaves changes behind that results do not wait for.
func TestResultsWaitForChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		h := s.ask(1, "a", "b", "c")
		_, err := s.SubmitStore(blocks(0, "a", "b", "c"))
		require.NoError(t, err)
		synctest.Wait()
		for range 3 {
			require.True(t, s.BeginStep(time.Now(), 1), "one of three changes is told in each step")
			require.Empty(t, s.Poll(nil))
			require.Equal(t, 1, s.Stats().Jobs)
		}
		require.False(t, s.BeginStep(time.Now(), 1))
		require.Len(t, s.Poll(nil), 1)
		for _, key := range []string{"a", "b", "c"} {
			v, err := s.Lookup(h, key)
			require.NoError(t, err)
			require.Equal(t, lookup.VerdictHit, v)
		}
	})
}

// TestReleaseDoesNotOvertakeItsResult fails if slots are given back for a job of which nobody has heard that they were held:
// its copy ends after its deadline, and before its result is told.
func TestReleaseDoesNotOvertakeItsResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Jobs: job.Config{Deadline: time.Minute}})
		s.store("a")
		h := s.ask(1, "a")
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpLoad, Hung: true})
		id, err := s.SubmitLoad(h, blocks(0, "a"))
		require.NoError(t, err)
		s.step(100)
		time.Sleep(time.Minute)
		s.BeginStep(time.Now(), 100)
		s.faulty.Release()
		synctest.Wait()
		require.Empty(t, s.Released(nil))
		results := s.Poll(nil)
		require.Len(t, results, 1)
		require.Equal(t, id, results[0].Job)
		require.False(t, results[0].Held, "the slots are free already")
		require.Equal(t, []tiers.Outcome{tiers.Failed}, results[0].Outcomes)
		require.Empty(t, s.Released(nil))
		require.Zero(t, s.Stats().Held)
	})
}

// TestJobsOutliveTheirRequests fails if the end of a load whose request has ended does harm, or goes unseen.
func TestJobsOutliveTheirRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		s.store("a", "b")
		h := s.ask(1, "a", "b")
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpLoad, Hung: true, Keys: []string{"b"}, Err: errIO})
		_, err := s.SubmitLoad(h, blocks(0, "a"))
		require.NoError(t, err)
		_, err = s.SubmitLoad(h, blocks(1, "b"))
		require.NoError(t, err)
		require.NoError(t, s.Finish(h))
		s.step(100)
		s.faulty.Release()
		s.step(100)
		require.Len(t, s.Poll(nil), 2)
		require.EqualValues(t, 1, s.Stats().Late, "of the two only the one that arrived had somebody to be told")
		other := s.ask(2, "a", "b")
		v, err := s.Lookup(other, "b")
		require.NoError(t, err)
		require.Equal(t, lookup.VerdictHit, v, "the failure counted, and the newcomer looked again")
	})
}

// TestJobsThatAreReportedNextCanBeGivenUp fails if a caller that gives a job up just when it ends is told that there is none.
func TestJobsThatAreReportedNextCanBeGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		id, err := s.SubmitStore(blocks(0, "a"))
		require.NoError(t, err)
		s.step(100)
		require.NoError(t, s.GiveUp(id))
		require.Len(t, s.Poll(nil), 1)
		require.ErrorIs(t, s.GiveUp(id), tiers.ErrJob)
	})
}

// TestJobsThatWereReportedCannotBeGivenUp fails if a caller that gives a job up is not told that it has heard of its end: a
// copy of it still runs, so it is kept.
func TestJobsThatWereReportedCannotBeGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Jobs: job.Config{Deadline: time.Minute}})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpStore, Hung: true})
		id, err := s.SubmitStore(blocks(0, "a"))
		require.NoError(t, err)
		s.step(100)
		time.Sleep(time.Minute)
		s.BeginStep(time.Now(), 100)
		require.NoError(t, s.GiveUp(id), "it is reported next")
		results := s.Poll(nil)
		require.Len(t, results, 1)
		require.True(t, results[0].Held)
		require.ErrorIs(t, s.GiveUp(id), tiers.ErrJob)
		s.faulty.Release()
		synctest.Wait()
		require.Equal(t, []tiers.JobID{id}, s.Released(nil))
		require.ErrorIs(t, s.GiveUp(id), tiers.ErrJob)
	})
}

// TestJobsThatNobodyPollsAreBounded fails if the ends of jobs pile up without bound while a caller goes on submitting, or if
// they are lost.
func TestJobsThatNobodyPollsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Jobs: job.Config{Jobs: 4}})
		for i := range 4 {
			_, err := s.SubmitStore(blocks(0, fmt.Sprint(i)))
			require.NoError(t, err)
			s.step(100)
		}
		_, err := s.SubmitStore(blocks(0, "one more"))
		require.ErrorIs(t, err, tiers.ErrBusy)
		require.ErrorContains(t, err, "disk: store: ")
		require.Len(t, s.Poll(nil), 4)
		s.store("one more")
	})
}

// TestStoresAndLoadsMayBeManyBlocks fails if a large job is checked otherwise than a small one.
func TestStoresAndLoadsMayBeManyBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		keys := make([]string, 60)
		for i := range keys {
			keys[i] = fmt.Sprint(i)
		}
		twice := blocks(0, keys...)
		twice[59].Key = "0"
		_, err := s.SubmitStore(twice)
		require.ErrorIs(t, err, tiers.ErrKey)
		s.store(keys...)
	})
}
