package tiertest

import (
	"testing"
	"testing/synctest"

	"github.com/genlock-go/genlock/tiers"
)

// A conform is one thing that a tier owes. Its name is the name of the subtest.
type conform struct {
	name   string
	limits func(*Limits) // what is unusual about them
	needs  func(Harness) (missing string)
	check  func(*scene)
}

// Run tests a tier: each subtest opens one, in a bubble of testing/synctest, and shuts it down. So nothing that a tier
// waits for may come from outside the bubble, such as workers that several tiers share.
func Run(t *testing.T, h Harness) {
	for _, c := range suite() {
		t.Run(c.name, func(t *testing.T) { c.run(t, h) })
	}
}

// Names are the names of the subtests.
func Names() (names []string) {
	for _, c := range suite() {
		names = append(names, c.name)
	}
	return names
}

func suite() []conform {
	return concat(blockCases, refusalCases, jobCases, shutdownCases, faultCases, requestCases, changeCases, backendCases, storageCases, downCases)
}

func (c conform) run(t *testing.T, h Harness) {
	if c.needs != nil {
		if missing := c.needs(h); missing != "" {
			t.Skip("the harness has no ", missing)
		}
	}
	o := Opening{Name: "tier", Dir: dir(t), Limits: usual}
	if c.limits != nil {
		c.limits(&o.Limits)
	}
	synctest.Test(t, func(t *testing.T) { c.check(open(t, inspected(t, h), o)) })
}

// inspected is a harness that looks at the storages of a test when all of its tiers have been shut down: what is cleaned up
// first is what was opened last.
func inspected(t *testing.T, h Harness) Harness {
	if h.Inspect == nil {
		return h
	}
	open, opened := h.Open, []Opening(nil)
	t.Cleanup(func() {
		for _, o := range opened {
			h.Inspect(t, o)
		}
	})
	h.Open = func(t *testing.T, o Opening) tiers.Tier[string, int] {
		opened = append(opened, o)
		return open(t, o)
	}
	return h
}

// faults is the storage of the tier, to make it fail. A tier without a storage of its own ends the test here.
func (s *scene) faults() *FaultyBackend[string] {
	s.Helper()
	if s.faulty == nil {
		s.Skip("the harness wrapped no storage")
	}
	return s.faulty
}

func evicts(h Harness) string {
	if h.Evict == nil {
		return "Evict"
	}
	return ""
}

func loses(h Harness) string {
	if h.Lose == nil {
		return "Lose"
	}
	return ""
}

func shares(h Harness) string {
	if !h.Shared {
		return "Shared"
	}
	return ""
}

func salted(h Harness) string {
	if !h.Salted {
		return "Salted"
	}
	return ""
}
