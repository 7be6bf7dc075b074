package lookup

import (
	"context"
	"math/bits"
	"slices"
	"sort"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/statemachine/health"
)

// A duo does everything twice, with a manager and with the reference, and fails where the two differ: in an answer, in
// the cells that entries met, in a phase, a generation, a holder or a mark. Its manager has no running workers: the duo
// takes the batches itself, so that a run can be repeated.
type duo struct {
	t     require.TestingT
	m     *Manager[string, int]
	r     *reference
	now   time.Time
	width int        // how many keys are spoken of
	heard []happened // the events of the call that runs, as the manager's observer heard of them

	handles [requests]Handle // by Request
	begun   [requests]bool
	asks    [requests][]string // keys in the order in which each request first asked
	ids     int
	batches []*openBatch
	loads   []startedLoad
}

// An openBatch is a call of the prober that runs.
type openBatch struct {
	*batch[string]
	answer   Answer
	messages []message
	done     []bool
}

type startedLoad struct {
	request int
	handle  Handle
	key     string
	token   Generation
}

var duoKeys = []string{"k1", "k2", "k3"}

func newDuo(t require.TestingT, reference *model.Model) *duo {
	d := &duo{t: t, r: newReference(reference), now: bootTime}
	watch, err := health.New(d.now, health.Config{Bound: health.NoPlaces})
	require.NoError(t, err)
	config, err := Config[string, int]{
		Deadline: 10 * time.Second, ProbeDeadline: 20 * time.Second, MissAge: 15 * time.Second,
		Workers: 1, Batch: 2, Observe: d.observe, Watch: watch,
	}.withDefaults()
	require.NoError(t, err)
	d.m, err = newManager(ProberFunc[string](nil), d.now, config)
	require.NoError(t, err)
	return d
}

func (d *duo) observe(s *Step[string, int]) {
	cell := s.Cell.Info()
	d.heard = append(d.heard, happened{s.Key, cell.Event, cell.Outcome.String(), s.Next.Phase, int(s.Next.Generation)})
}

// same compares everything after a call.
func (d *duo) same(call ...any) {
	if !slices.Equal(d.r.events, d.heard) {
		require.Equal(d.t, d.r.events, d.heard, "events of %v", call)
	}
	d.r.events, d.heard = d.r.events[:0], d.heard[:0]
	for _, key := range duoKeys {
		if want, got := d.r.entry(key).image(), d.image(key); want != got {
			require.Equal(d.t, want, got, "%s after %v", key, call)
		}
	}
	if len(d.r.asked) != d.m.gathered.len() || d.r.tokens != int(d.m.generation) {
		require.FailNow(d.t, "probes gathered or generations drawn", "after %v", call)
	}
}

// An image is an entry with its sets; bit i stands for request i.
type image struct {
	phase                     Phase
	generation                int
	count                     int
	holders, refused, loaders int
}

func (e *referenceEntry) image() image {
	holders := e.Fields[fieldHolders]
	return image{Phase(e.Phase), e.Fields[fieldGeneration], bits.OnesCount(uint(holders)),
		holders, e.Fields[fieldRefused], e.Fields[fieldLoaders]}
}

// image is what the stamps and counts of the manager stand for.
func (d *duo) image(key string) image {
	slot := d.m.slot(key)
	if slot == noSlot {
		return image{phase: d.m.nobody.Phase}
	}
	e := &d.m.slab[slot]
	x := image{phase: e.Phase, generation: int(e.Generation), count: int(e.holders)}
	for i := range requests {
		if !d.begun[i] {
			continue
		}
		v := view{of: e, by: d.m.held(d.m.request(d.handles[i]), slot)}
		x.holders |= bit(v.Has(0)) << i
		x.refused |= bit(v.Refused(0)) << i
		x.loaders |= bit(v.Loaders(0)) << i
	}
	return x
}

func (d *duo) begin() {
	if len(d.m.live) == requests {
		return
	}
	h, err := d.m.Begin(d.ids)
	require.NoError(d.t, err)
	i := h.index // the manager chooses the place; the reference calls the request by it
	require.False(d.t, d.begun[i], "a place is given away twice")
	d.ids++
	d.handles[i], d.begun[i], d.asks[i] = h, true, nil
}

func (d *duo) lookup(i int, key string) {
	v, g, err := d.m.Lookup(d.handles[i], key)
	if !d.begun[i] {
		require.ErrorIs(d.t, err, ErrHandle)
		d.same("lookup of nobody")
		return
	}
	require.NoError(d.t, err)
	newcomer := !d.r.entry(key).has(fieldHolders, i)
	require.Equal(d.t, d.r.lookup(i, key, &d.m.config), v, "what %d hears of %s", i, key)
	if newcomer && d.r.entry(key).has(fieldHolders, i) {
		d.asks[i] = append(d.asks[i], key)
	}
	want := 0
	if v == VerdictHit {
		want = d.r.entry(key).Fields[fieldGeneration]
	}
	require.EqualValues(d.t, want, g.Token(), "the generation that %d gets with %s", i, key)
	d.same("lookup", i, key)
}

func (d *duo) cleanup(i int) {
	err := d.m.Cleanup(d.handles[i])
	if !d.begun[i] {
		require.ErrorIs(d.t, err, ErrHandle)
		return
	}
	require.NoError(d.t, err)
	d.begun[i] = false
	d.r.cleanup(i, d.asks[i])
	d.same("cleanup", i)
}

func (d *duo) flush(after time.Duration, budget int) {
	d.now = d.now.Add(after)
	d.r.now += int64(after)
	d.r.down = d.stuck()
	sent := d.m.Flush(d.now, budget)
	require.Equal(d.t, d.r.flush(budget), sent)
	require.Equal(d.t, d.r.down, d.m.down)
	for len(d.m.pool.work) > 0 && !d.m.pool.closed {
		d.open(<-d.m.pool.work)
	}
	d.same("flush")
}

// open begins the call that a worker would.
func (d *duo) open(b *batch[string]) {
	o := &openBatch{batch: b, answer: Answer{&b.call, b.call.open()}, done: make([]bool, len(b.keys))}
	for i, key := range b.keys {
		o.messages = append(o.messages, message{key: key, token: int(b.call.items[i].token)})
	}
	d.batches = append(d.batches, o)
	if w := d.m.pool.workers[0]; w.batch.Load() == nil {
		w.call.Start(time.Duration(d.m.pool.clock.Load()))
		w.batch.Store(b)
	}
}

// stuck says that the one worker is held by a call past its deadline.
func (d *duo) stuck() bool {
	w := d.m.pool.workers[0]
	return w.batch.Load() != nil && w.call.Late(time.Duration(d.r.now), 20*time.Second)
}

// answer posts what a call found; only the first answer for a key counts.
func (d *duo) answer(o *openBatch, i int, v Verdict) {
	o.answer.Post(i, v)
	if i < 0 || i >= len(o.done) || o.done[i] {
		return
	}
	o.done[i] = true
	o.messages[i].verdict = v
	d.r.answered = append(d.r.answered, o.messages[i])
}

// end lets a call return: what is unanswered has failed.
func (d *duo) end(at int) {
	o := d.batches[at]
	d.batches = slices.Delete(d.batches, at, at+1)
	for i := range o.done {
		if !o.done[i] {
			o.messages[i].verdict = VerdictRetry
			d.r.answered = append(d.r.answered, o.messages[i])
		}
	}
	o.call.close(returned, nil)
	if w := d.m.pool.workers[0]; w.batch.Load() == o.batch {
		w.batch.Store(nil)
		w.call.Return(d.m.pool.watch)
	}
	d.m.pool.idle <- o.batch
	o.answer.Post(0, VerdictHit) // late: it must reach nobody
}

func (d *duo) drain(budget int) {
	d.r.down = d.r.down && d.stuck()
	require.Equal(d.t, d.r.drain(budget), d.m.Drain(budget))
	require.Equal(d.t, d.r.down, d.m.down)
	d.same("drain")
}

func (d *duo) load(i int, key string) {
	g, started, err := d.m.Load(d.handles[i], key)
	if !d.begun[i] {
		require.ErrorIs(d.t, err, ErrHandle)
		return
	}
	require.NoError(d.t, err)
	require.Equal(d.t, d.r.load(i, key), started)
	if started {
		require.EqualValues(d.t, d.r.entry(key).Fields[fieldGeneration], g.Token())
		d.loads = append(d.loads, startedLoad{i, d.handles[i], key, g})
	}
	d.same("load", i, key)
}

// loaded ends a load well. That of a request that has ended is an error, and nothing happens.
func (d *duo) loaded(l startedLoad) {
	err := d.m.Loaded(l.handle, l.key, l.token)
	if !d.begun[l.request] || d.handles[l.request] != l.handle {
		require.ErrorIs(d.t, err, ErrHandle)
		d.same("loaded of nobody")
		return
	}
	require.NoError(d.t, err)
	d.r.event(l.key, "Loaded", l.request, int(l.token.token))
	d.same("loaded", l.request, l.key)
}

func (d *duo) markMiss(key string, g Generation) {
	e := d.r.entry(key)
	cell, err := d.m.MarkMiss(key, g)
	if g.token == 0 || d.elsewhere(key, g) || e.Fields[fieldGeneration] == int(g.token) && e.started != int(g.token) {
		require.ErrorIs(d.t, err, ErrGeneration)
		d.same("mark miss of nothing")
		return
	}
	require.NoError(d.t, err)
	require.Equal(d.t, d.r.event(key, "MarkMiss", int(g.token)).Outcome.String(), cell.Info().Outcome.String())
	d.same("mark miss", key, g)
}

// elsewhere says that the generation is the current one of another key.
func (d *duo) elsewhere(key string, g Generation) bool {
	for _, other := range duoKeys {
		if other != key && d.r.entry(other).Fields[fieldGeneration] == int(g.token) {
			return true
		}
	}
	return false
}

func (d *duo) stored(key string) {
	d.m.Stored(key)
	d.r.event(key, "Stored")
	d.same("stored", key)
}

func (d *duo) deleted(key string) {
	d.m.Deleted(key)
	d.r.event(key, "Deleted")
	d.same("deleted", key)
}

func (d *duo) close() {
	bound := make([]string, 0, len(duoKeys))
	for _, slot := range d.m.bound() {
		bound = append(bound, d.m.keys[slot])
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(d.t, d.m.Close(ctx), ErrStuck)
	d.r.shut(bound)
	for i := range d.asks {
		d.asks[i] = nil
	}
	d.same("close")
}

// leave ends every request and every call, and insists that nothing is left.
func (d *duo) leave() {
	for i := range requests {
		if d.begun[i] {
			d.cleanup(i)
		}
	}
	for len(d.batches) > 0 {
		d.end(0)
	}
	d.drain(len(d.r.answered))
	d.flush(0, len(d.r.asked))
	s := d.m.Stats()
	require.Zero(d.t, s.Requests+s.Keys+s.Gathered+s.UnderWay, "something is left: %+v", s)
	free := slices.Clone(d.m.free)
	sort.Slice(free, func(i, j int) bool { return free[i] < free[j] })
	require.Len(d.t, slices.Compact(free), len(d.m.slab), "each slot is free, once")
}
