package filespec

import "github.com/genlock-go/genlock/spec"

// The worlds in which a file is explored, the daily one first.
var instances = []spec.Instance{
	{Name: "daily", Doc: "A directory that nobody else uses: then the books and the log are true.",
		Sizes: names(1), Tokens: 9,
		With:    []string{"WhatStandsIsCounted", "WhatIsCountedStands", "CountedStays", "LogIsTrue"},
		Without: []string{"Appear", "Disappear"}},
	{Name: "shared", Doc: "A directory in which other processes store and remove.",
		Sizes: names(1), Tokens: 9},
	{Name: "appearing", Doc: "A directory in which other processes store, and do not remove.",
		Sizes: names(1), Tokens: 9, Checks: spec.SafetyOnly,
		With: []string{"WhatIsCountedStands", "CountedStays"}, Without: []string{"Disappear"}},
	{Name: "follower", Doc: "The books of somebody who does not bound the directory.",
		Sizes: names(1), Tokens: 9, Checks: spec.SafetyOnly,
		With: []string{"OutgrowBooks"}, Without: []string{"Appear", "Disappear"}},
	{Name: "neighbours", Doc: "Two files, and no step of one touches the other.",
		Sizes: names(2), Tokens: 10, Checks: spec.SafetyOnly,
		With:    []string{"OutgrowBooks"},
		Without: []string{"BeginLook", "StoreFails", "MakeRoom", "Hear", "Appear", "Disappear"}},
}

func names(n int) []spec.SortSize { return spec.Sizes(spec.Size[Name](n)) }
