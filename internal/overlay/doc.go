// Package overlay runs the tests of a package on the generated step of known bugs. Tests that pass on the step of a bug do
// not show what they are there for.
//
// The mutant's step takes the place of ours by `go test -overlay`, which ignores an overlay that names no file of the build
// without a word. So the test binary says which steps run, and stops if the one that was asked for is not among them: the
// package's TestMain calls Confirm.
package overlay
