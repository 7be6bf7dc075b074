package lookupspec

import "github.com/genlock-go/genlock/spec"

// Told changes take effect at once, under a fresh generation.
var toldChanges = []spec.Property{
	spec.Step{Name: "StoreIsNoticed", On: "TellStored",
		Doc:   "Everybody hears hit about a block that a store has just put there.",
		Holds: implies(becomes(present), all(after(hears(other, hit)), fresh))},
	spec.Step{Name: "DeletionIsNoticed", On: "TellDeleted",
		Doc:   "Everybody hears miss about a block that was just deleted.",
		Holds: implies(becomes(present), all(after(hears(other, miss)), anyOf(fresh, is(Miss))))},
	spec.Step{Name: "DeletionSparesMisses", On: "TellDeleted",
		Doc:   "A miss that is deleted stays as it is: nothing of its generation is under way.",
		Holds: implies(is(Miss), not(changes))},
	spec.Always{Name: "MissIsQuiet",
		Doc: "Nothing of a miss's generation is under way.",
		Holds: implies(is(Miss), not(anyOf(asked.Has(Probe{key, own}), probing.Has(Probe{key, own}),
			loading.Has(Promotion{Key: key, Gen: own}))))},
	spec.Step{Name: "OnlyMissesAge", On: "MissAges",
		Doc:   "Only a miss grows old, and then nothing is known of the key.",
		Holds: all(implies(changes, is(Miss)), implies(is(Miss), becomes(Failed)), not(fresh))},
}

// Verdicts are true once the storage has said all.
var truth = []spec.Property{
	spec.Always{Name: "NoFalseMiss",
		Doc:   "Once all has been said, no verdict denies a block that is there.",
		Holds: implies(all(is(Miss), nothingTold), not(onDisk.At(key)))},
	spec.Always{Name: "NoFalseHit", Optional: true,
		Doc:   "Where no block is lost without a word, a hit is there once all has been said.",
		Holds: implies(all(is(Hit), nothingTold), onDisk.At(key))},
	spec.LeadsTo{Name: "NoMissForEver", Optional: true,
		Doc:  "A miss is not remembered for ever: another process may have stored the block.",
		From: is(Miss), To: not(is(Miss))},
}

// The storage is what the rules take it for: were the world of the model another one, they would say less than they seem to.
var world = []spec.Property{
	spec.Step{Name: "StoreAdds", On: "Store",
		Doc:   "A store puts a block where there was none.",
		Holds: all(not(onDisk.At(key)), after(onDisk.At(key)))},
	spec.Step{Name: "EvictRemoves", On: "Evict",
		Doc:   "A deletion removes a block that was there.",
		Holds: all(onDisk.At(key), not(after(onDisk.At(key))))},
	spec.Step{Name: "ToldStoreHappened", On: "TellStored",
		Doc:   "What is told as a store was one.",
		Holds: there},
	spec.Step{Name: "ToldDeletionHappened", On: "TellDeleted",
		Doc:   "What is told as a deletion was one.",
		Holds: not(there)},
	spec.Step{Name: "SuccessHadTheBlock", On: "LoadSucceeds",
		Doc:   "A load ends well only where the block is.",
		Holds: onDisk.At(key)},
}

// Strict mark miss: the failure of a load counts against the generation it was started under, and against no other.
var strictMarkMiss = []spec.Property{
	spec.Step{Name: "FailureTouchesOnlyItsGeneration", On: "LoadFails",
		Doc:   "A failed load counts only against the verdict it was started under.",
		Holds: implies(changes, gen.Eq(own))},
	spec.Step{Name: "FailedLoadIsRemembered", On: "LoadFails",
		Doc:   "The verdict that a failed load relied on is no longer a hit.",
		Holds: not(all(becomes(Hit), gen.Eq(spec.After(own))))},
	spec.Step{Name: "FailedLoadAnswersAll", On: "LoadFails",
		Doc:   "When a load fails, all who relied on its verdict are told miss.",
		Holds: implies(all(gen.Eq(own), held(other)), after(hears(other, miss)))},
	spec.Step{Name: "FailedLoadIsNotAbsence", On: "LoadFails",
		Doc:   "A failed load does not say that the block is gone.",
		Holds: implies(becomes(Miss), is(Miss))},
	spec.Finitely{Name: "NoLoadFailsForEver", Action: "LoadFails",
		Doc: "A block that cannot be loaded is given up."},
}

// Loads are started by who hears hit, one at a time, and decide nothing until they end.
var loadsOfHits = []spec.Property{
	spec.Always{Name: "OneLoadAtATime",
		Doc:   "A request loads a generation of a key once at a time.",
		Holds: spec.AtMost(loading.Count(Promotion{key, request, gen}), 1)},
	spec.Always{Name: "LoadersLoad",
		Doc:   "Who counts as loading holds a hit and has a load of its generation under way.",
		Holds: implies(loaders.At(key).Has(request), all(is(Hit), runs(request)))},
	spec.Always{Name: "HitIsLoadable",
		Doc: "A holder that hears hit, and does not load already, may load.",
		Holds: implies(all(held(request), hears(request, hit), not(runs(request))),
			spec.Moves(load.At(key, Load{request})))},
	spec.Step{Name: "OnlyHitsLoad", On: "Promote",
		Doc: "Who does not hear hit loads nothing.",
		Holds: implies(all(not(runs(request)), after(runs(request))),
			all(is(Hit), held(request), hears(request, hit)))},
	spec.Step{Name: "LoadDecidesNothing", On: "Promote",
		Doc:   "A load that starts leaves the verdict alone.",
		Holds: all(keeps(is(Hit)), not(fresh))},
	spec.Step{Name: "SuccessDecidesNothing", On: "LoadSucceeds",
		Doc:   "A load that ends well leaves the verdict alone.",
		Holds: keeps(hears(other, hit))},
	spec.Step{Name: "SuccessFreesItsRequest", On: "LoadSucceeds",
		Doc:   "After a load has ended well its request may load again.",
		Holds: implies(gen.Eq(own), not(after(loaders.At(key).Has(request))))},
}
