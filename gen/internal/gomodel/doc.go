// Package gomodel renders the packed model of a spec: a Go package that lays a state out in a few words, takes every step
// by calling the generated step itself, and judges invariants, steps and what must be reached.
//
// What a cell does is not rendered here: the model calls the functions that ship. Rendered are the world around the
// machines (channels, facts, actions) and the properties. The code follows the interpreter in order, of actions and of
// the values of their parameters, so that both number the states alike.
package gomodel
