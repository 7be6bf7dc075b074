// Package piles declares desks on which equal things pile up: a bag that holds many copies of one message.
package piles

import "github.com/genlock-go/genlock/spec"

// Desk is the sort of desks.
type Desk spec.Sort

// Thing lies on a desk.
type Thing struct{ Desk spec.Value[Desk] }

// Lean is the event of a desk on which something is put, Ease of one from which something is taken.
type (
	Lean struct{}
	Ease struct{}
)

const (
	Straight spec.Phase = "Straight"
	Bent     spec.Phase = "Bent"
)

// Most is how many things are put on a desk at most.
const Most = 18

var (
	desk   = spec.Var[Desk]("desk")
	desks  = spec.Each(desk, "desks", Straight, Bent).Doc("A desk.")
	lean   = spec.On(desks, Lean{}).Doc("Something is put on it.")
	ease   = spec.On(desks, Ease{}).Doc("Something is taken off.")
	things = spec.Bag(Thing{desk}, "things", "what lies on the desks")
)

// System is desks and somebody who puts things on them.
var System = spec.System{
	Name: "Piles",
	Doc:  "Desks on which things pile up.",
	Cells: []spec.Cell{
		{In: Straight, On: lean, To: Bent},
		{In: Bent, On: lean, Ignore: "it bends no further"},
		{In: Straight, On: ease, Ignore: "it is straight"},
		{In: Bent, On: ease, To: Straight},
	},
	Actions: []spec.Action{
		{Name: "Put", By: "somebody", For: spec.Vars(desk), When: spec.AtMost(things.Count(Thing{desk}), Most-1),
			Fire: spec.Fire(lean.At(desk, Lean{})), Do: spec.Do(things.Send(Thing{desk}))},
		{Name: "Take", By: "somebody", Take: things, Fire: spec.Fire(ease.At(desk, Ease{}))},
		{Name: "Tidy", By: "somebody else", Doc: "Does just what Take does.", Optional: true, Take: things,
			Fire: spec.Fire(ease.At(desk, Ease{}))},
	},
	Properties: []spec.Property{
		spec.Always{Name: "NotTooMany", Doc: "No more lies on a desk than was to be.",
			Holds: spec.AtMost(things.Count(Thing{desk}), Most)},
		spec.Step{Name: "OnlyTidyingEases", Doc: "A step is told by what it does: what Tidy may do, Take may.", Optional: true,
			Except: []string{"Tidy"},
			Holds:  spec.Implies(desks.In(desk, Bent), spec.After(desks.In(desk, Bent)))},
		spec.Sometimes{Name: "Full", Doc: "A desk is full.", Holds: spec.Not(spec.AtMost(things.Count(Thing{desk}), Most-1))},
	},
	Instances: []spec.Instance{
		{Name: "one", Sizes: spec.Sizes(spec.Size[Desk](1))},
		{Name: "two", Sizes: spec.Sizes(spec.Size[Desk](2))},
		{Name: "tidy", Sizes: spec.Sizes(spec.Size[Desk](1)), With: []string{"Tidy", "OnlyTidyingEases"}},
	},
	KnownBugs: []spec.Edit{
		{Name: "endless", Doc: "Nobody counts what lies there.", Breaks: "TypeOK", Found: []spec.Found{{Instance: "one", Length: 256}},
			Changes: []spec.Change{spec.SetWhen("Put", nil)}},
		{Name: "stuck", Doc: "Nothing can be taken off.", Breaks: "Deadlock", Found: []spec.Found{{Instance: "one", Length: Most}},
			Changes: []spec.Change{spec.SetWhen("Take", spec.False)}},
	},
}
