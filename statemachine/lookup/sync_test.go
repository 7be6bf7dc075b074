package lookup_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/lookup"
)

// A disk is a storage that says what happens to it, and takes its time, and fails: the truth that verdicts are held
// against. Workers look at it at any moment.
type disk struct {
	mu     sync.Mutex
	dice   *rand.Rand
	there  map[int]bool
	failed map[int]bool // some probe of the key has failed
}

func (d *disk) roll(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dice.IntN(n)
}

// look looks a key up, in its own time.
func (d *disk) look(key int) lookup.Verdict {
	time.Sleep(time.Duration(d.roll(4)) * time.Second)
	d.mu.Lock()
	there := d.there[key]
	d.mu.Unlock()
	time.Sleep(time.Duration(d.roll(4)) * time.Second)
	if there {
		return lookup.VerdictHit
	}
	return lookup.VerdictMiss
}

func (d *disk) fails(key int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed[key] = true
}

// Probe answers in its own order, some keys twice, some not at all, some of them from goroutines that go on after it.
func (d *disk) Probe(ctx context.Context, keys []int, answer lookup.Answer) error {
	kind := d.roll(10)
	if kind < 4 {
		for _, key := range keys {
			d.fails(key)
		}
	}
	switch kind {
	case 0:
		return errors.New("input/output error")
	case 1:
		panic("no such device")
	case 2:
		select { // hung
		case <-ctx.Done():
		case <-time.After(40 * time.Second):
		}
		return nil
	case 3:
		d.hedge(keys, answer)
		return nil
	}
	for i := len(keys) - 1; i >= 0; i-- {
		v := d.look(keys[i])
		answer.Post(i, v)
		answer.Post(i, lookup.VerdictMiss)
	}
	return nil
}

// hedge answers from goroutines of its own and does not wait for them: what they find after the call is late.
func (d *disk) hedge(keys []int, answer lookup.Answer) {
	for i, key := range keys {
		go func() { answer.Post(i, d.look(key)) }()
	}
	time.Sleep(2 * time.Second)
}

// A witness knows what each request heard, and which answers the rules leave.
type witness struct {
	t     require.TestingT
	m     *lookup.Manager[int, int]
	watch *health.Watch
	disk  *disk
	asked map[claim]time.Time // of each request's first ask of a key
	heard map[claim]lookup.Verdict
	mercy map[claim]bool // a miss needs no reason any more: the request was refused, or may have been
	now   time.Time      // of the last flush: by it the manager judges
}

type claim struct {
	request lookup.Handle
	key     int
}

const syncDeadline = 10 * time.Second

func (w *witness) lookup(h lookup.Handle, key int) {
	c := claim{h, key}
	v, _, err := w.m.Lookup(h, key)
	require.NoError(w.t, err)
	first, again := w.asked[c]
	if !again {
		first = w.now
		w.asked[c] = first
	}
	before := w.heard[c]
	require.False(w.t, v == lookup.VerdictRetry && before != lookup.VerdictRetry, "%v waits twice for %d", h, key)
	require.False(w.t, v == lookup.VerdictHit && before == lookup.VerdictMiss, "%v is told miss and then hit for %d", h, key)
	w.heard[c] = v
	switch v {
	case lookup.VerdictRetry:
		require.Less(w.t, w.now.Sub(first), syncDeadline, "%v waits beyond its deadline for %d", h, key)
	case lookup.VerdictHit:
		require.True(w.t, w.disk.is(key), "%v hears hit for %d, which is not there", h, key)
	case lookup.VerdictMiss:
		late := w.now.Sub(first) >= syncDeadline
		outage := w.m.Stats().Down || w.watch.Stats().Outages > 0 // a probe that was queued then was not made
		w.mercy[c] = w.mercy[c] || late || outage || w.disk.hasFailed(key)
		require.True(w.t, w.mercy[c] || !w.disk.is(key), "%v hears miss for %d, which is there", h, key)
	}
}

func (d *disk) is(key int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.there[key]
}

func (d *disk) hasFailed(key int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed[key]
}

// change stores or deletes a block and tells at once. Those who were told miss may hear hit after a store.
func (w *witness) change(key int, there bool) {
	w.disk.mu.Lock()
	w.disk.there[key] = there
	w.disk.mu.Unlock()
	if !there {
		w.m.Deleted(key)
		return
	}
	w.m.Stored(key)
	for c := range w.heard {
		if c.key == key {
			w.heard[c] = lookup.VerdictHit // the next answer is no retry
			w.mercy[c] = false
		}
	}
}

// TestWorkersUnderRandomInterleavings runs real workers on a storage that is slow, fails, hangs, panics and answers
// twice, and holds every answer against what is true and what the same request heard before. Time is a bubble's.
func TestWorkersUnderRandomInterleavings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rapid.SyncTest(t, func(t *rapid.T) { interleave(t, rand.New(rand.NewPCG(seed, 1))) })
	})
}

// If it failed, the runs above would be about less than they say. These have fixed seeds; goroutines that wake at the same
// time leave them some freedom, but even of the rarest, late answers, there are more than a hundred.
func TestInterleavingsReachEveryFault(t *testing.T) {
	var reached lookup.ProbeStats
	var watched health.Stats
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) {
			s, h := interleave(t, rand.New(rand.NewPCG(seed, 1)))
			watched.Lent += h.Lent
			watched.Outages += h.Outages
			reached.Calls += s.Calls
			reached.Panics += s.Panics
			reached.Errors += s.Errors
			reached.Second += s.Second
			reached.Late += s.Late
			reached.Short += s.Short
		})
	}
	t.Logf("%+v %+v", reached, watched)
	for name, n := range map[string]uint64{"calls": reached.Calls, "panics": reached.Panics, "errors": reached.Errors,
		"second answers": reached.Second, "late answers": reached.Late, "short calls": reached.Short,
		"replaced calls": watched.Lent, "outages": watched.Outages} {
		require.NotZero(t, n, "no run had any %s", name)
	}
}

func interleave(t require.TestingT, dice *rand.Rand) (lookup.ProbeStats, health.Stats) {
	watch, err := health.New(time.Now(), health.Config{Bound: 1 + 7*dice.IntN(2)})
	require.NoError(t, err)
	d := &disk{dice: rand.New(rand.NewPCG(dice.Uint64(), 2)), there: map[int]bool{}, failed: map[int]bool{}}
	m, err := lookup.New(d, time.Now(), lookup.Config[int, int]{
		Workers: 3, Batch: 2, Queue: 2, Deadline: syncDeadline, ProbeDeadline: 15 * time.Second, MissAge: time.Hour,
		Watch: watch})
	require.NoError(t, err)
	defer m.Close(context.Background()) // workers that stay would hide how the run failed
	w := &witness{t: t, m: m, watch: watch, disk: d, now: time.Now(),
		asked: map[claim]time.Time{}, heard: map[claim]lookup.Verdict{}, mercy: map[claim]bool{}}
	var live []lookup.Handle
	for i := range 150 {
		time.Sleep(time.Duration(dice.IntN(1500)) * time.Millisecond)
		if len(live) == 0 || dice.IntN(12) == 0 {
			h, err := m.Begin(i)
			require.NoError(t, err)
			live = append(live, h)
		}
		at := dice.IntN(len(live))
		w.step(dice, live[at])
		if dice.IntN(15) == 0 {
			require.NoError(t, m.Cleanup(live[at]))
			live = append(live[:at], live[at+1:]...)
		}
	}
	w.end(live)
	return m.Stats().Probes, watch.Stats()
}

// step is one step of a scheduler: drain, ask, tell, flush.
func (w *witness) step(dice *rand.Rand, h lookup.Handle) {
	w.m.Drain(1 + dice.IntN(3))
	for range 1 + dice.IntN(3) {
		w.lookup(h, dice.IntN(4))
	}
	if dice.IntN(8) == 0 {
		w.change(dice.IntN(4), dice.IntN(2) == 0)
	}
	w.now = time.Now()
	w.watch.Step(w.now)
	w.m.Flush(w.now, 1+dice.IntN(4))
}

// end lets everything come to its end: nothing may be left, and no goroutine, or the bubble does not end.
func (w *witness) end(live []lookup.Handle) {
	for _, h := range live {
		require.NoError(w.t, w.m.Cleanup(h))
	}
	time.Sleep(time.Hour)
	for range 3 { // what did not fit the queue is flushed in turns
		w.watch.Step(time.Now())
		w.m.Drain(math.MaxInt)
		w.m.Flush(time.Now(), math.MaxInt)
		time.Sleep(time.Hour)
	}
	w.m.Drain(math.MaxInt)
	s := w.m.Stats()
	require.Zero(w.t, s.Keys+s.Requests+s.Gathered+s.UnderWay, "something is left: %+v", s)
	require.NoError(w.t, w.m.Close(context.Background()))
	synctest.Wait()
	require.Zero(w.t, s.Rejected, fmt.Sprintf("%+v", s))
	require.NoError(w.t, w.watch.Close(context.Background()))
	h := w.watch.Stats()
	require.Zero(w.t, h.Stuck, "a place is not given back")
	require.Zero(w.t, h.Rejected, fmt.Sprintf("%+v", h))
}
