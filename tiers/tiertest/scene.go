package tiertest

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

const (
	slots     = 192     // of primary memory
	unbounded = 1 << 20 // more than there is to do in a step
	patience  = 20      // steps for what takes no time
	tick      = time.Second / 20
	ticks     = 40 // that something which takes time may take
)

// A scene is one tier under test, with the primary memory that it copies to and from. It plays the scheduler.
type scene struct {
	*testing.T
	harness Harness
	opening Opening
	tier    tiers.Tier[string, int]
	memory  *Slots
	faulty  *FaultyBackend[string] // nil: the tier has no backend

	ids      int // of requests that were begun
	live     map[lookup.Handle]bool
	jobs     map[tiers.JobID]int // blocks of each that was submitted
	reports  map[tiers.JobID]tiers.Result[string]
	released map[tiers.JobID]bool
}

// open opens a tier on the directory. When the test is over it is shut down, and nothing may be left of it.
func open(t *testing.T, h Harness, o Opening) *scene {
	t.Helper()
	size := h.SlotBytes
	if size == 0 {
		size = 4096
	}
	s := &scene{
		T: t, harness: h, opening: o, memory: NewSlots(slots, size),
		live: map[lookup.Handle]bool{}, jobs: map[tiers.JobID]int{},
		reports: map[tiers.JobID]tiers.Result[string]{}, released: map[tiers.JobID]bool{},
	}
	s.opening.Memory, s.opening.Now = s.memory, time.Now()
	s.opening.Wrap = func(b tiers.Backend[string]) tiers.Backend[string] {
		s.faulty = Faulty(b)
		return s.faulty
	}
	s.tier = h.Open(t, s.opening)
	t.Cleanup(s.end)
	return s
}

// beside is another tier on the same storage.
func (s *scene) beside(change func(*Opening)) *scene {
	s.Helper()
	o := s.opening
	o.Name = "beside"
	change(&o)
	return open(s.T, s.harness, o)
}

// dir is a directory for storages of a test.
func dir(t *testing.T) string { return filepath.Join(t.TempDir(), "storage") }

// step ends a step and begins the next one, once the workers have done what they can do now.
func (s *scene) step() {
	s.Helper()
	s.tier.EndStep(time.Now(), unbounded)
	synctest.Wait()
	for n := 0; s.tier.BeginStep(time.Now(), unbounded); n++ {
		if n == patience {
			s.Fatal("BeginStep always says that more waits")
		}
	}
	s.poll()
}

// poll takes what was reported and released, each job once.
func (s *scene) poll() {
	s.Helper()
	for _, r := range s.tier.Poll(nil) {
		if _, again := s.reports[r.Job]; again {
			s.Errorf("%v is reported twice", r.Job)
		}
		if n, ours := s.jobs[r.Job]; !ours || n != len(r.Blocks) || n != len(r.Outcomes) {
			s.Errorf("%v is reported with %d blocks and %d outcomes, submitted were %d", r.Job, len(r.Blocks), len(r.Outcomes), n)
		}
		if failed := slices.ContainsFunc(r.Outcomes, func(o tiers.Outcome) bool { return o != tiers.Arrived }); failed != (r.Err != nil) {
			s.Errorf("%v is reported with %v and the error %v", r.Job, r.Outcomes, r.Err)
		}
		r.Blocks, r.Outcomes = slices.Clone(r.Blocks), slices.Clone(r.Outcomes)
		s.reports[r.Job] = r
	}
	for _, job := range s.tier.Released(nil) {
		if r, reported := s.reports[job]; !reported || !r.Held || s.released[job] {
			s.Errorf("%v is released: reported %v, held %v, released before %v", job, reported, r.Held, s.released[job])
		}
		s.released[job] = true
	}
}

// owns reports whether the slots of a job are its own still.
func (s *scene) owns(job tiers.JobID) bool {
	r, reported := s.reports[job]
	return !reported || r.Held && !s.released[job]
}

// until steps until ok, which must be before long.
func (s *scene) until(what string, ok func() bool) {
	s.Helper()
	for n := range patience + ticks {
		if ok() {
			return
		}
		if n >= patience {
			time.Sleep(tick)
		}
		s.step()
	}
	if !ok() {
		s.Fatalf("not within %d steps and %v: %s", patience+ticks, ticks*tick, what)
	}
}

// begin begins a request under a new id.
func (s *scene) begin() lookup.Handle {
	s.Helper()
	s.ids++
	return s.beginAs(s.ids)
}

func (s *scene) beginAs(id int) lookup.Handle {
	s.Helper()
	h, err := s.tier.Begin(id)
	if err != nil {
		s.Fatalf("Begin(%d): %v", id, err)
	}
	s.live[h] = true
	return h
}

func (s *scene) finish(h lookup.Handle) {
	s.Helper()
	delete(s.live, h)
	if err := s.tier.Finish(h); err != nil {
		s.Errorf("Finish: %v", err)
	}
}

// hears is what the request hears of a key now.
func (s *scene) hears(h lookup.Handle, key string) lookup.Verdict {
	s.Helper()
	v, err := s.tier.Lookup(h, key)
	if err != nil {
		s.Fatalf("Lookup of %s: %v", tiers.PrintKey(key), err)
	}
	return v
}

// ask lets a request ask until it has heard hit or miss of each key, and compares.
func (s *scene) ask(h lookup.Handle, want lookup.Verdict, keys ...string) {
	s.Helper()
	for _, key := range keys {
		s.hears(h, key)
	}
	for _, key := range keys {
		var heard lookup.Verdict
		s.until("an answer", func() bool { heard = s.hears(h, key); return heard != lookup.VerdictRetry })
		if heard != want {
			s.Errorf("the request hears %v of %s, want %v", heard, tiers.PrintKey(key), want)
		}
	}
}

// asks is ask for a new request.
func (s *scene) asks(want lookup.Verdict, keys ...string) lookup.Handle {
	s.Helper()
	h := s.begin()
	s.ask(h, want, keys...)
	return h
}

// end is the end of a test: all that is under way comes to its end, and nothing is left.
func (s *scene) end() {
	if s.faulty != nil {
		s.faulty.Heal()
		s.faulty.Release()
	}
	if s.Failed() {
		s.shutdown()
		return
	}
	for h := range s.live {
		s.finish(h)
	}
	closed := s.tier.Ready() != nil && errors.Is(s.tier.Ready(), tiers.ErrClosed)
	if !closed {
		s.until("all jobs are over", s.quiet)
		s.empty()
	}
	s.shutdown()
	s.poll()
	for job := range s.jobs {
		if s.owns(job) {
			s.Errorf("after the shutdown %v is reported: %v, released: %v", job, s.reports[job], s.released[job])
		}
	}
}

func (s *scene) shutdown() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.tier.Shutdown(ctx); err != nil {
		s.Errorf("Shutdown: %v", err)
	}
}

// quiet reports whether all jobs have been reported, and released.
func (s *scene) quiet() bool {
	for job := range s.jobs {
		if s.owns(job) {
			return false
		}
	}
	return true
}

// empty compares what the tier keeps with nothing, when all requests and jobs have ended.
func (s *scene) empty() {
	s.Helper()
	s.step()
	if st := s.tier.Stats(); st.Requests != 0 || st.Keys != 0 || st.Jobs != 0 || st.Held != 0 {
		s.Errorf("when all has ended there are %d requests, %d keys, %d jobs, %d held", st.Requests, st.Keys, st.Jobs, st.Held)
	}
}
