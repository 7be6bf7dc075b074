package fast

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genlock-go/genlock/gen/testdata/pilesmodel"
	"github.com/genlock-go/genlock/gen/testdata/printingmodel"
	"github.com/genlock-go/genlock/gen/testdata/tieringmodel"
	"github.com/genlock-go/genlock/internal/testspec/piles"
	"github.com/genlock-go/genlock/internal/testspec/printing"
	"github.com/genlock-go/genlock/internal/testspec/tiering"
	"github.com/genlock-go/genlock/model"
	"github.com/genlock-go/genlock/model/lookupmodel"
	"github.com/genlock-go/genlock/model/packed"
	"github.com/genlock-go/genlock/spec"
	"github.com/genlock-go/genlock/spec/lookupspec"
)

// If it failed, two engines that count alike would have found different states, or numbered them differently: then the
// first fault that they meet may not be the same.
func TestStatesAreTheInterpreters(t *testing.T) {
	for _, c := range []struct {
		system   spec.System
		build    New
		instance string
	}{
		{lookupspec.System, lookupmodel.New, "daily"},
		{piles.System, pilesmodel.New, "two"},
		{printing.System, printingmodel.New, "rush"},
		{tiering.System, tieringmodel.New, "twoKeys"},
	} {
		t.Run(c.system.Name, func(t *testing.T) {
			sys, err := spec.Resolve(c.system)
			require.NoError(t, err)
			opt := model.Options{Instance: c.instance, Only: []string{model.TypeOK}}
			e, err := newExploration(sys, c.build, Options{Options: opt, Workers: 2})
			require.NoError(t, err)
			require.NoError(t, e.explore(t.Context()))
			opt.KeepStates = true
			want, err := model.Explore(t.Context(), sys, opt)
			require.NoError(t, err)
			require.Equal(t, slices.Collect(want.States()), e.texts())
		})
	}
}

// texts are all states in order of their numbers.
func (e *exploration) texts() []string {
	var list []string
	for i := range e.n {
		var state packed.State
		copy(state[:], e.at(uint32(i)))
		list = append(list, e.model.Layout().Text(&state))
	}
	return list
}
