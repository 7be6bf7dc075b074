package filespec

import "github.com/genlock-go/genlock/spec"

// said: how often the log says so.
func said(there spec.Value[bool]) spec.Term[spec.Nat] {
	return told.Count(Change{name, there})
}

// The log has each change once, and in the order in which it happened.
var theLog = []spec.Property{
	spec.Always{Name: "LogIsTrue", Optional: true,
		Doc:   "Where nobody else stores or removes, who has heard all knows what is there.",
		Holds: implies(all(quiet, not(unsaid)), heard.At(name).Eq(stands))},
	spec.Step{Name: "StoresAreSaid", On: "TellPublished",
		Doc:   "A store that has published is told, once.",
		Holds: all(oneMore(spec.True), asMany(spec.False))},
	spec.Step{Name: "RemovalsAreSaid", On: "TellRemoved",
		Doc:   "A file that was removed is told, once.",
		Holds: all(oneMore(spec.False), asMany(spec.True))},
	spec.Step{Name: "LossesAreSaid", On: "TellGone",
		Doc: "A file that was counted and is gone is told, once; that there was none is no change.",
		Holds: all(asMany(spec.True), anyOf(
			all(is(Stored), not(becomes(Stored)), oneMore(spec.False)),
			all(not(all(is(Stored), not(becomes(Stored)))), asMany(spec.False))))},
	spec.Step{Name: "NothingElseIsSaid", Except: []string{"TellPublished", "TellRemoved", "TellGone"},
		Doc:   "Nothing else is a change.",
		Holds: not(anyOf(said(spec.True).Less(spec.After(said(spec.True))), said(spec.False).Less(spec.After(said(spec.False)))))},
}

func oneMore(there spec.Value[bool]) spec.Bool {
	return spec.After(said(there)).Eq(spec.Sum(said(there), spec.N(1)))
}

func asMany(there spec.Value[bool]) spec.Bool { return spec.After(said(there)).Eq(said(there)) }
