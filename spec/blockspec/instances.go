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
	{Name: "two", Doc: "Two keys, two slots.", Sizes: sizes(2, 2), Checks: spec.SafetyOnly},
	{Name: "left", Doc: "Requests stop asking: then no pin stays.", Sizes: sizes(1, 2),
		With: []string{"AskNoMore", "PinsEnd"}},
}

func sizes(keys, slots int) []spec.SortSize {
	return spec.Sizes(spec.Size[Key](keys), spec.Size[Slot](slots))
}
