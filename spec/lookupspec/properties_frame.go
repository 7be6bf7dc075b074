package lookupspec

import "github.com/genlock-go/genlock/spec"

// A shutdown closes every key; a late ask is answered, and all else that comes late changes and sends nothing.
var shutdown = []spec.Property{
	spec.Always{Name: "NothingOutlivesAShutdown",
		Doc:   "A shutdown moves every entry that is not closed.",
		Holds: implies(not(is(Closed)), spec.Moves(shut.At(key, Shut{})))},
	spec.Step{Name: "ShutdownIsWhole", On: "Shutdown",
		Doc:   "A shutdown closes every key.",
		Holds: after(entry.In(key2, Closed))},
	spec.Step{Name: "OnlyShutdownCloses", Except: []string{"Shutdown"},
		Doc:   "Nothing but a shutdown closes a key.",
		Holds: implies(becomes(Closed), is(Closed))},
	spec.Step{Name: "ClosedIsFinal",
		Doc:   "After a shutdown nothing is remembered.",
		Holds: implies(is(Closed), not(changes))},
	spec.Always{Name: "ClosedAnswers",
		Doc:   "After a shutdown every ask is answered miss at once.",
		Holds: implies(is(Closed), hears(other, miss))},
	spec.Step{Name: "ShutdownSendsNothing", On: "Flush",
		Doc: "After a shutdown nothing is sent.",
		Holds: implies(all(is(Closed), not(probing.Has(Probe{key, gen}))),
			not(after(probing.Has(Probe{key, gen}))))},
}

// Frame: what no other rule speaks of stays as it is.
var frame = []spec.Property{
	spec.Step{Name: "HoldersStay", Except: []string{"Finish", "Shutdown"},
		Doc:   "Nothing but its own end takes a request off.",
		Holds: keeps(held(other))},
	spec.Step{Name: "OnlyAskersHold", Except: []string{"AskFor"},
		Doc:   "Nothing but its own ask makes a request a holder.",
		Holds: implies(after(held(other)), held(other))},
	spec.Step{Name: "KeysApart", Except: []string{"Finish", "Shutdown"},
		Doc:   "Only the end of a request or of the tier touches more than one key.",
		Holds: implies(all(changes, not(key2.Eq(key))), not(entry.Changes(key2)))},
	spec.Step{Name: "GenerationsStay", Except: []string{"AskFor", "TellStored", "TellDeleted"},
		Doc:   "Without a new ask or a told change a generation lasts as long as its entry.",
		Holds: implies(becomes(present), not(fresh))},
	spec.Always{Name: "EndIsNoticed",
		Doc:   "The end of a holder moves the entry.",
		Holds: implies(held(request), spec.Moves(cleanup.At(key, Cleanup{request})))},
	spec.Step{Name: "EndLetsGo", On: "Finish",
		Doc:   "A request that has ended holds nothing.",
		Holds: not(after(holders.At(key2).Has(request)))},
	spec.Step{Name: "EndClosesNothing", On: "Finish",
		Doc:   "The end of a request is not the tier's.",
		Holds: implies(after(entry.In(key2, Closed)), entry.In(key2, Closed))},
	spec.Step{Name: "EndHurtsNobody", On: "Finish",
		Doc: "The end of a request changes nothing for the others.",
		Holds: implies(all(held(other), not(other.Eq(request))),
			all(after(held(other)), not(fresh), keeps(hears(other, hit)), keeps(hears(other, retry))))},
}
