// Package replay writes Go tests that replay a counterexample on the code that runs a lifecycle.
//
// A counterexample is a behaviour of a wrong specification. What the test expects is what the right one does in its
// place: the interpreter follows the same actions on it, as far as they are possible there, and then asks what everybody
// hears. So the test passes on the right step and says where a wrong one first differs.
package replay
