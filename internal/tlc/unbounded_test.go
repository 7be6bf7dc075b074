package tlc_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/testspec/lease"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// If TLC, which keeps dead messages and only compares states without them, saw another number of states, then something
// that is dead would matter after all.
func TestUnboundedCountsTheSame(t *testing.T) {
	sys := resolve(t, lookupspec.System)
	for _, instance := range []string{"tiny", "daily"} {
		t.Run(instance, func(t *testing.T) {
			t.Parallel()
			o := model.Options{Instance: instance, Unbounded: true, Only: []string{model.NoRejectedCell}}
			ours, theirs := interpret(t, sys, o), check(t, sys, o)
			require.Equal(t, model.Holds, ours.Result)
			assert.Equal(t, model.Holds, theirs.Result)
			assert.Equal(t, ours.Distinct, theirs.Distinct, "distinct")
			assert.Equal(t, ours.Depth, theirs.Depth, "depth")
		})
	}
}

// A system that needs its tokens in order must be refused by both, in the same words.
func TestUnboundedIsRefused(t *testing.T) {
	sys := resolve(t, lease.System)
	o := model.Options{Instance: sys.Instances[0].Name, Unbounded: true}
	ours, theirs := interpret(t, sys, o), check(t, sys, o)
	assert.Equal(t, model.Refused, ours.Result)
	assert.Contains(t, ours.Reason, "compares tokens by age")
	assert.Equal(t, ours.Reason, theirs.Reason)
}
