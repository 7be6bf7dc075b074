package mutant

import "github.com/genlock-go/genlock/model"

// Fate is what became of a mutant.
type Fate string

// The fates of mutants.
const (
	Killed     Fate = "killed"     // a property, or what is no longer reached, tells of it
	Survived   Fate = "survived"   // it is another system, and nothing tells
	Equivalent Fate = "equivalent" // its reachable graph is the original's, in every instance in which the edit is entered
	Stuttering Fate = "stuttering" // its reachable graph differs only in steps that change nothing, which no property judges
	Narrower   Fate = "narrower"   // it allows less and reaches every state all the same, so nothing that could be said of states tells
	Unreached  Fate = "unreached"  // no instance enters what was edited
	Refused    Fate = "refused"    // Validate does
	Undecided  Fate = "undecided"  // a limit was met, or the interpreter cannot judge it
)

// Vacuous is the result of a mutant that breaks nothing, and no longer reaches something that the original does.
const Vacuous model.Result = "vacuous"

// A Verdict is what became of one mutant, and why.
type Verdict struct {
	*Mutant
	Fate     Fate
	Changes  bool         // its reachable graph is another one than the original's
	Instance string       // in which it was killed; "" where nothing but what all instances reach together tells
	Result   model.Result // that killed it
	Property string       // that it breaks; of a Vacuous one what it does not reach
	Length   int          // steps of a shortest behaviour that shows it; of a Liveness one those before it goes round
	Reason   string       // of a Refused and of an Undecided
}

func (v *Verdict) kill(instance string, result model.Result, property string, length int) {
	v.Fate, v.Instance, v.Result, v.Property, v.Length = Killed, instance, result, property, length
	if result == model.Deadlock {
		v.Property = model.NoDeadlock
	}
}

// outlives notes an instance that did not kill: the worst of all counts.
func (v *Verdict) outlives(fate Fate) {
	worse := map[Fate]int{Unreached: 0, Equivalent: 1, Stuttering: 2, Narrower: 3, Survived: 4, Undecided: 5}
	if worse[fate] > worse[v.Fate] {
		v.Fate = fate
	}
}

// A Report is what a hunt found.
type Report struct {
	Spec      string
	Instances []string // in the order in which mutants were explored in them
	Left      []string // instances that are too large
	Verdicts  []Verdict
	Idle      []string // properties that no mutant breaks
}

// Of is the part of the report about one kind of edit.
func (r *Report) Of(kind Kind) *Report {
	part := &Report{Spec: r.Spec}
	for _, v := range r.Verdicts {
		if v.Kind == kind {
			part.Verdicts = append(part.Verdicts, v)
		}
	}
	return part
}

// Count is the number of mutants with that fate.
func (r *Report) Count(fate Fate) int {
	n := 0
	for _, v := range r.Verdicts {
		if v.Fate == fate {
			n++
		}
	}
	return n
}

// Changing is the number of mutants whose reachable graph is another one than the original's.
func (r *Report) Changing() int {
	n := 0
	for _, v := range r.Verdicts {
		if v.Changes {
			n++
		}
	}
	return n
}

// Score is how many of a hundred of the mutants that are other systems were killed; those undecided count as alive.
func (r *Report) Score() float64 {
	killed := r.Count(Killed)
	all := killed + r.Count(Survived) + r.Count(Undecided)
	if all == 0 {
		return 100
	}
	return 100 * float64(killed) / float64(all)
}
