// A test of a tier on a file system on which any call may do anything at any time. It needs root and /dev/fuse.
package e2e

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/e2e/faultfs"
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

const (
	weatherKeys  = 6
	mostVisitors = 16
)

// A weather is a run in which faults come and go while blocks of a few keys are stored and loaded.
type weather struct {
	*engine
	f        *faultfs.FS
	rand     *rand.Rand
	versions map[string]uint64 // the last one of each key that was handed over
	free     []int             // slots
	owned    map[tiers.JobID]int
	visitors []*visitor
	counts   map[string]int // what was met
}

// A visitor asks for a key, loads it if it can, and goes.
type visitor struct {
	handle lookup.Handle
	key    string
	job    tiers.JobID // 0: it asks still
}

// fault is any fault, now and then of one file only.
func (w *weather) fault() faultfs.Fault {
	ops := faultfs.Ops()
	f := faultfs.Fault{Op: ops[w.rand.IntN(len(ops))]}
	switch w.rand.IntN(3) {
	case 0:
		f.Name = filepath.Base(w.store.Path(w.key()))
	case 1:
		f.Nth = 1 + w.rand.IntN(3)
	}
	errnos := []syscall.Errno{syscall.EIO, syscall.ENOSPC, syscall.EACCES, syscall.EROFS, syscall.EMLINK, syscall.ENOMEM}
	switch w.rand.IntN(4) {
	case 0:
		f.Hang = true
	case 1:
		f.Delay = time.Duration(w.rand.IntN(5)) * time.Millisecond
		f.Errno = errnos[w.rand.IntN(len(errnos))]
	case 2:
		f.Op, f.Short = []faultfs.Op{faultfs.Read, faultfs.Write}[w.rand.IntN(2)], 1000+w.rand.IntN(blockBytes)
	default:
		f.Errno = errnos[w.rand.IntN(len(errnos))]
	}
	return f
}

func (w *weather) key() string { return fmt.Sprint("key", w.rand.IntN(weatherKeys)) }

// change makes other faults, or none.
func (w *weather) change() {
	var faults []faultfs.Fault
	for range w.rand.IntN(4) {
		faults = append(faults, w.fault())
	}
	w.f.Set(faults...)
}

// slot takes a slot, if one is free.
func (w *weather) slot() (slot int, ok bool) {
	if len(w.free) == 0 {
		return 0, false
	}
	slot, w.free = w.free[0], w.free[1:]
	return slot, true
}

// start notes whose the slot is now: of the job, or free, if there is none.
func (w *weather) start(job tiers.JobID, err error, slot int) (started bool) {
	if err != nil {
		require.True(w.t, errors.Is(err, tiers.ErrDown) || errors.Is(err, tiers.ErrBusy) || errors.Is(err, tiers.ErrNoHit), "%v", err)
		w.free = append(w.free, slot)
		w.counts["refused"]++
		return false
	}
	w.owned[job] = slot
	return true
}

// putNext stores the next version of a key.
func (w *weather) putNext() {
	slot, ok := w.slot()
	if !ok {
		return
	}
	key := w.key()
	w.versions[key]++
	fill(w.memory.Slot(slot), key, w.versions[key])
	job, err := w.tier.SubmitStore([]tiers.Block[string]{{Key: key, Slot: slot}})
	w.start(job, err, slot)
}

// visit lets a visitor go on. It reports whether that was its end.
func (w *weather) visit(v *visitor) (ended bool) {
	if v.job == 0 {
		switch w.hears(v.handle, v.key) {
		case lookup.VerdictRetry:
			return false
		case lookup.VerdictMiss:
			w.counts["miss"]++
			return true
		}
		slot, ok := w.slot()
		if !ok {
			return true
		}
		job, err := w.tier.SubmitLoad(v.handle, []tiers.Block[string]{{Key: v.key, Slot: slot}})
		v.job = job
		return !w.start(job, err, slot)
	}
	_, ended = w.results[v.job]
	return ended
}

// settle looks at the jobs that have ended, and takes their slots back.
func (w *weather) settle() {
	for job, slot := range w.owned {
		r, ended := w.results[job]
		if !ended || r.Held && !w.released[job] {
			continue
		}
		w.counts[fmt.Sprint(r.Direction, " ", r.Outcomes[0])]++
		if r.Held {
			w.counts["held"]++
		}
		if r.Direction == tiers.Load && r.Outcomes[0] == tiers.Arrived {
			v, err := version(w.memory.Slot(slot), r.Blocks[0].Key)
			require.NoError(w.t, err, "a wrong block is served")
			require.LessOrEqual(w.t, v, w.versions[r.Blocks[0].Key])
		}
		clear(w.memory.Slot(slot))
		w.free = append(w.free, slot)
		delete(w.owned, job)
	}
}

// turn is one step of the scheduler: visitors come and go.
func (w *weather) turn() {
	w.pass(time.Duration(w.rand.IntN(int(callDeadline))))
	w.step()
	w.settle()
	w.visitors = slices.DeleteFunc(w.visitors, func(v *visitor) bool {
		ended := w.visit(v)
		if ended {
			w.finish(v.handle)
		}
		return ended
	})
}

// rest waits until the tier has something to tell, or for a moment.
func (w *weather) rest() {
	timer := time.NewTimer(2 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-w.tier.Wake():
	case <-timer.C:
	}
}

// If any mixture of faults led to a wrong byte, a job that is reported twice or never, or a slot that stays taken, it would
// be one that nobody has thought of.
func TestAnyFaultsAtAnyTime(t *testing.T) {
	turns := 2000
	if testing.Short() {
		turns = 300
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	f := faultfs.Mount(t)
	w := &weather{
		engine: newEngine(t, f), f: f, rand: rand.New(rand.NewPCG(seed, 0)),
		versions: map[string]uint64{}, owned: map[tiers.JobID]int{}, counts: map[string]int{},
	}
	for slot := range slots {
		w.free = append(w.free, slot)
	}
	for n := range turns {
		if n%16 == 0 {
			w.change()
		}
		if w.rand.IntN(3) == 0 {
			w.putNext()
		}
		if len(w.visitors) < mostVisitors && w.rand.IntN(2) == 0 {
			w.visitors = append(w.visitors, &visitor{handle: w.begin(), key: w.key()})
		}
		w.turn()
		w.rest()
	}

	f.Clear()
	w.until(func() bool { w.turn(); return len(w.visitors)+len(w.owned) == 0 && w.tier.Ready() == nil }, "all ends")
	t.Logf("%v; %+v", w.counts, w.store.Stats())
	for _, met := range []string{"miss", "load arrived", "load failed", "store arrived", "store failed", "held"} {
		require.Positive(t, w.counts[met], "it never came to: %s", met)
	}
	for k := range weatherKeys {
		key := fmt.Sprint("key", k)
		require.NoError(t, w.result(w.submitStore(key, w.versions[key]+1, 0)).Err)
		w.get(key, 1)
	}
	w.until(func() bool {
		w.pass(callDeadline)
		return len(temporary(t, f.Backing())) <= int(w.tier.Stats().Forsaken)
	}, "what could be removed is removed", w.tier.Stats().Forsaken, temporary(t, f.Backing()))
	s := w.tier.Stats()
	require.Zero(t, s.Keys+s.Requests+s.Jobs+s.Held+s.Stuck, "%+v", s)
}
