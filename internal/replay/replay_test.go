package replay_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/replay"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// What the tests that are written do, statemachine/lookup shows: they pass there, and fall on the step of their bug.

// If it failed, nobody could read off a written test what happens in it, and what the specification says.
func TestReadable(t *testing.T) {
	source, err := replay.Lookup("lookup_test", "TestReplayOfNoMarkMiss", counterexample(t, "noMarkMiss"))
	require.NoError(t, err)
	assert.Contains(t, string(source), `
		// AskFor(request1, key1, down=false)
		s.Ask("request1", "key1", lookup.VerdictRetry)
		s.State(1, 0, "key1: Pending, generation 1, 1 holders")
`)
	assert.Contains(t, string(source), `
		// LoadFails(key1, request1, gen=2)
		s.LoadFails("request1", "key1", 2)
		s.State(1, 0, "key1: Failed, generation 2, 1 holders")
`, "the wrong one stays a hit")
}

// If it failed, a behaviour that the right specification does not have would be written down as if it had.
func TestWhereTheWaysPart(t *testing.T) {
	source, err := replay.Lookup("lookup_test", "TestReplayOfSecondProbe", counterexample(t, "secondProbe"))
	require.NoError(t, err)
	assert.Contains(t, string(source), `
		// Flush(key1, gen=2)

		// Here the right specification goes another way.
`)
}

// If it failed, a behaviour of the world alone would become a test that shows nothing.
func TestWhatNoManagerDoes(t *testing.T) {
	trace := counterexample(t, "noMarkMiss")
	trace.Steps[1].Action = "AnswerEarly"
	_, err := replay.Lookup("lookup_test", "TestReplay", trace)
	assert.ErrorIs(t, err, replay.ErrNoManager)

	trace.Instance = "nosuch"
	_, err = replay.Lookup("lookup_test", "TestReplay", trace)
	assert.ErrorContains(t, err, "nosuch")
}

func counterexample(t *testing.T, name string) *model.Trace {
	bug, known := lookupspec.System.Bug(name)
	require.True(t, known)
	edited, err := lookupspec.System.With(bug)
	require.NoError(t, err)
	sys, err := spec.Resolve(edited)
	require.NoError(t, err)
	r, err := model.Explore(t.Context(), sys, model.Options{Instance: bug.Found[0].Instance, Only: []string{bug.Breaks}})
	require.NoError(t, err)
	require.NotNil(t, r.Trace)
	return r.Trace
}
