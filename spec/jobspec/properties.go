package jobspec

import (
	"github.com/genlock-go/genlock/spec"
)

var own = generation.At(job)

// is: the record of job is in one of the phases.
func is(phases ...spec.Phases) spec.Bool { return entry.In(job, phases...) }

var properties = []spec.Property{
	spec.Always{Name: "ReportedOnce", Doc: "A job is reported at most once.",
		Holds: spec.AtMost(reported.Count(Notice{Job: job, Gen: gen}), 1)},
	spec.Always{Name: "ReturnedOnce", Doc: "A buffer is given back at most once.",
		Holds: spec.AtMost(returned.Count(Ticket{job, gen}), 1)},
	spec.Always{Name: "ForsakenOnce", Doc: "What could not be removed is named once.",
		Holds: spec.AtMost(forsaken.Count(Ticket{job, gen}), 1)},
	spec.LeadsTo{Name: "EveryJobIsReported", Doc: "Every job is reported, though no copy ever ends.",
		From: is(unreported), To: not(is(unreported))},
	spec.LeadsTo{Name: "EveryBufferComesBack", Doc: "Where every copy ends every buffer comes back.", Optional: true,
		From: is(owning), To: not(is(owning))},
}
