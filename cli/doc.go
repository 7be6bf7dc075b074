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
//	check      explores specs, or a known bug of one, with the interpreter or TLC
//	generate   writes what is made of the specs
//	graph      draws the phases of a spec
//	mutants    explores the known bugs
//
// What is found goes to stdout, one line each, or with -json one object each; messages and progress go to stderr, whose
// last line repeats the exit code in words: "genlock: safety (12)". The codes are the Codes of this package. `go run`
// turns each of them but 0 into 1, so what looks at codes runs a built binary, or `go tool`.
//
// generate writes below the root of the command's own module and nowhere else: the nearest folder, from the working
// directory upwards, whose go.mod declares that module. Beside the main package it writes models_gen.go, which links
// the generated packages, so that verify can tell that the compiled ones are stale. Under the build tag genlock_bare
// that file is left out: a generated file that is missing or broken never stops its own repair.
package cli
