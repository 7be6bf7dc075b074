package tiers_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const blockBytes = 64

var errIO = errors.New("input/output error")

type config = tiers.Config[string, int]

// A stand is a tier on a storage in memory that can be made to fail, in a bubble.
type stand struct {
	*tiers.Secondary[string, int]
	t      *testing.T
	memory *tiertest.Memory[string]
	faulty *tiertest.FaultyBackend[string]
	log    bytes.Buffer
}

func newStand(t *testing.T, c config) *stand {
	s := &stand{t: t, memory: tiertest.NewMemory[string](blockBytes, 1<<10)}
	s.faulty = tiertest.Faulty(s.memory)
	c.Name = "disk"
	c.Log = slog.New(slog.NewTextHandler(&s.log, nil))
	var err error
	s.Secondary, err = tiers.New(s.faulty, tiertest.NewSlots(64, blockBytes), time.Now(), c)
	require.NoError(t, err)
	t.Cleanup(func() {
		s.faulty.Heal()
		s.faulty.Release()
		require.NoError(t, s.Shutdown(context.Background()))
		require.Zero(t, s.Stats().Rejected)
	})
	return s
}

// step lets workers do what they can, and takes note.
func (s *stand) step(budget int) {
	s.EndStep(time.Now(), budget)
	synctest.Wait()
	s.BeginStep(time.Now(), budget)
}

func blocks(first int, keys ...string) []tiers.Block[string] {
	list := make([]tiers.Block[string], len(keys))
	for i, key := range keys {
		list[i] = tiers.Block[string]{Key: key, Slot: first + i}
	}
	return list
}

// store stores keys, and reports nothing of it.
func (s *stand) store(keys ...string) {
	_, err := s.SubmitStore(blocks(0, keys...))
	require.NoError(s.t, err)
	s.step(100)
	require.Len(s.t, s.Poll(nil), 1)
}

// ask is a request that has heard what there is of keys.
func (s *stand) ask(id int, keys ...string) lookup.Handle {
	h, err := s.Begin(id)
	require.NoError(s.t, err)
	for range 2 {
		for _, key := range keys {
			_, err := s.Lookup(h, key)
			require.NoError(s.t, err)
		}
		s.step(100)
	}
	return h
}

// TestNewNamesWhatIsWrong fails if a tier is opened with something that it cannot work with, or the error does not say what.
func TestNewNamesWhatIsWrong(t *testing.T) {
	storage, memory := tiertest.NewMemory[string](blockBytes, 1), tiertest.NewSlots(1, blockBytes)
	watch, err := health.New(time.Now(), health.Config{})
	require.NoError(t, err)
	defer watch.Close(context.Background())
	for says, open := range map[string]func() (*tiers.Secondary[string, int], error){
		"the storage is nil": func() (*tiers.Secondary[string, int], error) {
			return tiers.New[string, int](nil, memory, time.Now(), config{})
		},
		"no primary memory": func() (*tiers.Secondary[string, int], error) {
			return tiers.New(storage, nil, time.Now(), config{})
		},
		"Blocks is -1":        of(storage, memory, config{Blocks: -1}),
		"Blocks is 1048577":   of(storage, memory, config{Blocks: tiers.MaxBlocks + 1}),
		"Jobs.Watch":          of(storage, memory, config{Jobs: job.Config{Watch: watch}}),
		"Lookups.Watch":       of(storage, memory, config{Lookups: lookup.Config[string, int]{Watch: watch}}),
		"Health.Wake":         of(storage, memory, config{Health: health.Config{Wake: func() {}}}),
		"Workers is 1000":     of(storage, memory, config{Jobs: job.Config{Workers: 1000}}),
		"Deadline is -1s":     of(storage, memory, config{Lookups: lookup.Config[string, int]{Deadline: -time.Second}}),
		"TestEvery is -1s":    of(storage, memory, config{Health: health.Config{TestEvery: -time.Second}}),
		`tier "disk": lookup`: of(storage, memory, config{Name: "disk", Lookups: lookup.Config[string, int]{Batch: -1}}),
	} {
		tier, err := open()
		require.ErrorIs(t, err, tiers.ErrConfig, says)
		assert.ErrorContains(t, err, says)
		assert.Nil(t, tier)
	}
}

func of(b tiers.Backend[string], m tiers.Memory, c config) func() (*tiers.Secondary[string, int], error) {
	return func() (*tiers.Secondary[string, int], error) { return tiers.New(b, m, time.Now(), c) }
}

// TestNameIsTheMedium fails if a tier that nobody named cannot be told from others of another kind.
func TestNameIsTheMedium(t *testing.T) {
	tier, err := of(tiertest.NewMemory[string](blockBytes, 1), tiertest.NewSlots(1, blockBytes), config{})()
	require.NoError(t, err)
	require.Equal(t, "memory", tier.Name())
	require.NoError(t, tier.Shutdown(t.Context()))
}

// A named storage calls itself by a name, and its errors, too.
type named struct{ tiers.Backend[string] }

func (named) Name() string { return "shelf" }

// TestStorageWithAName fails if a tier and its storage can have two names, so that errors and logs cannot be matched.
func TestStorageWithAName(t *testing.T) {
	storage, memory := named{tiertest.NewMemory[string](blockBytes, 1)}, tiertest.NewSlots(1, blockBytes)
	_, err := of(storage, memory, config{Name: "disk"})()
	require.ErrorIs(t, err, tiers.ErrConfig)
	require.ErrorContains(t, err, `Name is "disk", but the storage calls itself "shelf"`)
	for _, name := range []string{"", "shelf"} {
		tier, err := of(storage, memory, config{Name: name})()
		require.NoError(t, err)
		require.Equal(t, "shelf", tier.Name())
		require.NoError(t, tier.Shutdown(t.Context()))
	}
}

// A sized storage says how large its blocks are.
type sized struct{ tiers.Backend[string] }

func (sized) BlockBytes() int { return blockBytes }

// TestSlotsHaveTheSizeOfBlocks fails if a tier is made that cannot move a single block.
func TestSlotsHaveTheSizeOfBlocks(t *testing.T) {
	storage := sized{tiertest.NewMemory[string](blockBytes, 1)}
	_, err := of(storage, tiertest.NewSlots(1, blockBytes+1), config{})()
	require.ErrorIs(t, err, tiers.ErrConfig)
	require.ErrorContains(t, err, "slots of 65 bytes for blocks of 64")
	tier, err := of(storage, tiertest.NewSlots(1, blockBytes), config{})()
	require.NoError(t, err)
	require.NoError(t, tier.Shutdown(t.Context()))
}

// TestRefusalsAreCountedByReason fails if somebody who watches a tier cannot see why it refuses work.
func TestRefusalsAreCountedByReason(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Blocks: 2, Jobs: job.Config{Jobs: 1}})
		h := s.ask(1, "none")
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpStore, Hung: true})
		_, err := s.SubmitStore(blocks(0, "a"))
		require.NoError(t, err)
		load := func(b []tiers.Block[string]) { _, err := s.SubmitLoad(h, b); require.Error(t, err) }
		store := func(b []tiers.Block[string]) { _, err := s.SubmitStore(b); require.Error(t, err) }
		store(blocks(0, "b"))
		store(blocks(0, "a", "b", "c"))
		store(blocks(64, "a"))
		store(append(blocks(0, "a"), blocks(1, "a")...))
		load(blocks(0, "none"))
		require.Error(t, s.GiveUp(1<<60))
		synctest.Wait()
		s.faulty.Release()
		require.NoError(t, s.Shutdown(t.Context()))
		store(blocks(0, "a"))

		got := map[string]uint64{}
		for r, n := range s.Stats().Refused {
			got[tiers.Refusal(r).String()] = n
		}
		require.Equal(t, map[string]uint64{"closed": 1, "down": 0, "busy": 1, "too many": 1, "slot": 1, "key": 1, "no hit": 1, "other": 1}, got)
	})
}

// TestStatsCountWhatWasMoved fails if bytes, seconds, failures or hits cannot be told from counters.
func TestStatsCountWhatWasMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{Jobs: job.Config{Workers: 1}})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpStore, Slow: time.Second},
			tiertest.Fault[string]{Op: tiertest.OpLoad, Keys: []string{"b"}, Err: errIO})
		_, err := s.SubmitStore(blocks(0, "a", "b", "c"))
		require.NoError(t, err)
		time.Sleep(3 * time.Second)
		s.step(100)
		h := s.ask(1, "a", "b", "c", "none")
		_, err = s.SubmitLoad(h, blocks(0, "a", "b", "c"))
		require.NoError(t, err)
		s.step(100)
		require.Len(t, s.Poll(nil), 2)
		got := s.Stats()
		assert.Equal(t, tiers.Traffic{Jobs: 1, Arrived: 3, Bytes: 3 * blockBytes, Busy: 3 * time.Second}, got.Stores)
		assert.Equal(t, tiers.Traffic{Jobs: 1, Arrived: 1, Failed: 1, Untried: 1, Bytes: blockBytes}, got.Loads)
		assert.EqualValues(t, []uint64{3, 1, 4}, []uint64{got.Asks.Hits, got.Asks.Misses, got.Asks.Retries})
		assert.EqualValues(t, 3, got.Changes)
	})
}

// TestWakeRings fails if a scheduler that waits is not woken by an answer, by the end of a job, or by a tier that serves
// again.
func TestWakeRings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		woken := func() bool {
			synctest.Wait()
			select {
			case <-s.Wake():
				return true
			default:
				return false
			}
		}
		require.False(t, woken())
		h, err := s.Begin(1)
		require.NoError(t, err)
		_, err = s.Lookup(h, "a")
		require.NoError(t, err)
		s.EndStep(time.Now(), 100)
		require.True(t, woken(), "an answer")
		s.BeginStep(time.Now(), 100)
		_, err = s.SubmitStore(blocks(0, "a"))
		require.NoError(t, err)
		require.True(t, woken(), "the end of a job")

		_, err = s.SubmitStore(blocks(0, "a", "b"))
		require.NoError(t, err)
		for len(s.Poll(nil)) < 2 {
			require.True(t, woken(), "what a budget has left")
			s.BeginStep(time.Now(), 1)
		}
	})
}

// TestFailuresDoNotFillTheLog fails if a storage that fails for everybody leaves no room for anything else in a log, or
// fails unseen.
func TestFailuresDoNotFillTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, config{})
		s.faulty.Plan(tiertest.Fault[string]{Op: tiertest.OpStore, Err: errIO})
		for range 100 {
			_, err := s.SubmitStore(blocks(0, "secret\nkey"))
			require.NoError(t, err)
			s.step(100)
		}
		require.Equal(t, 1, strings.Count(s.log.String(), "\n"), s.log.String())
		require.Contains(t, s.log.String(), "input/output error")
		require.Contains(t, s.log.String(), "tier=disk")
		time.Sleep(time.Minute)
		_, err := s.SubmitStore(blocks(0, "a"))
		require.NoError(t, err)
		s.step(100)
		require.Contains(t, s.log.String(), "left_out=99")
		require.Len(t, s.Poll(nil), 101)
	})
}

// rude is a storage that panics in calls which the scheduler's goroutine makes.
type rude struct{ tiers.Backend[string] }

func (rude) Touch([]string) { panic("no such shard") }
func (rude) Changes([]tiers.Change[string], int) []tiers.Change[string] {
	panic("no such shard")
}

// TestStorageCannotTakeTheSchedulerDown fails if a panic of the storage reaches the goroutine of the scheduler.
func TestStorageCannotTakeTheSchedulerDown(t *testing.T) {
	var log bytes.Buffer
	tier, err := tiers.New[string, int](rude{tiertest.NewMemory[string](blockBytes, 1)}, tiertest.NewSlots(1, blockBytes), time.Now(),
		config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	require.NoError(t, err)
	tier.Touch([]string{"a"})
	tier.BeginStep(time.Now(), 1)
	require.NoError(t, tier.Shutdown(t.Context()))
	require.Contains(t, log.String(), "no such shard")
}
