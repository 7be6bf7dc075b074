package filespec

import "github.com/genlock-go/genlock/spec"

// The worlds in which a file is explored, the daily one first.
var instances = []spec.Instance{
	{Name: "daily", Doc: "One file, in a directory that nobody else uses: then the books and the log are true.",
		Sizes: names(1), Tokens: 3,
		With:    []string{"WhatIsThereIsCounted", "WhatIsCountedIsThere", "LogIsTrue"},
		Without: []string{"Appear", "Disappear"}},
	{Name: "shared", Doc: "One file, in a directory where other processes add and remove.",
		Sizes: names(1), Tokens: 3},
	{Name: "follower", Doc: "The books are not those that bound the directory, and forget.",
		Sizes: names(1), Tokens: 2, Checks: spec.SafetyOnly,
		With: []string{"OutgrowBooks"}},
}

func names(n int) []spec.SortSize { return spec.Sizes(spec.Size[Name](n)) }
