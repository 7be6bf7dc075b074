// Package cli is the command line of genlock, for whoever declares specs. A command of one's own is three lines:
//
//	package main
//
//	func main() { os.Exit(cli.Main(cli.Spec{System: orderspec.System})) }
//
// in a main package of the module that the spec is in, with this line in some file of the module:
//
//	//go:generate go run -tags genlock_bare ./internal/order generate
//
// Its verbs are
//
//	verify     all that needs no Java: specs, generated files, every instance, every known bug, a run on real files
//	check      explores specs, or a known bug of one, with the interpreter, the packed model or TLC
//	generate   writes what is made of the specs: the Go step, its packed model, TLA+, diagrams and tables
//	graph      draws the phases of a spec
//	mutants    explores all single edits of specs, and their known bugs
//	diff       finds the shortest behaviour that one version of a spec allows and another does not
//	export     writes a version of a spec to a file, for diff to compare with a later one
//
// What is found goes to stdout, one line each, or with -json one object each; messages and progress go to stderr, whose
// last line repeats the exit code in words: "genlock: safety (12)". The codes are the Codes of this package. `go run`
// turns each of them but 0 into 1, so what looks at codes runs a built binary, or `go tool`.
//
// # JSON
//
// An object has the fields v (1), verb, spec, instance, engine, bug, result, property, distinct, generated, depth,
// trace_len, seconds, cpu_seconds and bytes_per_state, and leaves out what is not known. result is a code's word; those
// of diff also have other, the version that spec was compared with. Where there is an instance or a bug, property is the
// one that is broken. Where there is neither, the object is about a part of the spec, and property names it:
// "declaration", "generated files", "compiled step", "known bugs", "vacuity", "mutants" (all single edits together) or
// "demonstration"; without a spec, "links" (models_gen.go) or "left over" (a file that is no longer generated). An
// object that has none of these is about the spec as a whole, which is invalid, or without a spec about the verb.
//
// # Files
//
// generate writes below the root of the command's own module and nowhere else: the nearest folder, from the working
// directory upwards, whose go.mod declares that module. Beside the main package it writes models_gen.go, which links
// the generated packages, so that verify can tell that the compiled ones are stale. Under the build tag genlock_bare
// that file is left out: a generated file that is missing or broken never stops its own repair. Only one whose first
// lines, up to its build tag, are no Go does: the Go tool reads these of every file. Remove it, and generate again.
package cli
