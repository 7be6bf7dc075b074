package leasespec

import "github.com/genlock-go/genlock/spec"

var properties = []spec.Property{
	spec.Always{Name: "HeldBySomebody", Doc: "A lease that runs has a holder.",
		Holds: leases.In(resource, Free).Eq(holder.At(resource).None())},
	spec.Step{Name: "NoLateWrite", Doc: "Nobody overwrites what a later holder wrote.",
		Holds: not(spec.After(newest.At(resource)).Less(newest.At(resource)))},
	spec.LeadsTo{Name: "EveryLeaseEnds", Doc: "No lease runs for ever.",
		From: leases.In(resource, Held), To: leases.In(resource, Free)},
	spec.Sometimes{Name: "ZombieWrites", Doc: "A write of an older lease is under way while a younger one runs.",
		Holds: all(writing.Has(Stamped{resource, token}), leases.In(resource, Held), token.Less(fence.At(resource)))},
}

var instances = []spec.Instance{
	{Name: "one", Sizes: spec.Sizes(spec.Size[Resource](1), spec.Size[Client](2)), Tokens: 2},
	{Name: "twoResources", Sizes: spec.Sizes(spec.Size[Resource](2), spec.Size[Client](1)), Tokens: 2},
}

var knownBugs = []spec.Edit{
	{Name: "trustingStorage", Doc: "The storage ignores the token.", Breaks: "NoLateWrite",
		Found:   []spec.Found{{Instance: "one", Length: 7}},
		Changes: []spec.Change{spec.Assume(write, late, false)}},
	{Name: "stoppedClock", Doc: "Nothing makes a lease run out.", Breaks: "EveryLeaseEnds",
		Found:   []spec.Found{{Instance: "one"}},
		Changes: []spec.Change{spec.SetFair("TimePasses", spec.Unfair)}},
}
