// Package packed is what generated models share: states of a few machine words, and the form in which a model hands the
// steps out of a state to the engine that explores them.
//
// A generated model (package model/Xmodel of a spec X) lays the entries, channels and facts of its spec out in a State
// when it is made for an instance, so one generated package serves every instance. Its events are the functions of the
// generated step itself, the ones that a program runs; its actions and properties are generated beside them. Package
// model/fast explores such a model. The package has no other use, and imports only the standard library.
//
// # Layout
//
// A State is an array of words, of which a model uses the first few. An entry is a run of bits in one word: its phase, then
// its fields. The copies of a message of a bag are a counter of two, four or eight bits; one that overflows is no fault of
// the spec until it has eight, so an engine makes the model again with wider ones. A queue is one run of bits, its head
// lowest. Nothing but the layout knows which bits these are: Text writes a state in the form that all engines share.
package packed

// Version1 is named by generated code, so that code of another version of this package does not compile.
const Version1 = 1
