package jobspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// The rules, each as the properties that state it. A free variable means "for all".
var properties = slices.Concat(
	toldOnce,
	buffers,
	deadline,
	untriedIsNotFailed,
	stopping,
	counting,
	names,
	leftovers,
	shutdown,
	world,
	reached,
)

// How properties speak of the record job, and of the job gen that is or was on it.
var (
	other = spec.Var[Record]("other") // any record, that of job among them

	own     = generation.At(job)
	ofIt    = Ticket{job, own}
	mine    = gen.Eq(own)
	changes = entry.Changes(job)

	because   = cause.At(job)
	unstopped = because.Eq(none)
	shutting  = anyOf(closing.At(job), is(Closed))
	copied    = copies.At(job)
	unstarted = waiting.At(job)
)

// is: the record is in one of the phases.
func is(phases ...spec.Phases) spec.Bool { return entry.In(job, phases...) }

// becomes: it is so after the step.
func becomes(phases ...spec.Phases) spec.Bool { return after(is(phases...)) }

func after(b spec.Bool) spec.Bool { return spec.After(b) }

// keeps: what holds before the step holds after it.
func keeps(b spec.Bool) spec.Bool { return implies(b, after(b)) }

// some: the number is not zero.
func some(n spec.Value[spec.Nat]) spec.Bool { return not(n.Eq(spec.N(0))) }

// told: the job gen was reported.
var told = reported.Has(Notice{Job: job, Gen: gen})

// back: the caller has the buffer of the job gen back.
var back = returned.Has(Ticket{job, gen})

// ends: the copy of a block of the job ends so, and this is told of the block.
func ends(how spec.Value[Ending], outcome spec.Value[Outcome]) spec.Bool {
	return spec.Replies(end.At(job, End{own, how, left}), outcome)
}
