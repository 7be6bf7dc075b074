package blockspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

var actions = slices.Concat(scheduler, copies, readers)

// The worlds in which slots are explored, the daily one first.
var instances = []spec.Instance{
	{Name: "daily", Doc: "Two keys that want one slot: the check to run after every edit.", Sizes: sizes(2, 1)},
	{Name: "tiny", Doc: "One key, one slot.", Sizes: sizes(1, 1)},
	{Name: "spare", Doc: "One key that must not get the second slot.", Sizes: sizes(1, 2)},
	{Name: "reset",
		Doc:   "Two keys, two slots, and a reset at any time. What a deletion alone must lead to is looked for elsewhere.",
		Sizes: sizes(2, 2), Checks: spec.SafetyOnly,
		With: []string{"Reset"}, Without: []string{"LateCopy", "ReadWhileDetached"}},
	{Name: "left", Doc: "Requests stop hitting a key: then no pin stays.", Sizes: sizes(1, 2),
		With: []string{"HitNoMore", "PinsEnd"}},
}

func sizes(keys, slots int) []spec.SortSize {
	return spec.Sizes(spec.Size[Key](keys), spec.Size[Slot](slots))
}
