package filespec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// The rules, each as the properties that state it. A free variable means "for all".
var properties = slices.Concat(
	countedOnce,
)

var countedOnce = []spec.Property{
	spec.Always{Name: "ReservationsAreStores",
		Doc:   "What is reserved for a name are its stores that run.",
		Holds: stores.At(name).Eq(spec.Sum(storing.Count(File{name}), renamed.Count(File{name})))},
	spec.Always{Name: "WhatIsThereIsCounted", Optional: true,
		Doc:   "A",
		Holds: implies(onDisk.At(name), anyOf(file.In(name, counted), renamed.Has(File{name})))},
	spec.Always{Name: "WhatIsCountedIsThere", Optional: true,
		Doc:   "A",
		Holds: implies(file.In(name, counted), anyOf(onDisk.At(name), aside.Has(File{name})))},
	spec.Always{Name: "LogIsTrue", Optional: true,
		Doc:   "A",
		Holds: implies(all(quiet, not(told.Has(Change{Name: name}))), heard.At(name).Eq(onDisk.At(name)))},
}
