package tlc_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/internal/testspec/twophase"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// If TLC saw another number of states that differ by more than names, one of the two would rename what is not alike, or
// miss a renaming.
func TestSymmetryCountsTheSame(t *testing.T) {
	for _, c := range []struct {
		system   spec.System
		instance string
		distinct int64
	}{
		{twophase.System, "three", 80},
		{twophase.System, "five", 314},
		{lookupspec.System, "daily", 0},
		{lookupspec.System, "crowd", 0},
	} {
		t.Run(c.system.Name+"/"+c.instance, func(t *testing.T) {
			t.Parallel()
			sys := resolve(t, c.system)
			o := model.Options{Instance: c.instance, Only: []string{model.NoRejectedCell}, Symmetry: true}
			ours, theirs := interpret(t, sys, o), check(t, sys, o)
			require.Equal(t, model.Holds, ours.Result)
			if c.distinct > 0 {
				assert.Equal(t, c.distinct, ours.Distinct)
			}
			assert.Equal(t, ours.Distinct, theirs.Distinct, "distinct")
			assert.Equal(t, ours.Generated, theirs.Generated, "generated")
			assert.Equal(t, ours.Depth, theirs.Depth, "depth")
		})
	}
}

// Both engines must refuse to judge the long run there, in the same words, and judge the rest.
func TestSymmetryRefusesTheLongRun(t *testing.T) {
	t.Parallel()
	sys := resolve(t, lookupspec.System)
	o := model.Options{Instance: "tiny", Only: []string{"EveryAskIsAnswered"}, Symmetry: true}
	ours, theirs := interpret(t, sys, o), check(t, sys, o)
	assert.Equal(t, model.Refused, ours.Result)
	assert.Equal(t, ours.Result, theirs.Result)
	assert.Equal(t, ours.Reason, theirs.Reason)
	assert.Equal(t, ours.Distinct, theirs.Distinct)
}
