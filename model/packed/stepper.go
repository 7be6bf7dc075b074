package packed

// A Stepper is the step that a walker is taking: every walker has one. A walker calls Start for a state, then for each
// step that may be possible Begin, carries the step out on After, and calls End if it is possible.
type Stepper struct {
	Judged
	Before  *State
	After   State
	Drew    int  // tokens that the step draws
	Changed bool // by the last step that ended
	hits    []int
	fault   Fault
	taken   bool // some step was possible
	words   int
	out     *Steps
	reached Reached
}

// NewStepper is a stepper of a model with so many words a state, cells, actions and properties.
func NewStepper(j Judged, words, cells, actions, properties int) Stepper {
	return Stepper{Judged: j, words: words, hits: Apart[int](hitsAtOnce)[:0], reached: Reached{
		Cells: make([]bool, cells), Happened: make([]bool, actions), Changed: make([]bool, actions), Seen: make([]bool, properties),
	}}
}

// hitsAtOnce is how many events of a step there is room for before more is made.
const hitsAtOnce = 64

// Only is what a walker of the same model judges that takes the steps of a few actions, those of them that are on.
func (j Judged) Only(actions []int) Judged {
	few := Judged{Actions: make([]bool, len(j.Actions)), Properties: make([]bool, len(j.Properties))}
	for _, i := range actions {
		few.Actions[i] = j.Actions[i]
	}
	return few
}

// note writes only what is news: what many cores only read, each of them keeps in its cache.
func note(reached []bool, i int) {
	if !reached[i] {
		reached[i] = true
	}
}

// Apart makes a slice that shares no cache line with anything else, so that cores that write to their own do not wait for
// one another.
func Apart[T any](n int) []T {
	const gap = 64
	return make([]T, gap+n+gap)[gap : gap+n : gap+n]
}

// Reached is what was come by so far.
func (x *Stepper) Reached() *Reached { return &x.reached }

// Start begins with the steps out of a state.
func (x *Stepper) Start(s *State, out *Steps) { x.Before, x.out, x.taken = s, out, false }

// Begin begins a step: After is as Before, for the step to change.
func (x *Stepper) Begin() {
	for i := range x.words {
		x.After[i%Words] = x.Before[i%Words]
	}
	x.hits, x.Drew, x.fault = x.hits[:0], 0, None
}

// Hit notes that an event of the step met a cell.
func (x *Stepper) Hit(cell int) { x.hits = append(x.hits, cell) }

// Missed reports that no event of the step happened.
func (x *Stepper) Missed() bool { return len(x.hits) == 0 }

// Check notes a fault of the step.
func (x *Stepper) Check(f Fault) {
	if x.fault == None {
		x.fault = f
	}
}

// Ends counts the step that leaves everything as it is where a behaviour may end.
func (x *Stepper) Ends(here bool) {
	if here {
		x.taken = true
		x.out.Generated++
	}
}

// End is the end of a step that is possible. It says whether the step keeps the range of every value.
func (x *Stepper) End(action int) bool {
	x.taken, x.Changed = true, false
	x.out.Generated++
	note(x.reached.Happened, action)
	for _, cell := range x.hits {
		note(x.reached.Cells, cell)
	}
	if x.fault != None {
		x.out.Narrow = x.out.Narrow || x.fault == Narrow
		return false
	}
	for i := range x.words {
		if x.After[i%Words] != x.Before[i%Words] {
			x.Changed = true
			note(x.reached.Changed, action)
			x.out.Add(&x.After)
			return true
		}
	}
	return true
}

// Stuck reports that the state breaks the rule that something is possible everywhere.
func (x *Stepper) Stuck() bool { return x.Deadlocks && !x.taken }
