// Package model explores systems: it is the reference interpreter of a spec, and a search through all its states.
//
// Explore takes an instance of a resolved system and visits every state breadth first. It ends with a Report: everything
// that the instance checks holds, or a property broke, and then a Trace shows a shortest behaviour that breaks it, step by
// step in the words of the spec. What must hold in the long run is judged after that, under the fairness, weak or strong, that
// actions owe; its traces end in a loop, and no step of them can be left out.
//
//	report, err := model.Explore(ctx, system, model.Options{Instance: "daily"})
//	if err != nil {
//		return err // no such instance, or one that is too large to be held
//	}
//	if report.Trace != nil {
//		fmt.Print(report.Trace.Text()) // or JSON, or a Mermaid sequence diagram
//	}
//
// Vacuity then says what no instance of a spec reaches: such parts are checked by nobody.
//
// Other programs compare themselves with the interpreter through a Model: Apply is one event at one entry, whatever the
// world around it; Moves are the steps that are possible in a state; Replay follows a behaviour that another engine found.
//
// # What is counted
//
// Distinct are the states, Generated the steps possible in them and the initial state, Depth the levels of the search, all
// as TLC counts them: the engines are compared by these numbers, and by the states themselves (Report.States).
//
// # How it works
//
// A state is a short vector of bytes. Everything that the instance settles is settled while it is compiled: an action is
// compiled once for each value of its parameters, an event once for each entry and each value of its arguments. Expressions
// become closures over the bytes of the state before the step and of the one after; a guard that the parameters decide is
// gone. States are stored whole in one table and are compared whole, so no two are ever taken for one. The search keeps
// for each state only the one from which it was found; traces take their steps again.
//
// Two options look at fewer states. With Symmetry one state stands for all that differ by a renaming within the sorts. With
// Unbounded tokens need no bound: where a spec compares them only with the entry's own, what carries another one is left out.
// What is found wrong is told as a behaviour of the system itself. Where a spec leaves no such shortcut, or a property of it
// would be lost, the Result is Refused and Reason says why.
//
// # Limits
//
// Places are bytes: a set has at most eight members, a queue at most 254 different messages, a counter and the tokens stay
// below 255. Memory is some 60 to 130 bytes a state, and 8 bytes a step while the long run is judged.
package model
