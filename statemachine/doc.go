// Package statemachine is what generated steps share: tokens, outcomes, the table of cells as data, the error of a cell
// that can never be, and what an observer hears.
//
// A generated step is a pure function of an entry's fields and an event's arguments. It says what becomes of the entry
// and what is left for the caller to carry out; it changes nothing itself, allocates nothing, and may be called from
// any goroutine. The caller stores entries, carries messages, and treats the three outcomes so:
//
//	r := OnDeliver(entry, gen, found)
//	switch r.Outcome() {
//	case statemachine.Apply:  // store r.Next, do what r says
//	case statemachine.Ignore: // nothing changes; count it if you like
//	case statemachine.Reject: // a bug of ours: count it, report Table.Reject, leave the entry as it is
//	}
//
// A rejected event never stops a production build. Built with the tag genlock_invariants, Table.Reject panics.
package statemachine
