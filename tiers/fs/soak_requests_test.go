package fs_test

import (
	"errors"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
	"github.com/genlock-go/genlock/tiers/primary"
)

// begin begins requests for blocks, of which some are wanted more often than others.
func (w *soak) begin() {
	for len(w.requests) < soakRequests {
		w.ids++
		h, err := w.tier.Begin(w.ids % 100) // ids return
		if errors.Is(err, lookup.ErrBegun) {
			return
		}
		require.NoError(w.t, err)
		r := &soakRequest{handle: h}
		first := uint64(w.r.IntN(soakKeys))
		if w.r.IntN(2) == 0 {
			first %= soakKeys / 16
		}
		for i := range uint64(1 + w.r.IntN(soakKeysEach)) {
			r.wants = append(r.wants, (first+i)%soakKeys)
		}
		w.requests = append(w.requests, r)
	}
}

// serve does what can be done for a request now.
func (w *soak) serve(r *soakRequest) {
	kept := r.wants[:0]
	for _, key := range r.wants {
		if !w.want(r, key) {
			kept = append(kept, key)
		}
	}
	r.wants = kept
}

// want reports whether the request has got the block.
func (w *soak) want(r *soakRequest, key uint64) bool {
	ref, pinned := w.pool.Pin(key)
	switch {
	case pinned:
		w.right(key, ref)
		require.NoError(w.t, w.pool.Unpin(ref))
		return true
	case !ref.None():
		return false // on its way
	}
	verdict, err := w.tier.Lookup(r.handle, key)
	require.NoError(w.t, err)
	switch verdict {
	case lookup.VerdictHit:
		return w.load(r, key)
	case lookup.VerdictMiss:
		return w.compute(key)
	}
	return false
}

// load begins to load a block. Without room it will be computed where nobody keeps it.
func (w *soak) load(r *soakRequest, key uint64) bool {
	refs, err := w.pool.Reserve([]uint64{key}, nil)
	if errors.Is(err, primary.ErrFull) {
		w.seen.Refused++
		return true
	}
	require.NoError(w.t, err)
	id, err := w.tier.SubmitLoad(r.handle, []tiers.Block[uint64]{{Key: key, Slot: refs[0].Slot()}})
	if err != nil {
		require.True(w.t, errors.Is(err, tiers.ErrNoHit) || errors.Is(err, tiers.ErrBusy), err)
		require.True(w.t, w.pool.Cancel(refs[0]))
		return false
	}
	require.NoError(w.t, w.pool.Send(refs[0]))
	w.jobs[id] = &soakJob{true, []uint64{key}, refs}
	return false
}

// compute makes a block and lets it go to the tier.
func (w *soak) compute(key uint64) bool {
	refs, err := w.pool.Write([]uint64{key}, nil)
	if errors.Is(err, primary.ErrFull) {
		w.seen.Refused++
		return true
	}
	require.NoError(w.t, err)
	w.seen.Computed++
	fillBlock(w.pool.Slot(refs[0].Slot()), key)
	readable, err := w.pool.Land(refs[0], true, 1)
	require.NoError(w.t, err)
	require.True(w.t, readable)
	id, err := w.tier.SubmitStore([]tiers.Block[uint64]{{Key: key, Slot: refs[0].Slot()}})
	if err != nil {
		require.ErrorIs(w.t, err, tiers.ErrBusy)
		require.NoError(w.t, w.pool.Unpin(refs[0]))
		return true
	}
	w.jobs[id] = &soakJob{false, []uint64{key}, refs}
	return true
}

// poll hears of jobs that ended.
func (w *soak) poll() {
	w.results = w.tier.Poll(w.results[:0])
	for _, result := range w.results {
		j := w.jobs[result.Job]
		require.NotNil(w.t, j, "a job is told once")
		for i, outcome := range result.Outcomes {
			if j.load && outcome == tiers.Failed {
				w.seen.FailedLoads++
			}
			if !result.Held {
				w.free(j, i, outcome == tiers.Arrived)
			}
		}
		if !result.Held {
			delete(w.jobs, result.Job)
		}
	}
	w.released = w.tier.Released(w.released[:0])
	for _, id := range w.released {
		j := w.jobs[id]
		require.NotNil(w.t, j, "a job is released once")
		for i := range j.refs {
			w.free(j, i, false)
		}
		delete(w.jobs, id)
	}
}

// free ends the use of a slot by a job.
func (w *soak) free(j *soakJob, i int, arrived bool) {
	if !j.load {
		require.NoError(w.t, w.pool.Unpin(j.refs[i]))
		return
	}
	if arrived {
		w.right(j.keys[i], j.refs[i])
		w.seen.LoadedRight++
	}
	_, err := w.pool.Land(j.refs[i], arrived, 0)
	require.NoError(w.t, err)
}

func (w *soak) right(key uint64, ref primary.Ref) {
	require.True(w.t, isBlock(w.pool.Slot(ref.Slot()), key), "%v holds something else than block %d", ref, key)
}
