package job_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/genlock-go/genlock/internal/overlay"
	"github.com/genlock-go/genlock/statemachine"
	"github.com/genlock-go/genlock/statemachine/job"
)

// tick lets time pass, and hears what there is to hear.
func (w *witness) tick(d time.Duration) {
	time.Sleep(d)
	w.look()
	w.now = time.Now()
	w.expire()
	w.Tick(w.now)
	w.watch.Step(w.now)
	w.look()
	for _, r := range w.Poll(nil) {
		w.report(r)
	}
	for _, r := range w.Released(nil) {
		w.released(r)
	}
	for _, f := range w.Forsaken(nil) {
		w.mu.Lock()
		w.rubbish[f.ID]--
		w.mu.Unlock()
	}
	for _, j := range w.jobs {
		require.True(w.t, j.told || w.now.Before(j.deadline), "%v is not told by its deadline", j.id)
	}
}

// expire notes what is told of jobs whose deadline has passed.
func (w *witness) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, j := range w.jobs {
		if j.late == nil && !w.now.Before(j.deadline) {
			j.late, j.stopped = j.outcomes(), true
		}
	}
}

// report holds a report against what happened.
func (w *witness) report(r job.Report) {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.byID[r.ID]
	require.NotNil(w.t, j, "%v was never submitted", r.ID)
	require.False(w.t, j.told, "%v is told twice", r.ID)
	require.Same(w.t, j, r.Mover)
	j.told, j.back = true, !r.Held
	require.Equal(w.t, j.copying() > 0, r.Held, "%v: held", r.ID)
	want := j.outcomes()
	if j.late != nil {
		want = j.late
	}
	require.Equal(w.t, want, append([]job.Outcome{}, r.Outcomes...), "%v, %v", r.ID, r.Cause)
	w.reason(j, r)
}

// reason holds the reason of a report against what happened.
func (w *witness) reason(j *witnessed, r job.Report) {
	whole := true
	for _, o := range r.Outcomes {
		whole = whole && o == arrived
	}
	ok := false
	switch r.Cause {
	case job.CauseNone:
		ok = whole && r.Err == nil
	case job.CauseFailure:
		for _, b := range j.blocks {
			ok = ok || b.err != nil && errors.Is(r.Err, b.err) || errors.Is(r.Err, job.ErrPanic)
		}
	case job.CauseGivenUp:
		ok = j.givenUp && errors.Is(r.Err, job.ErrGivenUp)
	case job.CauseExpired:
		ok = j.late != nil && errors.Is(r.Err, job.ErrExpired)
	case job.CauseClosed:
		ok = w.shut && errors.Is(r.Err, job.ErrClosed)
	}
	require.True(w.t, ok, "%v: %v, %v of %+v", r.ID, r.Cause, r.Err, j.blocks)
}

func (w *witness) released(r job.Release) {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.byID[r.ID]
	require.Same(w.t, j, r.Mover)
	require.True(w.t, j.told && !j.back, "%v is released twice, or too soon", r.ID)
	require.Zero(w.t, j.copying(), "%v is released while copies run", r.ID)
	j.back = true
}

// submit submits a job, if there is room for it.
func (w *witness) submit(dice *rand.Rand) {
	j := &witnessed{w: w, blocks: make([]blockState, dice.IntN(5)), deadline: w.now.Add(witnessDeadline)}
	w.mu.Lock() // no worker looks at the job before it has its id
	id, err := w.Submit(job.Class(dice.IntN(2)), len(j.blocks), j)
	j.id = id
	w.mu.Unlock()
	switch {
	case w.shut:
		require.ErrorIs(w.t, err, job.ErrClosed)
	case err == nil:
		require.NotContains(w.t, w.byID, id)
		w.jobs, w.byID[id] = append(w.jobs, j), j
	case !errors.Is(err, job.ErrBusy):
		require.ErrorIs(w.t, err, job.ErrDown)
	}
	w.look()
}

// giveUp gives up any job, however long ago it ended.
func (w *witness) giveUp(dice *rand.Rand) {
	if len(w.jobs) == 0 {
		return
	}
	j := w.jobs[max(0, len(w.jobs)-1-dice.IntN(8))]
	if err := w.GiveUp(j.id); err != nil {
		require.ErrorIs(w.t, err, job.ErrJob)
		require.True(w.t, j.told)
		return
	}
	j.givenUp = true
	w.mu.Lock()
	j.stopped = true
	w.mu.Unlock()
	w.look()
}

func (w *witness) shutDown() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := w.Close(ctx); err != nil {
		require.ErrorIs(w.t, err, job.ErrStuck)
	}
	w.shut = true
	w.mu.Lock()
	for _, j := range w.jobs {
		j.stopped = true
	}
	w.mu.Unlock()
	w.look()
}

// converse is a random conversation, up to its end. It returns how often each cell was met.
func converse(t require.TestingT, dice *rand.Rand) []uint64 {
	w := newWitness(t, dice)
	defer w.end()
	shut := dice.IntN(150)
	for i := range 100 {
		switch {
		case i == shut || i == shut+5:
			w.shutDown()
		case dice.IntN(5) < 3:
			w.submit(dice)
		case dice.IntN(3) == 0:
			w.giveUp(dice)
		}
		if dice.IntN(2) == 0 {
			w.tick(time.Duration(dice.IntN(1500)) * time.Millisecond)
		}
	}
	w.settle()
	return w.Met()
}

// settle lets everything come to its end: nothing may be left.
func (w *witness) settle() {
	for range 20 {
		w.tick(20 * time.Second)
	}
	s := w.Stats()
	require.Zero(w.t, s.Rejected)
	require.Zero(w.t, s.Owning(), "%+v", s)
	require.LessOrEqual(w.t, w.most, witnessWorkers+witnessPlaces)
	for _, j := range w.jobs {
		require.True(w.t, j.told && j.back, "%v is not told, or its buffer is lost", j.id)
	}
	if !w.shut {
		require.Zero(w.t, s.UnderWay(), "%+v", s)
		for id, n := range w.rubbish {
			require.Zero(w.t, n, "leftovers of %v are neither removed nor named", id)
		}
	}
}

// end lets no goroutine stay, also where the run failed: it would hide why.
func (w *witness) end() {
	require.NoError(w.t, w.Close(context.Background()))
	require.NoError(w.t, w.watch.Close(context.Background()))
}

// If it failed, a job would be told twice, not at all, late, or as something that it is not; a buffer would be lost or
// given back under a running copy; or rubbish would be left behind without a word. Time is a bubble's.
func TestConversations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rapid.SyncTest(t, func(t *rapid.T) { converse(t, rand.New(rand.NewPCG(seed, 0))) })
	})
}

// unreached says of each cell that the manager keeps away from, why it does.
var unreached = map[string]string{
	"Clean: shut down": "after a shutdown no worker takes a clean-up",
}

// If it failed, the conversations above would be about less than they say. These are the same in every run, but for the
// order in which goroutines wake.
func TestConversationsMeetEveryCell(t *testing.T) {
	if overlay.Running() {
		t.Skip("the cells of another step")
	}
	met := statemachine.NewCoverage(&job.Table)
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) {
			for cell, n := range converse(t, rand.New(rand.NewPCG(seed, 0))) {
				if n > 0 {
					met.Add(cell)
				}
			}
		})
	}
	for _, cell := range met.Missing() {
		c := &job.Table.Cells[cell]
		require.NotEmpty(t, unreached[c.Event+": "+c.Why], "never reached: %v", c)
	}
}
