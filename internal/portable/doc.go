// Package portable writes a resolved system as JSON and reads it back, so that a version of a spec can be kept, or sent to
// a tool that does not have its declaration.
//
// The language of a spec is closed, so the file holds all of it: declarations in lists, references as places in them,
// expressions as nodes with an operator. Where things were declared and known bugs are left out. A file may come from
// anywhere: Read bounds its size and its depth, looks each reference up, gives every expression the type that the
// vocabulary would have given it or refuses it, and lets spec.Judge judge the rest as it judges any system.
package portable
