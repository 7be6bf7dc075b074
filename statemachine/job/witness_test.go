package job_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/health"
	"github.com/genlock-go/genlock/statemachine/job"
)

// A witness submits jobs to a storage that is slow, fails, hangs, panics and leaves rubbish, and holds what it is told
// against what really happened to each block.
type witness struct {
	*job.Manager
	t     require.TestingT
	watch *health.Watch
	now   time.Time // of the last tick
	shut  bool
	jobs  []*witnessed // in the order of submission
	byID  map[job.ID]*witnessed

	mu      sync.Mutex
	dice    *rand.Rand
	running int
	most    int
	faults  []string
	rubbish map[job.ID]int // leftovers that are neither removed nor named
}

// A witnessed is one job, and its mover.
type witnessed struct {
	w        *witness
	id       job.ID
	deadline time.Time
	told     bool
	givenUp  bool

	// Guarded by the witness's mutex.
	blocks  []blockState
	stopped bool          // no block may start any more
	back    bool          // the caller has its buffer
	late    []job.Outcome // as they were when the deadline had passed
}

type blockState struct {
	started, ended bool
	err            error
}

const (
	witnessWorkers  = 3
	witnessPlaces   = 2
	witnessDeadline = 10 * time.Second
)

func newWitness(t require.TestingT, dice *rand.Rand) *witness {
	w := &witness{t: t, now: time.Now(), byID: map[job.ID]*witnessed{}, rubbish: map[job.ID]int{},
		dice: rand.New(rand.NewPCG(dice.Uint64(), 1))}
	var err error
	w.watch, err = health.New(w.now, health.Config{Bound: witnessPlaces, Test: w.test})
	require.NoError(t, err)
	w.Manager, err = job.New(w.now, job.Config{Workers: witnessWorkers, Jobs: 6, Overtakes: 2, Watch: w.watch,
		Deadline: witnessDeadline, CallDeadline: 6 * time.Second, CleanUpAfter: time.Second})
	require.NoError(t, err)
	return w
}

func (w *witness) roll(n int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dice.IntN(n)
}

func (w *witness) test(context.Context) error {
	if w.roll(3) == 0 {
		return errDisk
	}
	return nil
}

// wrong notes what must not be, on any goroutine.
func (w *witness) wrong(format string, args ...any) {
	w.faults = append(w.faults, fmt.Sprintf(format, args...))
}

// Move takes its time, and ends in one of many ways.
func (j *witnessed) Move(ctx context.Context, id job.ID, block int) (err error) {
	j.begins(id, block)
	left := true // it panics, or ends its goroutine
	defer func() {
		if left {
			err = job.ErrPanic
		}
		j.ends(block, err)
	}()
	err = j.copies(ctx)
	left = false
	return err
}

func (j *witnessed) copies(ctx context.Context) error {
	kind := j.w.roll(14)
	time.Sleep(time.Duration(j.w.roll(3000)) * time.Millisecond)
	switch kind {
	case 0, 1:
		return errDisk
	case 2:
		return fmt.Errorf("store: %w", j.leftover())
	case 3:
		panic("no such device")
	case 4:
		runtime.Goexit()
	case 5:
		time.Sleep(40 * time.Second)
	case 6:
		<-ctx.Done()
		return fmt.Errorf("called off: %w", ctx.Err())
	case 7:
		<-ctx.Done()
		return errors.Join(ctx.Err(), j.leftover())
	}
	return nil
}

// begins notes that a copy begins, which must be right.
func (j *witnessed) begins(id job.ID, block int) {
	w := j.w
	w.mu.Lock()
	defer w.mu.Unlock()
	b := &j.blocks[block]
	switch {
	case j.stopped:
		w.wrong("block %d of %v starts, which was stopped", block, id)
	case j.back:
		w.wrong("block %d of %v starts on a buffer that was given back", block, id)
	case b.started:
		w.wrong("block %d of %v starts twice", block, id)
	}
	b.started = true
	w.running++
	w.most = max(w.most, w.running)
}

func (j *witnessed) ends(block int, err error) {
	j.w.mu.Lock()
	defer j.w.mu.Unlock()
	if j.back {
		j.w.wrong("block %d of %v ends on a buffer that was given back", block, j.id)
	}
	j.blocks[block].ended, j.blocks[block].err = true, err
	j.w.running--
}

// leftover goes away with some try, or never.
func (j *witnessed) leftover() *job.Leftover {
	w, tries, last := j.w, 0, 1+j.w.roll(5)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rubbish[j.id]++
	return &job.Leftover{What: "rubbish", Err: errDisk, Clean: func(context.Context) error {
		time.Sleep(time.Duration(w.roll(3000)) * time.Millisecond)
		w.mu.Lock()
		defer w.mu.Unlock()
		tries++
		if !j.back || tries > last || tries > job.Tries {
			w.wrong("try %d to clean %v, of %d; its buffer is back: %v", tries, j.id, last, j.back)
		}
		if tries < last {
			return errDisk
		}
		w.rubbish[j.id]--
		return nil
	}}
}

// outcomes are what is to be told of the blocks as things stand.
func (j *witnessed) outcomes() []job.Outcome {
	list := make([]job.Outcome, len(j.blocks))
	for i, b := range j.blocks {
		switch {
		case !b.started:
		case !b.ended:
			list[i] = failed // it is told only once it is late
		case b.err == nil:
			list[i] = arrived
		case !errors.Is(b.err, context.Canceled):
			list[i] = failed
		}
	}
	return list
}

// copying is how many copies of the job run.
func (j *witnessed) copying() (n int) {
	for _, b := range j.blocks {
		if b.started && !b.ended {
			n++
		}
	}
	return n
}

// look takes note, at a moment at which all workers rest, of what has stopped.
func (w *witness) look() {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	require.Empty(w.t, w.faults)
	for _, j := range w.jobs {
		for _, b := range j.blocks {
			j.stopped = j.stopped || b.err != nil
		}
	}
}
