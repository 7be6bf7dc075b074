package tiertest

import (
	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// submitStore starts a store of keys from slots side by side, which are filled with their bytes.
func (s *scene) submitStore(first int, keys ...string) tiers.JobID {
	s.Helper()
	list := blocks(first, keys...)
	for _, b := range list {
		fill(s.memory.Slot(b.Slot), b.Key)
	}
	job, err := s.tier.SubmitStore(list)
	return s.submitted(job, err, len(list))
}

// submitLoad starts a load of keys into slots side by side, which hold something else before.
func (s *scene) submitLoad(h lookup.Handle, first int, keys ...string) tiers.JobID {
	s.Helper()
	list := blocks(first, keys...)
	for _, b := range list {
		fill(s.memory.Slot(b.Slot), "what a slot held before")
	}
	job, err := s.tier.SubmitLoad(h, list)
	return s.submitted(job, err, len(list))
}

func (s *scene) submitted(job tiers.JobID, err error, n int) tiers.JobID {
	s.Helper()
	if err != nil {
		s.Fatalf("a job of %d blocks is refused: %v", n, err)
	}
	if _, again := s.jobs[job]; again || job == 0 {
		s.Fatalf("%v is submitted again", job)
	}
	s.jobs[job] = n
	return job
}

// reported is the result of a job, once there is one.
func (s *scene) reported(job tiers.JobID) tiers.Result[string] {
	s.Helper()
	s.until(job.String()+" is reported", func() bool { _, there := s.reports[job]; return there })
	return s.reports[job]
}

// arrived is reported of a job of which every block has to arrive.
func (s *scene) arrived(job tiers.JobID) {
	s.Helper()
	r := s.reported(job)
	for i, o := range r.Outcomes {
		if o != tiers.Arrived {
			s.Errorf("the %v of %s %v: %v", r.Direction, tiers.PrintKey(r.Blocks[i].Key), o, r.Err)
		}
	}
	if r.Held {
		s.Errorf("%v is held", job)
	}
}

// store stores keys, which has to succeed.
func (s *scene) store(keys ...string) {
	s.Helper()
	s.arrived(s.submitStore(0, keys...))
}

// loads loads keys, which have to arrive with their bytes.
func (s *scene) loads(h lookup.Handle, keys ...string) {
	s.Helper()
	const first = slots / 2
	s.arrived(s.submitLoad(h, first, keys...))
	for _, b := range blocks(first, keys...) {
		s.holds(b)
	}
}

func (s *scene) holds(b tiers.Block[string]) {
	s.Helper()
	if !holds(s.memory.Slot(b.Slot), b.Key) {
		s.Errorf("slot %d does not hold the bytes of %s", b.Slot, tiers.PrintKey(b.Key))
	}
}

// fails is the report of a job of one block that has to be tried and fail.
func (s *scene) fails(job tiers.JobID) tiers.Result[string] {
	s.Helper()
	r := s.reported(job)
	if len(r.Outcomes) != 1 || r.Outcomes[0] != tiers.Failed {
		s.Errorf("%v has the outcomes %v, want one that failed", job, r.Outcomes)
	}
	return r
}
