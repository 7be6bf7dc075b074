// Package spec is the closed vocabulary in which a lifecycle and its world are declared, as Go data.
//
// A system is made of machines and of the world around them. A machine has one entry for each value of a sort (a key,
// a slot, a pair of both). An entry is in one phase and carries fields. An event happens to one entry; what it does is
// settled by cells: for each phase and under each value of the guards exactly one cell applies, and it either changes
// the entry (apply), leaves it for a reason (ignore), or says that this can never be (reject). The world is the
// messages under way, facts, and actions: what a scheduler, a worker, a client or the storage may do next. Properties
// say what must hold of every state, of every step, and in the long run; instances bound the system so that it can be
// explored.
//
//	type Lamp spec.Sort
//
//	type Press struct{}
//
//	const (
//		Off spec.Phase = "Off"
//		On  spec.Phase = "On"
//	)
//
//	var (
//		lamp  = spec.Var[Lamp]("lamp")
//		lamps = spec.Each(lamp, "lamps", Off, On)
//		press = spec.On(lamps, Press{})
//	)
//
//	var System = spec.System{
//		Name: "Lamps",
//		Cells: []spec.Cell{
//			{In: Off, On: press, To: On},
//			{In: On, On: press, To: Off},
//		},
//		Actions: []spec.Action{
//			{Name: "Click", By: "user", For: spec.Vars(lamp), Fire: spec.Fire(press.At(lamp, Press{}))},
//		},
//		Instances: []spec.Instance{{Name: "one", Sizes: spec.Sizes(spec.Size[Lamp](1))}},
//	}
//
// The language is closed: conditions, effects and properties are values, never functions, so that each back end (the
// interpreter, the generated Go, TLA+, diagrams) renders all of them. Handles are generic, so an argument, a field or
// a word of the wrong type does not compile.
//
// The rules that make the rest simple:
//
//  1. A cell sees its own entry and the event's arguments. Only actions see the world; what a cell needs of it the
//     action passes as an argument.
//  2. The first phase is the initial one. Entering it, or another blank phase, clears the fields.
//  3. All events of one step are judged by the state before it, and at most one happens to an entry.
//  4. Effects of a cell are carried out in order; each sees what the ones before it did.
//
// Validate proves that a system is total and free of slips, and reports all faults at once with the lines they stand
// on. Digest names a system by its content. Edit changes a system as a reviewer would say it: known bugs are edits.
//
// A declaration is made of package-level variables and is not changed afterwards; everything here may then be read
// from any goroutine.
package spec
