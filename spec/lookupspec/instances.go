package lookupspec

import "github.com/genlock-go/genlock/spec"

// The worlds in which the lookup is explored, the daily one first.
var instances = []spec.Instance{
	{Name: "daily", Doc: "One key that two requests share: the check to run after every edit.",
		Sizes: sizes(1, 2), Tokens: 2},
	{Name: "tiny", Doc: "One key, one request.",
		Sizes: sizes(1, 1), Tokens: 2},
	{Name: "generations", Doc: "One request that comes back, with a generation more.",
		Sizes: sizes(1, 1), Tokens: 3, Checks: spec.SafetyOnly},
	{Name: "shared", Doc: "Two requests, with a generation more.",
		Sizes: sizes(1, 2), Tokens: 3, Checks: spec.InvariantsOnly},
	{Name: "crowd", Doc: "Three requests share a key.",
		Sizes: sizes(1, 3), Tokens: 2, Checks: spec.InvariantsOnly},
	{Name: "keys", Doc: "One request holds two keys.",
		Sizes: sizes(2, 1), Tokens: 2, Checks: spec.InvariantsOnly},
	{Name: "neighbours", Doc: "One request holds two keys, and no step of one touches the other.",
		Sizes: sizes(2, 1), Tokens: 2, Checks: spec.SafetyOnly,
		With:    []string{"Appear"},
		Without: []string{"Store", "Evict", "TellStored", "TellDeleted", "NoFalseMiss"}},

	{Name: "untold", Doc: "The tier says nothing of its storage: then no key is ever probed twice at a time.",
		Sizes: sizes(1, 2), Tokens: 3, Checks: spec.InvariantsOnly,
		With: []string{"OneProbePerKey"}, Without: []string{"TellStored", "TellDeleted"}},
	{Name: "lossless", Doc: "The storage loses nothing without a word: then every hit is true.",
		Sizes: sizes(1, 2), Tokens: 2, Checks: spec.InvariantsOnly,
		With: []string{"NoFalseHit"}, Without: []string{"Lose"}},
	{Name: "appearing", Doc: "Other processes store blocks and nobody tells: a miss may be false, but not for ever.",
		Sizes: sizes(1, 1), Tokens: 2,
		With: []string{"Appear", "NoMissForEver"}, Without: []string{"NoFalseMiss"}},
	{Name: "twice", Doc: "Workers answer, or fail, and then answer again.",
		Sizes: sizes(1, 1), Tokens: 2, Checks: spec.InvariantsOnly,
		With:    []string{"AnswerEarly", "FailEarly", "TwoAnswersAtMost", "MissSticks", "NobodyWaitsTwice", "HoldersStay"},
		Without: []string{"OneProbePerGeneration", "MissIsQuiet"}},
	{Name: "probesEnd", Doc: "Every probe ends: then every orphan does.",
		Sizes: sizes(1, 2), Tokens: 2, Checks: spec.InvariantsOnly,
		With: []string{"OrphansEnd"}, Fair: map[string]spec.Fairness{"Probe": spec.Weak}},

	{Name: "six", Doc: "Only what the six bugs need that started it: abandoned requests, late verdicts, failing loads.",
		Sizes: sizes(1, 3), Tokens: 4, Checks: spec.InvariantsOnly,
		Without: []string{"DrainFailure", "DeadlinePasses", "Shutdown", "TellDeleted", "MissAges",
			"ProbeFails", "LoadSucceeds", "Evict", "Lose"}},
}

func sizes(keys, requests int) []spec.SortSize {
	return spec.Sizes(spec.Size[Key](keys), spec.Size[Request](requests))
}
