package healthspec

import "github.com/genlock-go/genlock/spec"

// The worlds in which a tier is explored, the daily one first.
var instances = []spec.Instance{
	{Name: "daily", Doc: "One place, two calls: the second one finds none.", Sizes: sizes(1, 2, 1), Tokens: 3},
	{Name: "wide", Doc: "Two places, three calls.", Sizes: sizes(1, 3, 2), Tokens: 2, Checks: spec.SafetyOnly},
	{Name: "pair", Doc: "Two tiers: each has its own calls, places and tests.", Sizes: sizes(2, 1, 1), Tokens: 1, Checks: spec.SafetyOnly},
}

func sizes(tiers, calls, places int) []spec.SortSize {
	return spec.Sizes(spec.Size[Tier](tiers), spec.Size[Call](calls), spec.Size[Place](places))
}

// System is one tier, the calls of its workers, and a storage that hangs and answers again.
var System = spec.System{
	Name: "Health",
	Doc: "Whether a tier serves. Left out: what calls are for, how long things take (a call or a test may be late at any " +
		"time), and that workers are few: a call that holds its worker is one of as many.",
	Cells:      cells,
	Actions:    actions,
	Properties: properties,
	Instances:  instances,
	KnownBugs:  knownBugs,
}
