package spec

// An Edit is a change of a system, said as a reviewer would say it. Known bugs are edits.
type Edit struct {
	Name    string // an identifier
	Doc     string // one sentence: what is wrong with it
	Breaks  string // the property that it breaks
	Found   []Found
	Changes []Change
}

// Found is an instance in which an edit breaks its property, and the number of steps of a shortest behaviour that does,
// not counting the initial state; 0 for a property of the long run, whose counterexample is a loop.
type Found struct {
	Instance string
	Length   int
}

// A Change is one part of an edit.
type Change interface {
	// apply changes s, which shares its slices with another system, and says in a few words what it is about.
	apply(s *System) (what string, err error)
}

// ReplaceCells puts cells in the place of others: whatever the system said of an event in the phases that the new cells
// name is gone, in all its guards, and the new cells take over. Validate says whether they are total.
func ReplaceCells(cells ...Cell) Change { return replaceCells{cells} }

// Assume makes a condition true, or false, in the guards of an event: the event no longer looks at it, and its cells
// whose guard is then false are gone.
func Assume(event AnyEvent, condition Bool, is bool) Change { return assume{event, condition, is} }

// SetFair gives an action another fairness; an instance that says its own keeps it.
func SetFair(action string, fair Fairness) Change { return setFair{action, fair} }

// SetWhen gives an action another condition; nil: none.
func SetWhen(action string, when Bool) Change { return setWhen{action, when} }

// SetFire makes an action fire other events.
func SetFire(action string, fire ...Firing) Change { return setFire{action, fire} }

// SetDo gives an action other effects.
func SetDo(action string, do Effects) Change { return setDo{action, do} }

type (
	replaceCells struct{ cells []Cell }
	assume       struct {
		event     AnyEvent
		condition Bool
		is        bool
	}
	setFair struct {
		action string
		fair   Fairness
	}
	setWhen struct {
		action string
		when   Bool
	}
	setFire struct {
		action string
		fire   []Firing
	}
	setDo struct {
		action string
		do     Effects
	}
)
