// Package peterson declares Peterson's algorithm: two processes that share only memory keep out of each other's critical
// section, and none waits for ever.
//
// A process raises its flag, gives way, and then looks at the other's flag and at who gave way last, one read a step.
package peterson

import "github.com/genlock-go/genlock/spec"

// Process is the sort of processes; the algorithm is for two.
type Process spec.Sort

const (
	Idle     spec.Phase = "Idle"
	Raised   spec.Phase = "Raised"
	Looking  spec.Phase = "Looking"
	Asking   spec.Phase = "Asking"
	Critical spec.Phase = "Critical"
)

type (
	Raise   struct{}
	GiveWay struct{}
	Look    struct{ Alone spec.Value[bool] }
	Ask     struct{ Last spec.Value[bool] }
	Leave   struct{}
)

var (
	process = spec.Var[Process]("process")
	other   = spec.Var[Process]("other")
	alone   = spec.Var[bool]("alone") // the other's flag is down
	last    = spec.Var[bool]("last")  // it was the last to give way

	processes = spec.Each(process, "processes", Idle, Raised, Looking, Asking, Critical).
			Doc("Where a process is. Its flag is up in every phase but Idle.").
			Means(Looking, "about to read the other's flag").
			Means(Asking, "about to read whose turn it is")
	waits = spec.Fact[bool](process, "waits", "it was the last to give way")

	raise   = spec.On(processes, Raise{}).Doc("It wants to enter, and raises its flag.")
	giveWay = spec.On(processes, GiveWay{}).Doc("It lets the other go first.")
	look    = spec.On(processes, Look{alone}).Doc("It has read the other's flag.")
	ask     = spec.On(processes, Ask{last}).Doc("It has read whose turn it is.")
	leave   = spec.On(processes, Leave{}).Doc("It has left, and lowers its flag.")
)

var (
	do, fire, vars, all, not = spec.Do, spec.Fire, spec.Vars, spec.All, spec.Not

	apart   = not(process.Eq(other))
	noPlace = "a process does one thing after another"
	trying  = spec.Named("Trying", Raised, Looking, Asking)
)

// at is where a process is, and that another one is meant by other.
func at(phase spec.Phase) spec.Bool { return all(processes.In(process, phase), apart) }

// System is two processes and the memory that they share.
var System = spec.System{
	Name: "Peterson",
	Doc:  "Peterson's mutual exclusion. Left out: memory that is not sequentially consistent.",
	Cells: []spec.Cell{
		{In: Idle, On: raise, To: Raised},
		{In: spec.In(trying, Critical), On: raise, Reject: noPlace},
		{In: Raised, On: giveWay, To: Looking},
		{In: spec.In(Idle, Looking, Asking, Critical), On: giveWay, Reject: noPlace},
		{In: Looking, On: look, When: alone, To: Critical},
		{In: Looking, On: look, When: not(alone), To: Asking},
		{In: spec.In(Idle, Raised, Asking, Critical), On: look, Reject: noPlace},
		{In: Asking, On: ask, When: last, To: Looking},
		{In: Asking, On: ask, When: not(last), To: Critical},
		{In: spec.In(Idle, Raised, Looking, Critical), On: ask, Reject: noPlace},
		{In: Critical, On: leave, To: Idle},
		{In: spec.In(Idle, trying), On: leave, Reject: noPlace},
	},
	Actions: []spec.Action{
		{Name: "Want", By: "process", For: vars(process), When: processes.In(process, Idle),
			Fire: fire(raise.At(process, Raise{}))},
		{Name: "Yield", By: "process", Fair: spec.Weak, For: vars(process, other), When: at(Raised),
			Fire: fire(giveWay.At(process, GiveWay{})),
			Do:   do(waits.At(process).Becomes(spec.True), waits.At(other).Becomes(spec.False))},
		{Name: "ReadFlag", By: "process", Fair: spec.Weak, For: vars(process, other), When: at(Looking),
			Fire: fire(look.At(process, Look{processes.In(other, Idle)}))},
		{Name: "ReadTurn", By: "process", Fair: spec.Weak, For: vars(process), When: processes.In(process, Asking),
			Fire: fire(ask.At(process, Ask{waits.At(process)}))},
		{Name: "Exit", By: "process", Fair: spec.Weak, For: vars(process), When: processes.In(process, Critical),
			Fire: fire(leave.At(process, Leave{}))},
	},
	Properties: []spec.Property{
		spec.Always{Name: "MutualExclusion", Doc: "Two are never in their critical sections.",
			Holds: not(all(processes.In(process, Critical), processes.In(other, Critical), apart))},
		spec.LeadsTo{Name: "EverybodyEnters", Doc: "Who wants to enter does.",
			From: processes.In(process, trying), To: processes.In(process, Critical)},
		spec.Sometimes{Name: "Contention", Doc: "One waits for the other.",
			Holds: all(processes.In(process, Asking), processes.In(other, Critical))},
	},
	Instances: []spec.Instance{{Name: "two", Sizes: spec.Sizes(spec.Size[Process](2))}},
	KnownBugs: []spec.Edit{
		{Name: "rude", Doc: "Nobody gives way.", Breaks: "MutualExclusion",
			Found:   []spec.Found{{Instance: "two", Length: 7}},
			Changes: []spec.Change{spec.SetDo("Yield", do(waits.At(process).Becomes(spec.False)))}},
		{Name: "endlessSection", Doc: "A process may stay in its critical section.", Breaks: "EverybodyEnters",
			Found:   []spec.Found{{Instance: "two"}},
			Changes: []spec.Change{spec.SetFair("Exit", spec.Unfair)}},
	},
}
