package testspec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/testspec/channel"
	"github.com/genlock-go/genlock/internal/testspec/tcp"
	"github.com/genlock-go/genlock/internal/testspec/twophase"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
)

// If a count were another, the system would not be the one that everybody knows under that name, or we would count
// otherwise than everybody else.
func TestPublishedCounts(t *testing.T) {
	for _, tt := range []struct {
		system    spec.System
		instance  string
		distinct  int64
		generated int64 // 0: not published, or not of the same steps
		depth     int   // likewise
		by        string
	}{
		{twophase.System, "three", 288, 1_146, 11, "tlaplus/Examples, transaction_commit/TwoPhase"},
		{twophase.System, "five", 8_832, 0, 0, "stateright, examples/2pc"},
		{tcp.System, "two", 1_182, 0, 0, "tlaplus/Examples, tcp/MCtcp, which begins in two other states and drops states by a constraint"},
	} {
		t.Run(tt.system.Name+"/"+tt.instance, func(t *testing.T) {
			r := explore(t, tt.system, tt.instance)
			assert.Equal(t, tt.distinct, r.Distinct, tt.by)
			if tt.generated > 0 {
				assert.Equal(t, tt.generated, r.Generated, tt.by)
				assert.Equal(t, tt.depth, r.Depth, tt.by)
			}
		})
	}
}

// If this failed, the channel would not show the bug for which it is known: with one place to wait all threads end up
// asleep, with one producer and two consumers after seven steps. TLC's published counterexample is as long.
func TestOnePlaceToWaitIsTooFew(t *testing.T) {
	two := explore(t, channel.Shared, "p1c1")
	assert.Equal(t, model.Holds, two.Result)

	three := explore(t, channel.Shared, "p1c2")
	assert.Equal(t, "SomebodyRuns", three.Property)
	require.NotNil(t, three.Trace)
	assert.Equal(t, 7, three.Trace.Len())
}
