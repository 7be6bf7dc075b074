// Package fast explores packed models: the engine for large instances, and for checks that belong to go test.
//
// A packed model is generated from a spec (package model/Xmodel); its events are the functions of the step that ships.
// Explore visits its states breadth first on all cores, as model.Explore does on one, and finds the same: states, steps and
// levels are counted alike, states are numbered alike, and so the same fault is met first, on any number of cores.
//
//	report, err := fast.Explore(ctx, system, lookupmodel.New, fast.Options{Options: model.Options{Instance: "six"}})
//
// # Who judges
//
// The packed model judges states and steps. What it finds wrong the interpreter confirms (model.Confirm): it follows the
// states to the fault, judges it, and writes the trace. So nothing is reported that the reference does not see too, and a
// trace is a shortest one, in the words of the spec. What must hold in the long run the interpreter judges alone, on a
// search of its own, whose counts must be equal; the report says so.
//
// # How it works
//
// A level is expanded in blocks of some thousand states, each block in three phases that run on all cores and end before
// the next begins. First the block's states are expanded, piece by piece. Then each successor is looked up; states are
// spread over many tables by their hash, a table belongs to one core at a time and takes the successors in their order.
// Last, the new states get their numbers, in order of the pieces and within a piece of the steps, are stored, and judged.
// Nothing in this depends on which core did what.
//
// States are stored whole, in a few words, and compared whole, so no two are ever taken for one. With Fingerprints only
// 64 bits of each state are kept: less memory, and a small probability, which the report states, that a state was missed.
//
// # Limits
//
// There are at most 2³² states. An instance whose states need more than packed.Words words, or an entry that needs more
// than one, is an error; the interpreter takes it.
package fast
