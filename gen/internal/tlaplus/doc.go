// Package tlaplus writes a system as TLA+ that reads as if written by hand, and what TLC needs to check it.
//
// The module is the system: constants and variables under the author's words, the phases and entries of each machine, one
// operator an event with one CASE arm a cell, one operator an action grouped by who acts, Next and Spec, and one operator
// a property. The model extends it and says what single instances do differently; a configuration gives an instance its
// bounds and lists what is checked. So every bound stands outside the module.
//
// A piece of TLA+ is first built as a layout, which knows how to stand on one line or on several, and then placed on a
// page. A scope knows which names are in sight where an expression is written: TLA+ has no shadowing.
package tlaplus
