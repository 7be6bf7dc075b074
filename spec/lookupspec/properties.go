package lookupspec

import (
	"slices"

	"github.com/genlock-go/genlock/spec"
)

// The rules, each as the properties that state it. Most speak of what a request would hear were it to ask now, so they
// are about answers and not about how an entry is written down. A free variable means "for all".
var properties = slices.Concat(
	answersStick,
	oneDeadline,
	downTier,
	askedOnce,
	oneProbe,
	anErrorIsNotAbsence,
	toldChanges,
	truth,
	world,
	strictMarkMiss,
	loadsOfHits,
	orphans,
	shutdown,
	frame,
	reached,
)

// other is any request, the one that acts among them unless a property says otherwise.
var other = spec.Var[Request]("other")

// How properties speak of the entry of key.
var (
	own     = generation.At(key)
	fresh   = not(spec.After(own).Eq(own))
	changes = entry.Changes(key)

	orphaned    = all(is(InFlight), holders.At(key).Empty())
	nothingTold = not(told.Has(Change{Key: key}))
	answerWaits = anyOf(answered.Has(Answer{Key: key, Gen: own}), broken.Has(Probe{key, own}))
	waits       = all(held(request), hears(request, retry))
)

// is: the entry of key is in one of the phases.
func is(phases ...spec.Phases) spec.Bool { return entry.In(key, phases...) }

// becomes: it is so after the step.
func becomes(phases ...spec.Phases) spec.Bool { return after(is(phases...)) }

// held: who holds the key.
func held(who spec.Variable[Request]) spec.Bool { return holders.At(key).Has(who) }

// hears: who, asking now, is told the verdict.
func hears(who spec.Variable[Request], verdict spec.Value[Verdict]) spec.Bool {
	return spec.Replies(ask.At(key, Ask{who, spec.False}), verdict)
}

// hasAnswer: who, asking now, need not wait.
func hasAnswer(who spec.Variable[Request]) spec.Bool { return not(hears(who, retry)) }

// runs: who has a load of the entry's own generation under way.
func runs(who spec.Variable[Request]) spec.Bool { return loading.Has(Promotion{key, who, own}) }

func after(b spec.Bool) spec.Bool { return spec.After(b) }

// keeps: what holds before the step holds after it.
func keeps(b spec.Bool) spec.Bool { return implies(b, after(b)) }
