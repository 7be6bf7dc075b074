package tiers_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/tiertest"
)

// A chaos is a scheduler that does anything at any time, on a storage that fails in every way, and holds the tier against
// what it must never do.
type chaos struct {
	t      require.TestingT
	dice   *rand.Rand
	tier   *tiers.Secondary[string, int]
	memory *tiertest.Memory[string]
	faulty *tiertest.FaultyBackend[string]
	slots  *tiertest.Slots

	ids      int
	requests []lookup.Handle
	heard    map[claim]lookup.Verdict
	jobs     map[tiers.JobID][]tiers.Block[string] // whose slots are their own
	reported map[tiers.JobID]bool
	free     []int
	reached  map[string]int
}

type claim struct {
	request lookup.Handle
	key     string
}

const chaosKeys = 5

// nobodys is what a slot holds that belongs to nobody: who writes to it then is found.
var nobodys = bytes.Repeat([]byte{0xee}, blockBytes)

// bytesOf are the bytes of a key.
func bytesOf(key string) []byte { return bytes.Repeat([]byte(key), blockBytes/len(key)+1)[:blockBytes] }

func newChaos(t require.TestingT, seed uint64) *chaos {
	c := &chaos{
		t: t, dice: rand.New(rand.NewPCG(seed, 3)), memory: tiertest.NewMemory[string](blockBytes, 4), slots: tiertest.NewSlots(24, blockBytes),
		heard: map[claim]lookup.Verdict{}, jobs: map[tiers.JobID][]tiers.Block[string]{},
		reported: map[tiers.JobID]bool{}, reached: map[string]int{},
	}
	c.faulty = tiertest.Faulty(c.memory)
	var err error
	c.tier, err = tiers.New(c.faulty, c.slots, time.Now(), config{
		Lookups: lookup.Config[string, int]{Deadline: 4 * time.Second, ProbeDeadline: 2 * time.Second, Workers: 2, Batch: 2, MissAge: 10 * time.Second},
		Jobs:    job.Config{Deadline: 5 * time.Second, CallDeadline: 2 * time.Second, Workers: 2, Jobs: 6, Overtakes: 2},
		Health:  health.Config{Bound: 3, TestDeadline: time.Second},
	})
	require.NoError(t, err)
	for i := range c.slots.Slots() {
		c.release(i)
	}
	return c
}

// release takes a slot back from a job.
func (c *chaos) release(slot int) {
	copy(c.slots.Slot(slot), nobodys)
	c.free = append(c.free, slot)
}

// blocks are a few blocks, of keys that differ, in slots that nobody has.
func (c *chaos) blocks() []tiers.Block[string] {
	var list []tiers.Block[string]
	for _, k := range c.dice.Perm(chaosKeys)[:c.dice.IntN(4)] {
		if len(c.free) == 0 {
			break
		}
		slot := c.free[0]
		c.free = c.free[1:]
		require.Equal(c.t, nobodys, c.slots.Slot(slot), "slot %d was written to while it was nobody's", slot)
		list = append(list, tiers.Block[string]{Key: fmt.Sprint("key ", k), Slot: slot})
	}
	return list
}

// act does one thing.
func (c *chaos) act() {
	switch n := c.dice.IntN(20); {
	case n < 2 || len(c.requests) == 0:
		c.ids++
		h, err := c.tier.Begin(c.ids % 7)
		if err == nil {
			c.requests = append(c.requests, h)
		}
	case n < 3:
		i := c.dice.IntN(len(c.requests))
		require.NoError(c.t, c.tier.Finish(c.requests[i]))
		c.requests = append(c.requests[:i], c.requests[i+1:]...)
	case n < 10:
		c.ask(c.requests[c.dice.IntN(len(c.requests))], fmt.Sprint("key ", c.dice.IntN(chaosKeys)))
	case n < 14:
		list := c.blocks()
		id, err := c.tier.SubmitLoad(c.requests[c.dice.IntN(len(c.requests))], list)
		c.submitted(id, err, list)
	case n < 17:
		list := c.blocks()
		for _, b := range list {
			copy(c.slots.Slot(b.Slot), bytesOf(b.Key))
		}
		id, err := c.tier.SubmitStore(list)
		c.submitted(id, err, list)
	case n < 18:
		ids := slices.Sorted(maps.Keys(c.jobs))
		if len(ids) > 0 && c.tier.GiveUp(ids[c.dice.IntN(len(ids))]) == nil {
			c.reached["given up"]++
		}
	case n < 19:
		c.disturb()
	default:
		c.faulty.Heal()
		c.faulty.Release()
	}
}

// ask holds what a request hears against what it heard before.
func (c *chaos) ask(h lookup.Handle, key string) {
	v, err := c.tier.Lookup(h, key)
	require.NoError(c.t, err)
	before, again := c.heard[claim{h, key}]
	require.False(c.t, v == lookup.VerdictRetry && again && before != lookup.VerdictRetry, "%v waits twice for %s", h, key)
	c.heard[claim{h, key}] = v
	c.reached[v.String()]++
}

func (c *chaos) submitted(id tiers.JobID, err error, list []tiers.Block[string]) {
	if err != nil {
		c.reached["refused"]++
		for _, b := range list {
			c.release(b.Slot)
		}
		return
	}
	c.jobs[id] = list
}

// disturb lets something happen to the storage.
func (c *chaos) disturb() {
	key := fmt.Sprint("key ", c.dice.IntN(chaosKeys))
	ops := []tiertest.Op{tiertest.OpProbe, tiertest.OpLoad, tiertest.OpStore, tiertest.OpTest}
	f := tiertest.Fault[string]{Op: ops[c.dice.IntN(len(ops))], Nth: c.dice.IntN(3)}
	switch c.dice.IntN(8) {
	case 0:
		c.memory.Evict(key)
		return
	case 1:
		c.memory.Lose(key)
		return
	case 2:
		f.Hung = true
	case 3:
		f.Err = errIO
	case 4:
		f.Panic = "nil map"
	case 5:
		f.Short = true
	case 6:
		f.Slow = time.Duration(c.dice.IntN(7000)) * time.Millisecond
	case 7:
		f.Late = errIO
	}
	c.faulty.Plan(f)
}

// step is one of the scheduler, with a budget that may be small.
func (c *chaos) step() {
	c.tier.EndStep(time.Now(), 1+c.dice.IntN(4))
	time.Sleep(time.Duration(c.dice.IntN(700)) * time.Millisecond)
	c.tier.BeginStep(time.Now(), 1+c.dice.IntN(4))
	c.take()
}

// take takes what was reported and released.
func (c *chaos) take() {
	for _, r := range c.tier.Poll(nil) {
		require.False(c.t, c.reported[r.Job], "%v is reported twice", r.Job)
		c.reported[r.Job] = true
		require.Equal(c.t, c.jobs[r.Job], append([]tiers.Block[string](nil), r.Blocks...))
		for i, o := range r.Outcomes {
			c.reached[r.Direction.String()+" "+o.String()]++
			if r.Direction == tiers.Load && o == tiers.Arrived {
				require.Equal(c.t, bytesOf(r.Blocks[i].Key), c.slots.Slot(r.Blocks[i].Slot), "the bytes of %s", r.Blocks[i].Key)
			}
		}
		if r.Held {
			c.reached["held"]++
			continue
		}
		c.over(r.Job)
	}
	for _, id := range c.tier.Released(nil) {
		require.True(c.t, c.reported[id], "%v is released before it is reported", id)
		c.reached["released"]++
		c.over(id)
	}
}

func (c *chaos) over(id tiers.JobID) {
	list, own := c.jobs[id]
	require.True(c.t, own, "%v gives its slots back twice", id)
	delete(c.jobs, id)
	for _, b := range list {
		c.release(b.Slot)
	}
}

// run does many things, and then lets all come to its end: nothing may be left.
func (c *chaos) run() map[string]int {
	for range 300 {
		for range c.dice.IntN(4) {
			c.act()
		}
		c.step()
		if c.tier.Ready() != nil {
			c.reached["down"]++
		}
	}
	c.faulty.Heal()
	c.faulty.Release()
	for _, h := range c.requests {
		require.NoError(c.t, c.tier.Finish(h))
	}
	for range 100 {
		c.step()
	}
	st := c.tier.Stats()
	require.Empty(c.t, c.jobs)
	require.Len(c.t, c.free, c.slots.Slots())
	require.Zero(c.t, st.Requests+st.Keys+st.Jobs+st.Held+st.Stuck, "%+v", st)
	require.NoError(c.t, c.tier.Ready())
	for _, slot := range c.free {
		require.Equal(c.t, nobodys, c.slots.Slot(slot))
	}
	return c.reached
}

// close ends the tier, however the run went: workers that stay would hide it.
func (c *chaos) close() {
	c.faulty.Heal()
	c.faulty.Release()
	require.NoError(c.t, c.tier.Shutdown(context.Background()))
	synctest.Wait()
	require.Zero(c.t, c.tier.Stats().Rejected)
}

// TestAnythingAtAnyTime fails if some order of what schedulers and storages do makes a tier serve wrong bytes, write to a slot
// that it does not own, report a job twice or never, or keep something.
func TestAnythingAtAnyTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rapid.SyncTest(t, func(t *rapid.T) {
			c := newChaos(t, seed)
			defer c.close()
			c.run()
		})
	})
}

// TestAnythingIsReached fails if the runs above are about less than they say. These have fixed seeds.
func TestAnythingIsReached(t *testing.T) {
	reached := map[string]int{}
	for seed := range uint64(40) {
		synctest.Test(t, func(t *testing.T) {
			c := newChaos(t, seed)
			defer c.close()
			for what, n := range c.run() {
				reached[what] += n
			}
		})
	}
	t.Log(reached)
	for _, what := range []string{"hit", "miss", "retry", "load arrived", "load failed", "load untried", "store arrived", "store failed",
		"store untried", "held", "released", "given up", "refused", "down"} {
		require.NotZero(t, reached[what], "no run met %q", what)
	}
}
