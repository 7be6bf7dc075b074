package tiertest

import (
	"errors"
	"strings"

	"github.com/genlock-go/genlock/statemachine/lookup"
	"github.com/genlock-go/genlock/tiers"
)

// A job that is refused was never there: no part of it has started, and the error says what is wrong with it.
var refusalCases = []conform{
	{name: "bad slots and keys start nothing", check: func(s *scene) {
		s.store("a", "b")
		h := s.asks(lookup.VerdictHit, "a", "b")
		for _, bad := range badJobs {
			_, err := s.tier.SubmitLoad(h, bad.blocks)
			s.refused("load", bad, err)
			_, err = s.tier.SubmitStore(bad.blocks)
			s.refused("store", bad, err)
		}
		s.started(OpStore, 2)
		s.started(OpLoad, 0)
		s.loads(h, "a", "b") // none of them counts as being loaded
	}},
	{name: "a load of which one is no hit starts nothing", check: func(s *scene) {
		s.store("a", "b")
		h := s.asks(lookup.VerdictHit, "a", "b")
		s.ask(h, lookup.VerdictMiss, "c")
		_, err := s.tier.SubmitLoad(h, blocks(0, "a", "b", "c"))
		s.refused("load", badJob{"a miss", nil, tiers.ErrNoHit, `"c"`}, err)
		_, err = s.tier.SubmitLoad(h, blocks(0, "a", "never asked for"))
		s.refused("load", badJob{"a key never asked for", nil, tiers.ErrNoHit, `"never asked for"`}, err)
		s.started(OpLoad, 0)
		s.loads(h, "a", "b")
	}},
	{name: "one load of a key at a time", check: func(s *scene) {
		s.store("a", "b")
		h := s.asks(lookup.VerdictHit, "a", "b")
		s.faults().Plan(Fault[string]{Op: OpLoad, Hung: true})
		job := s.submitLoad(h, 0, "a")
		_, err := s.tier.SubmitLoad(h, blocks(1, "b", "a"))
		s.refused("load", badJob{"a load that runs", nil, tiers.ErrNoHit, `"a"`}, err)
		s.faulty.Heal()
		s.faulty.Release()
		s.arrived(job)
		s.loads(h, "b", "a")
	}},
	{name: "a full queue starts nothing", limits: func(l *Limits) { l.Jobs = 3 }, check: func(s *scene) {
		s.store("a", "b", "c", "d")
		h := s.asks(lookup.VerdictHit, "a", "b", "c", "d")
		s.faults().Plan(Fault[string]{Op: OpLoad, Hung: true})
		for i, key := range []string{"a", "b", "c"} {
			s.submitLoad(h, i, key)
		}
		_, err := s.tier.SubmitLoad(h, blocks(3, "d"))
		s.refused("load", badJob{"a fourth load", nil, tiers.ErrBusy, ""}, err)
		s.store("e") // stores have a queue of their own
		s.faulty.Heal()
		s.faulty.Release()
		s.until("there is room", s.quiet)
		s.loads(h, "d")
	}},
	{name: "jobs that are not there cannot be given up", check: func(s *scene) {
		job := s.submitStore(0, "a")
		s.arrived(job)
		for _, gone := range []tiers.JobID{0, job, job + 1000} {
			if err := s.tier.GiveUp(gone); !errors.Is(err, tiers.ErrJob) {
				s.Errorf("giving up %v: %v, want ErrJob", gone, err)
			}
		}
	}},
}

// A badJob is one that has to be refused.
type badJob struct {
	what   string
	blocks []tiers.Block[string]
	err    error
	names  string // that the error has to contain
}

var badJobs = []badJob{
	{"a negative slot", []tiers.Block[string]{{Key: "a", Slot: 0}, {Key: "b", Slot: -1}}, tiers.ErrSlot, `"b"`},
	{"a slot past the last", []tiers.Block[string]{{Key: "a", Slot: 0}, {Key: "b", Slot: slots}}, tiers.ErrSlot, `"b"`},
	{"a slot out of all bounds", []tiers.Block[string]{{Key: "a", Slot: 1 << 30}}, tiers.ErrSlot, `"a"`},
	{"one slot twice", []tiers.Block[string]{{Key: "a", Slot: 7}, {Key: "b", Slot: 7}}, tiers.ErrSlot, `"b"`},
	{"one key twice", []tiers.Block[string]{{Key: "a", Slot: 0}, {Key: "b", Slot: 1}, {Key: "a", Slot: 2}}, tiers.ErrKey, `"a"`},
}

func (s *scene) refused(op string, bad badJob, err error) {
	s.Helper()
	var of *tiers.OpError
	switch {
	case err == nil:
		s.Fatalf("a %s with %s is not refused", op, bad.what)
	case !errors.Is(err, bad.err):
		s.Errorf("a %s with %s is refused with %q, want %q", op, bad.what, err, bad.err)
	case !errors.As(err, &of) || of.Tier != s.tier.Name() || of.Op != op:
		s.Errorf("a %s with %s is refused with %q, which does not name tier and operation in an OpError", op, bad.what, err)
	case !strings.Contains(err.Error(), bad.names):
		s.Errorf("a %s with %s is refused with %q, which does not name %s", op, bad.what, err, bad.names)
	}
}

// started compares how often the storage was called.
func (s *scene) started(op Op, want int) {
	s.Helper()
	s.step()
	if s.faulty == nil {
		return
	}
	if got := s.faulty.Calls(op).Begun; got != want {
		s.Errorf("the storage was called %d times to %s, want %d", got, op, want)
	}
}
