package model

import (
	"iter"
	"time"

	"github.com/genlock-go/genlock/internal/ast"
)

// Result is how an exploration ended.
type Result string

// The results of an exploration.
const (
	Holds      Result = "holds"
	Safety     Result = "safety"     // a state or a step breaks a property
	Deadlock   Result = "deadlock"   // a state from which nothing is possible
	Liveness   Result = "liveness"   // an endless behaviour breaks a property
	Incomplete Result = "incomplete" // a limit was reached, or the context ended
	Refused    Result = "refused"    // the interpreter cannot judge this instance; Reason says why
)

// What is judged of every system, beside its own properties.
const (
	TypeOK         = "TypeOK"         // every counter, queue and bag keeps its bounds
	NoRejectedCell = "NoRejectedCell" // no event meets a cell that says it can never be
	NoDeadlock     = "Deadlock"       // in every state something is possible, unless the system is done
)

// Options of an exploration; the zero value explores the only instance of a system to its end.
//
// Only takes the names of properties, and NoRejectedCell and NoDeadlock. TypeOK is always judged: a state out of range has
// no successors.
type Options struct {
	Instance   string
	Only       []string       // judge only these properties, also such as the instance leaves out; empty: those of the instance
	MaxStates  int64          // distinct states; 0: no limit
	MaxBytes   int64          // memory of states and edges; 0: no limit
	Progress   func(Progress) // called about once a second by the exploring goroutine; nil: never
	KeepStates bool           // Report.States lists the states
	Unbounded  bool           // draw as many tokens as there are: states are looked at without messages that nobody looks at
	Symmetry   bool           // look at one of all states that differ only by a renaming within the sorts; not in the long run
}

// Progress is how far an exploration has come.
type Progress struct {
	States    int64 // distinct
	Generated int64
	Rate      float64 // generated states a second, since the start
	Depth     int     // levels begun
	Queue     int64   // states found and not yet expanded
}

// A Report is what an exploration found. Counts are those that TLC prints.
type Report struct {
	Spec, Instance, Engine string
	Result                 Result
	Property               string    // the one that broke
	With                   []Binding // values of its variables for which it broke, where known
	Reason                 string    // of Incomplete and Refused, and what left its range where TypeOK broke
	Distinct, Generated    int64
	Depth                  int // levels; the initial state is the first
	Trace                  *Trace
	Seconds, CPUSeconds    float64 // CPU of the whole process; 0 where the system does not tell
	BytesPerState          float64 // memory held by the search
	Reached                Reached

	states *store
	layout *layout
	system *ast.System
}

// States are the distinct states as text, in the order found, each as CanonicalState writes it. There are none unless
// Options.KeepStates was set.
func (r *Report) States() iter.Seq[string] {
	return func(yield func(string) bool) {
		if r.states == nil {
			return
		}
		for i := range r.states.n {
			if !yield(r.layout.canonical(r.system, r.states.at(i))) {
				return
			}
		}
	}
}

// A stopwatch measures an exploration.
type stopwatch struct {
	start time.Time
	cpu   float64
}

func startWatch() stopwatch { return stopwatch{time.Now(), cpuSeconds()} }

func (w stopwatch) stop(r *Report) {
	r.Seconds = time.Since(w.start).Seconds()
	r.CPUSeconds = cpuSeconds() - w.cpu
}
