package filespec

import "github.com/genlock-go/genlock/spec"

// Nothing is refused that could be done.
var nothingIsRefusedInVain = []spec.Property{
	spec.Always{Name: "StoresBegin",
		Doc:   "A store begins, unless an unlink runs.",
		Holds: implies(all(not(is(Removing)), spec.AtMost(stores.At(name), 1)), spec.Moves(reserve.At(name, Reserve{})))},
	spec.Always{Name: "LooksBegin",
		Doc:   "A look begins, unless an unlink runs.",
		Holds: implies(all(not(is(Removing)), spec.AtMost(pins.At(name), 1)), spec.Moves(pin.At(name, Pin{})))},
	spec.Always{Name: "IdleCanGo",
		Doc:   "A file that nobody works on can make room.",
		Holds: implies(all(is(Stored), quiet), spec.Moves(evict.At(name, Evict{})))},
	spec.Always{Name: "IdleIsForgotten",
		Doc:   "A file that nobody works on can be forgotten.",
		Holds: implies(all(is(Stored), quiet), spec.Moves(forget.At(name, Forget{})))},
}

// Frame: what no other rule speaks of stays as it is.
var frame = []spec.Property{
	spec.Step{Name: "BeginningsChangeNoFile", On: "BeginStore",
		Doc:   "A store that begins leaves the file that is there alone.",
		Holds: stays(is(counted))},
	spec.Step{Name: "FailuresChangeNoFile", On: "StoreFails",
		Doc:   "A store that fails leaves the file that is there alone.",
		Holds: stays(is(counted))},
	spec.Step{Name: "LooksChangeNoFile", On: "BeginLook",
		Doc:   "A look that begins leaves the file alone.",
		Holds: stays(is(counted))},
	spec.Step{Name: "FailedLooksChangeNoFile", On: "LookFails",
		Doc:   "A look that has seen nothing leaves the file alone.",
		Holds: stays(is(counted))},
	spec.Step{Name: "ForgottenIsGone", On: "OutgrowBooks",
		Doc:   "The books keep no entry of a file that they forget.",
		Holds: implies(file.Changes(name), becomes(Absent))},
	spec.Step{Name: "NamesApart",
		Doc:   "No step touches more than one file.",
		Holds: implies(all(file.Changes(name), not(other.Eq(name))), not(file.Changes(other)))},
	spec.Step{Name: "OnlyUnlinksRemove", Except: []string{"MakeRoom", "TellBad"},
		Doc:   "Nothing else begins a removal.",
		Holds: implies(becomes(Removing), is(Removing))},
}

// The world begins little, so that it can be explored to the end and has generations for all of it.
var world = []spec.Property{beginsOnce("BeginStore"), beginsOnce("BeginLook"), beginsOnce("MakeRoom")}

func beginsOnce(action string) spec.Property {
	return spec.Step{Name: action + "Counts", On: action,
		Doc:   "What is begun is counted.",
		Holds: spec.After(begun.At(name)).Eq(spec.Sum(begun.At(name), spec.N(1)))}
}

// In the long run, if I/O ends, nothing is left of what was begun.
var inTheLongRun = []spec.Property{
	spec.LeadsTo{Name: "EverythingEnds",
		Doc:  "Where nothing is begun any more, nobody works on the file in the end, and all has been heard.",
		From: closed, To: all(quiet, not(unsaid))},
}

// What must be reached, or the rules above hold because nothing happens.
var reached = []spec.Property{
	spec.Sometimes{Name: "RacingStores",
		Doc:   "Two stores of one block run at once.",
		Holds: stores.At(name).Eq(spec.N(2))},
	spec.Sometimes{Name: "ReplacedWhileRead",
		Doc:   "A file is read that a store is about to replace.",
		Holds: all(is(Stored), written, looked)},
	spec.Sometimes{Name: "StaleSight",
		Doc:   "A look has seen a file that is not the one that is counted.",
		Holds: all(is(Stored), saw.Has(Sight{name, gen, spec.True}), not(current))},
	spec.Sometimes{Name: "StaleLoss",
		Doc:   "A look has seen no file, and since then one was stored.",
		Holds: all(is(Stored), saw.Has(Sight{name, gen, spec.False}), not(current))},
	spec.Sometimes{Name: "RemovedUnderReaders",
		Doc:   "A bad file is removed while another one still reads it.",
		Holds: all(is(Removing), looked)},
	spec.Sometimes{Name: "Ghost",
		Doc:   "A file is counted that another process has removed.",
		Holds: all(is(Stored), quiet, not(stands))},
	spec.Sometimes{Name: "Uncounted",
		Doc:   "A file is there that another process has stored and nobody has seen.",
		Holds: all(is(Absent), stands)},
}
