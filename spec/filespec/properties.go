package filespec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// The rules, each as the properties that state it. A free variable means "for all".
var properties = slices.Concat(
	countedOnce,
	theBooksAreTrue,
	whatIsUsedStays,
	badFilesGo,
	generations,
	theLog,
	nothingIsRefusedInVain,
	frame,
	world,
	inTheLongRun,
	reached,
)

// other is a second name, where a property compares two.
var other = spec.Var[Name]("other")

// How properties speak of the file of name.
var (
	own     = generation.At(name)
	fresh   = not(spec.After(own).Eq(own))
	current = gen.Eq(own) // nothing has changed since the look began

	stands   = onDisk.At(name)
	written  = anyOf(storing.Has(File{name}), renamed.Has(File{name}))          // a store of it runs
	looked   = anyOf(looking.Has(Look{Name: name}), saw.Has(Sight{Name: name})) // a look at it runs
	unsaid   = told.Has(Change{Name: name})
	storesIn = spec.Sum(storing.Count(File{name}), renamed.Count(File{name}))
	looksIn  = spec.Sum(looking.Count(Look{Name: name}), saw.Count(Sight{Name: name}))
)

// is: the file of name is in one of the phases.
func is(phases ...spec.Phases) spec.Bool { return file.In(name, phases...) }

// becomes: it is so after the step.
func becomes(phases ...spec.Phases) spec.Bool { return after(is(phases...)) }

func after(b spec.Bool) spec.Bool { return spec.After(b) }

// keeps: what holds before the step holds after it.
func keeps(b spec.Bool) spec.Bool { return implies(b, after(b)) }

// stays: what holds after the step held before it, and the other way round.
func stays(b spec.Bool) spec.Bool { return after(b).Eq(b) }
